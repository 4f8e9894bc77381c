#include "app/desktop/missing_display.h"

#include <QString>
#include <cstdio>
#include <cstdlib>

namespace {

// A message handler can reach nothing but static storage.
QtMessageHandler s_former;
QString s_reason;

void endWithoutDisplay(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  if (type == QtFatalMsg) {
    std::fprintf(
        stderr,
        "burstlab: There is no display to open a window on%s; use burstlab-cli to train in "
        "the console.\n",
        qPrintable(s_reason));
    // Not exit(): Qt is in the middle of its construction.
    std::_Exit(1);
  }
  // The platform plugins complain several times; the first time says why.
  if (!QLatin1String(context.category).startsWith(QLatin1String("qt.qpa")))
    s_former(type, context, message);
  else if (s_reason.isEmpty())
    s_reason = QStringLiteral(" (%1)").arg(message.trimmed());
}

}  // namespace

MissingDisplayGuard::MissingDisplayGuard() {
  s_former = qInstallMessageHandler(endWithoutDisplay);
}

MissingDisplayGuard::~MissingDisplayGuard() {
  qInstallMessageHandler(s_former);
}
