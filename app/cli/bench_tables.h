#pragma once

#include <string>
#include <vector>

#include "engine/bench/instance_estimate.h"

namespace cli {

/// The result of a benchmark as lines of text, one column per kernel set and number of threads.
std::string speedTable(const engine::MachineResult& result);

/// One line per instance, under lines that say what an estimate is.
std::string estimateTable(const std::vector<engine::InstanceEstimate>& estimates);

}  // namespace cli
