#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// What a CPU's time goes to, as Linux divides it; other systems know fewer of these. Guest time is
/// part of User and Nice.
enum class CpuState { User, Nice, System, Idle, IoWait, Irq, SoftIrq, Steal };
inline constexpr int kCpuStates = 8;

/// CPU seconds in each state, all CPUs together.
using CpuTimes = std::array<double, kCpuStates>;

/// How a control group (cgroup) limits the CPU; the numbers are of this level alone.
struct ControlGroup {
  std::string path;             ///< below the mount point; "/" is the top
  std::optional<double> quota;  ///< CPUs; empty: unlimited
  double throttledSeconds = 0;  ///< for which the group had to wait, since it was made
  double periods = 0;           ///< in which it wanted to run
  double throttledPeriods = 0;  ///< of them, those in which its quota was used up
};

/// The system's counters at one moment.
struct CpuCounters {
  double seconds = 0;                 ///< of the monotonic clock
  int cpus = 0;                       ///< that are online
  std::optional<int> allowedCpus;     ///< that this process may run on, where a group limits it
  std::optional<CpuTimes> times;      ///< since boot; empty where the system does not tell
  double process = 0;                 ///< CPU seconds of this process
  std::vector<ControlGroup> groups;   ///< the process's own group first, then its ancestors
  std::vector<std::string> warnings;  ///< for a person: what was there but made no sense
};

}  // namespace engine
