#include <windows.h>

#include "engine/clock.h"
#include "engine/host/cpu_source.h"

namespace engine {
namespace {

// FILETIME counts units of 100 ns.
double secondsOf(const FILETIME& time) {
  return 1e-7 * (4294967296.0 * time.dwHighDateTime + time.dwLowDateTime);
}

double& at(CpuTimes& times, CpuState state) {
  return times[static_cast<std::size_t>(state)];
}

// With more than 64 CPUs, Windows tells of the processor group that the caller runs in. It knows
// no steal.
class WindowsCpuSource final : public CpuSource {
 public:
  CpuCounters read() override {
    CpuCounters counters;
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    counters.cpus = static_cast<int>(info.dwNumberOfProcessors);
    FILETIME idle, kernel, user, created, exited;
    if (GetSystemTimes(&idle, &kernel, &user)) {
      CpuTimes& times = counters.times.emplace();
      at(times, CpuState::User) = secondsOf(user);
      at(times, CpuState::Idle) = secondsOf(idle);
      // The kernel's time contains the idle time.
      at(times, CpuState::System) = secondsOf(kernel) - secondsOf(idle);
    }
    counters.seconds = steadyClock().seconds();
    // The C library's clock() is wall time here.
    if (GetProcessTimes(GetCurrentProcess(), &created, &exited, &kernel, &user))
      counters.process = secondsOf(kernel) + secondsOf(user);
    return counters;
  }
};

}  // namespace

std::unique_ptr<CpuSource> systemCpuSource() {
  return std::make_unique<WindowsCpuSource>();
}

}  // namespace engine
