#pragma once

#include "engine/host/cpu_source.h"

namespace engine {

/// What the CPUs did between two readings. Counters that fell count as unchanged.
struct CpuUse {
  double seconds = 0;  ///< between the readings; 0: nothing is known
  int cpus = 0;
  bool ofMachine = false;  ///< false: the system does not tell, busy is that of this process
  double busy = 0;         ///< CPU seconds used; what credits are paid for
  double steal = 0;        ///< CPU seconds wanted and not given by the hypervisor
  double idle = 0;         ///< CPU seconds
  double process = 0;      ///< CPU seconds of this process
  double missing = 0;      ///< CPU seconds that no counter holds: how Google's f1-micro throttles
  double throttledSeconds = 0;  ///< that a control group, own or ancestor, had to wait
  double throttledShare = 0;    ///< of that group's periods, those that ended in waiting; 0..1

  double others() const noexcept { return busy > process ? busy - process : 0; }
  /// On average, at most cpus.
  double vCpus() const noexcept;
  /// cpuSeconds as a share of all that the counters hold, 0..1.
  double share(double cpuSeconds) const noexcept;
};

/// From one reading to a later one.
CpuUse cpuUseBetween(const CpuCounters& earlier, const CpuCounters& later);

/// Since the machine was booted; seconds is the time that a CPU has counted on average.
CpuUse cpuUseSinceBoot(const CpuCounters& counters);

/// Least quota of the groups, in CPUs; empty: unlimited.
std::optional<double> cpuQuota(const CpuCounters& counters);

/// Watches the CPUs of this computer.
class CpuMeter {
 public:
  explicit CpuMeter(std::unique_ptr<CpuSource> source = systemCpuSource());

  /// The use since the last call, or since the meter was made.
  CpuUse measure();

  const CpuCounters& counters() const noexcept { return m_counters; }  ///< of the last reading

 private:
  std::unique_ptr<CpuSource> m_source;
  CpuCounters m_counters;
};

}  // namespace engine
