#include "engine/host/linux_cpu_source.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

#include "engine/host/control_groups.h"

namespace engine {
namespace {

std::optional<CpuTimes> parseTimes(std::istringstream& fields) {
  const auto ticksPerSecond = static_cast<double>(sysconf(_SC_CLK_TCK));
  CpuTimes times{};
  // Old kernels have fewer fields; those after steal are contained in user and nice.
  bool any = false;
  for (double& time : times) {
    std::uint64_t ticks = 0;
    if (!(fields >> ticks)) break;
    time = static_cast<double>(ticks) / ticksPerSecond;
    any = true;
  }
  return any ? std::optional(times) : std::nullopt;
}

void readStat(const std::filesystem::path& path, CpuCounters& counters) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string name;
    fields >> name;
    if (name == "cpu")
      counters.times = parseTimes(fields);
    else if (name.starts_with("cpu") && std::isdigit(static_cast<unsigned char>(name.back())))
      ++counters.cpus;
  }
  if (counters.cpus == 0)
    counters.cpus = static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

}  // namespace

LinuxCpuSource::LinuxCpuSource(std::filesystem::path root, const Clock& clock)
    : m_root(std::move(root)), m_clock(clock) {}

CpuCounters LinuxCpuSource::read() {
  CpuCounters counters;
  readStat(m_root / "proc/stat", counters);
  // Right behind the ticks, which they are compared with.
  counters.seconds = m_clock.seconds();
  counters.process = m_clock.cpuSeconds();
  readControlGroups(m_root, counters);
  return counters;
}

std::unique_ptr<CpuSource> systemCpuSource() {
  return std::make_unique<LinuxCpuSource>();
}

}  // namespace engine
