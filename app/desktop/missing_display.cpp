#include "app/desktop/missing_display.h"

#include <QString>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

void endWithoutDisplay(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  if (type == QtFatalMsg) {
    std::fputs(
        "burstlab: There is no display to open a window on; use burstlab-cli to train in the "
        "console.\n",
        stderr);
    // Not exit(): Qt is in the middle of its construction.
    std::_Exit(1);
  }
  // What the platform plugins have to say is the same in many words; it helps whoever has a
  // display.
  const bool hasDisplay = std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY");
  if (std::strncmp(context.category, "qt.qpa", 6) == 0 && !hasDisplay) return;
  std::fprintf(stderr, "burstlab: %s\n", qUtf8Printable(message));
}

}  // namespace

MissingDisplayGuard::MissingDisplayGuard() : m_former(qInstallMessageHandler(endWithoutDisplay)) {}

MissingDisplayGuard::~MissingDisplayGuard() {
  qInstallMessageHandler(m_former);
}
