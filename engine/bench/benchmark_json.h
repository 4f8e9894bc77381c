#pragma once

#include <string>
#include <vector>

#include "engine/bench/instance_estimate.h"

namespace engine {

/// Result and estimates as one JSON object on indented lines, the last one ended; every key names
/// its unit.
std::string benchmarkJson(const MachineResult& result,
                          const std::vector<InstanceEstimate>& estimates);

}  // namespace engine
