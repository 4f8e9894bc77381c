#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/tensor/tensor.h"

namespace engine {

/// What a file says about its weights, as texts under these names where known: burstlab (version),
/// dataset, dataset_crc32, step (number of updates), test_error_percent, validation_error_percent,
/// recipe (the settings of the run).
using Metadata = std::map<std::string, std::string>;

/// The content of a file of weights, whatever its format.
struct WeightsFile {
  Weights weights;
  Metadata metadata;
};

using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;

}  // namespace engine
