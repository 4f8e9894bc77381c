#include "app/cli/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <initializer_list>

namespace cli {
namespace {

// A signal handler can reach nothing but static storage.
volatile sig_atomic_t interruptNoted = 0;

void note(int signal) {
  // When a terminal closes, both its shell and the kernel may send a hang-up.
  if (interruptNoted && signal != SIGHUP) _exit(128 + signal);
  interruptNoted = 1;
}

}  // namespace

void noteInterrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    if (action.sa_handler == SIG_IGN) continue;
    action.sa_handler = note;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
  }
}

bool interrupted() {
  return interruptNoted != 0;
}

}  // namespace cli
