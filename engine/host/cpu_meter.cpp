#include "engine/host/cpu_meter.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace engine {
namespace {

// Counters fall when a machine is suspended, a CPU vanishes, a 32-bit counter overflows; iowait
// falls by itself.
double rise(double from, double to) {
  return to > from ? to - from : 0;
}

// A group that waits while its parent waits waits once, so the levels are not added up.
void compareGroups(const CpuCounters& earlier, const CpuCounters& later, CpuUse& use) {
  for (const ControlGroup& now : later.groups) {
    const auto before = std::ranges::find(earlier.groups, now.path, &ControlGroup::path);
    if (before == earlier.groups.end()) continue;
    const double throttled = rise(before->throttledSeconds, now.throttledSeconds);
    if (throttled <= use.throttledSeconds) continue;
    use.throttledSeconds = throttled;
    const double periods = rise(before->periods, now.periods);
    const double waited = rise(before->throttledPeriods, now.throttledPeriods);
    use.throttledShare = periods > 0 ? std::min(1.0, waited / periods) : 0;
  }
}

void divide(const CpuTimes& rises, CpuUse& use) {
  const auto in = [&](CpuState state) { return rises[static_cast<std::size_t>(state)]; };
  use.ofMachine = true;
  use.busy = in(CpuState::User) + in(CpuState::Nice) + in(CpuState::System) + in(CpuState::Irq) +
             in(CpuState::SoftIrq);
  use.idle = in(CpuState::Idle) + in(CpuState::IoWait);
  use.steal = in(CpuState::Steal);
}

}  // namespace

double CpuUse::vCpus() const noexcept {
  return seconds > 0 ? std::min(busy / seconds, static_cast<double>(cpus)) : 0;
}

double CpuUse::share(double cpuSeconds) const noexcept {
  const double all = ofMachine ? busy + steal + idle : seconds * cpus;
  return all > 0 ? std::clamp(cpuSeconds / all, 0.0, 1.0) : 0;
}

CpuUse cpuUseBetween(const CpuCounters& earlier, const CpuCounters& later) {
  CpuUse use;
  use.seconds = rise(earlier.seconds, later.seconds);
  use.cpus = later.cpus;
  use.process = rise(earlier.process, later.process);
  use.busy = use.process;
  compareGroups(earlier, later, use);
  if (!earlier.times || !later.times) return use;
  CpuTimes rises{};
  std::ranges::transform(*earlier.times, *later.times, rises.begin(), rise);
  divide(rises, use);
  if (earlier.cpus == later.cpus)
    use.missing = rise(std::accumulate(rises.begin(), rises.end(), 0.0), use.seconds * use.cpus);
  return use;
}

CpuUse cpuUseSinceBoot(const CpuCounters& counters) {
  CpuUse use;
  use.cpus = counters.cpus;
  use.process = counters.process;
  if (!counters.times || counters.cpus == 0) return use;
  divide(*counters.times, use);
  use.seconds = (use.busy + use.steal + use.idle) / use.cpus;
  return use;
}

std::optional<double> cpuQuota(const CpuCounters& counters) {
  std::optional<double> least;
  for (const ControlGroup& group : counters.groups)
    if (group.quota) least = std::min(least.value_or(*group.quota), *group.quota);
  return least;
}

CpuMeter::CpuMeter(std::unique_ptr<CpuSource> source)
    : m_source(std::move(source)), m_counters(m_source->read()) {}

CpuUse CpuMeter::measure() {
  const CpuCounters before = std::exchange(m_counters, m_source->read());
  return cpuUseBetween(before, m_counters);
}

}  // namespace engine
