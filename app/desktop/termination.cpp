#include "app/desktop/termination.h"

#include <signal.h>
#include <unistd.h>

#include <QSocketNotifier>
#include <QWidget>

namespace {

// A signal handler can reach nothing but static storage, and may do hardly more than write.
int s_pipe[2];

void notify(int signal) {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr);
  const char byte = 0;
  [[maybe_unused]] const ssize_t written = write(s_pipe[1], &byte, 1);
}

}  // namespace

void closeOnSignals(QWidget& window) {
  if (pipe(s_pipe) != 0) return;
  auto* notifier = new QSocketNotifier(s_pipe[0], QSocketNotifier::Read, &window);
  QObject::connect(notifier, &QSocketNotifier::activated, &window, [notifier, &window] {
    notifier->setEnabled(false);
    window.close();
  });
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler == SIG_IGN) continue;
    action.sa_handler = notify;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
  }
}
