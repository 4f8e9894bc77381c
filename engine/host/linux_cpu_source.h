#pragma once

#include <filesystem>

#include "engine/clock.h"
#include "engine/host/cpu_source.h"

namespace engine {

/// /proc/stat and the control groups, as the kernel's documentation describes them
/// (filesystems/proc.rst 1.7; admin-guide/cgroup-v2.rst; scheduler/sched-bwc.rst).
class LinuxCpuSource final : public CpuSource {
 public:
  /// root is the folder that holds proc and sys.
  explicit LinuxCpuSource(std::filesystem::path root = "/", const Clock& clock = steadyClock());

  CpuCounters read() override;

 private:
  std::filesystem::path m_root;
  const Clock& m_clock;
};

}  // namespace engine
