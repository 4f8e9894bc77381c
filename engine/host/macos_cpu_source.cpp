#include <mach/mach.h>
#include <sys/resource.h>
#include <unistd.h>

#include "engine/clock.h"
#include "engine/host/cpu_source.h"

namespace engine {
namespace {

double secondsOf(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// macOS knows no steal. Its counters of ticks have 32 bits.
class MacosCpuSource final : public CpuSource {
 public:
  CpuCounters read() override {
    CpuCounters counters;
    counters.cpus = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
    host_cpu_load_info_data_t load;
    mach_msg_type_number_t count = HOST_CPU_LOAD_INFO_COUNT;
    if (host_statistics(m_host, HOST_CPU_LOAD_INFO, reinterpret_cast<host_info_t>(&load), &count) ==
        KERN_SUCCESS) {
      const auto ticksPerSecond = static_cast<double>(sysconf(_SC_CLK_TCK));
      CpuTimes& times = counters.times.emplace();
      const auto set = [&](CpuState state, int ticks) {
        times[static_cast<std::size_t>(state)] = load.cpu_ticks[ticks] / ticksPerSecond;
      };
      set(CpuState::User, CPU_STATE_USER);
      set(CpuState::Nice, CPU_STATE_NICE);
      set(CpuState::System, CPU_STATE_SYSTEM);
      set(CpuState::Idle, CPU_STATE_IDLE);
    }
    counters.seconds = steadyClock().seconds();
    rusage use;
    if (getrusage(RUSAGE_SELF, &use) == 0)
      counters.process = secondsOf(use.ru_utime) + secondsOf(use.ru_stime);
    return counters;
  }

 private:
  const host_t m_host = mach_host_self();
};

}  // namespace

std::unique_ptr<CpuSource> systemCpuSource() {
  return std::make_unique<MacosCpuSource>();
}

}  // namespace engine
