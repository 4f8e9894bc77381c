#include "app/desktop/message_filter.h"

#include <QString>

namespace {

// A message handler can reach nothing but static storage.
QtMessageHandler s_former;

void filter(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  if (!message.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR not set")))
    s_former(type, context, message);
}

}  // namespace

void filterMessages() {
  s_former = qInstallMessageHandler(filter);
}
