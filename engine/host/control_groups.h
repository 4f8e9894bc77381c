#pragma once

#include <filesystem>

#include "engine/host/cpu_counters.h"

namespace engine {

/// Adds the process's control group and its ancestors, version 2 or 1, and its set of CPUs. root is
/// the folder that holds proc and sys. A missing file is no limit; a senseless one is no limit and
/// a warning.
void readControlGroups(const std::filesystem::path& root, CpuCounters& counters);

}  // namespace engine
