#include "engine/host/control_groups.h"

#include <charconv>
#include <fstream>
#include <initializer_list>
#include <map>
#include <sstream>

namespace engine {
namespace {

using std::filesystem::path;

std::optional<std::string> readLine(const path& file) {
  std::ifstream stream(file);
  std::string line;
  return std::getline(stream, line) ? std::optional(line) : std::nullopt;
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

// Where a controller is mounted, and the process's group there.
struct Place {
  bool version2 = false;
  path mount;
  path group;  // relative to mount

  path folder() const { return mount / group; }
};

bool names(std::string_view list, std::string_view controller) {
  std::istringstream stream{std::string(list)};
  for (std::string name; std::getline(stream, name, ',');)
    if (name == controller) return true;
  return false;
}

// Inside a container the group may be named as the host sees it, or lie above the mount point; the
// mount point is then the container's own group.
path visibleGroup(const path& mount, const std::string& name) {
  path group;
  for (const path& part : path(name).relative_path()) {
    if (part == "..") return {};
    group /= part;
  }
  std::error_code ignored;
  return std::filesystem::is_directory(mount / group, ignored) ? group : path();
}

std::optional<Place> findPlace(const path& root, const std::string& controller) {
  const path top = root / "sys/fs/cgroup";
  std::error_code ignored;
  const bool version2 = std::filesystem::exists(top / "cgroup.controllers", ignored);
  std::ifstream file(root / "proc/self/cgroup");
  // Lines are hierarchy:controllers:path; version 2 has "0::path" alone.
  for (std::string line; std::getline(file, line);) {
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    if (version2 && controllers.empty()) return Place{true, top, visibleGroup(top, group)};
    if (version2 || !names(controllers, controller)) continue;
    for (const path& mount : {top / controllers, top / controller})
      if (std::filesystem::is_directory(mount, ignored))
        return Place{false, mount, visibleGroup(mount, group)};
  }
  if (version2) return Place{true, top, {}};
  return std::nullopt;
}

std::map<std::string, double> readTable(const path& file) {
  std::map<std::string, double> table;
  std::ifstream stream(file);
  for (std::string key, value; stream >> key >> value;)
    if (const auto parsed = number(value)) table[key] = *parsed;
  return table;
}

// The quota in microseconds, empty where there is none, and the period.
struct Bandwidth {
  std::optional<double> quota, period;
};

Bandwidth readBandwidth(const Place& place, const path& folder) {
  if (!place.version2) {
    Bandwidth bandwidth;
    bandwidth.quota = number(readLine(folder / "cpu.cfs_quota_us").value_or("-1"));
    bandwidth.period = number(readLine(folder / "cpu.cfs_period_us").value_or("100000"));
    if (bandwidth.quota && *bandwidth.quota < 0) bandwidth.quota.reset();
    return bandwidth;
  }
  std::istringstream fields(readLine(folder / "cpu.max").value_or("max 100000"));
  std::string quota, period = "100000";
  fields >> quota >> period;
  return {number(quota), number(period)};
}

ControlGroup readGroup(const Place& place, const path& group, CpuCounters& counters) {
  const path folder = place.mount / group;
  ControlGroup result;
  result.path = "/" + group.generic_string();
  const Bandwidth bandwidth = readBandwidth(place, folder);
  if (bandwidth.quota && bandwidth.period && *bandwidth.quota > 0 && *bandwidth.period > 0)
    result.quota = *bandwidth.quota / *bandwidth.period;
  else if (bandwidth.quota)
    counters.warnings.push_back(folder.string() +
                                " has a CPU quota that makes no sense; it is taken for unlimited.");
  const auto stat = readTable(folder / "cpu.stat");
  const auto value = [&](const char* key) {
    const auto found = stat.find(key);
    return found == stat.end() ? 0 : found->second;
  };
  result.periods = value("nr_periods");
  result.throttledPeriods = value("nr_throttled");
  result.throttledSeconds =
      place.version2 ? value("throttled_usec") * 1e-6 : value("throttled_time") * 1e-9;
  return result;
}

std::optional<int> cpusetSize(const path& root) {
  const auto place = findPlace(root, "cpuset");
  if (!place) return std::nullopt;
  for (const char* name : {"cpuset.cpus.effective", "cpuset.effective_cpus", "cpuset.cpus"}) {
    std::istringstream ranges(readLine(place->folder() / name).value_or(""));
    int count = 0;
    for (std::string range; std::getline(ranges, range, ',');) {
      const auto first = number(range);
      const auto dash = range.find('-');
      const auto last = dash == std::string::npos ? first : number(range.substr(dash + 1));
      if (first && last && *last >= *first) count += static_cast<int>(*last - *first) + 1;
    }
    if (count > 0) return count;
  }
  return std::nullopt;
}

}  // namespace

void readControlGroups(const path& root, CpuCounters& counters) {
  counters.allowedCpus = cpusetSize(root);
  const auto place = findPlace(root, "cpu");
  if (!place) return;
  for (path group = place->group;; group = group.parent_path()) {
    counters.groups.push_back(readGroup(*place, group, counters));
    if (group.empty()) break;
  }
}

}  // namespace engine
