#pragma once

#include <string>
#include <vector>

#include "engine/bench/alexnet_batch.h"

namespace cli {

class AlexnetReporter;
struct AlexnetOptions;

/// Milliseconds and GFLOP/s of every stage, as an aligned table behind an empty line.
std::string layerTable(const std::vector<engine::StageSpeed>& stages);

/// Seconds per batch here and on the machines of kAlexnetFigures, for batches of the same size.
std::string comparisonTable(const AlexnetReporter& reporter, const AlexnetOptions& options);

}  // namespace cli
