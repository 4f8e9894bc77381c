#pragma once

#include <cstdint>
#include <string>

#include "engine/data/dataset.h"
#include "engine/train/train_config.h"
#include "engine/weights/weights_file.h"

namespace engine {

/// What is known of weights that a run has made by so many updates.
Metadata describeRun(const TrainConfig& config, const Dataset& dataset, std::int64_t updates);

/// CRC-32 of the pixels and labels for training, validation and test, in this order, as eight
/// hexadecimal digits: tells data sets apart wherever their files lie.
std::string datasetChecksum(const Dataset& dataset);

/// A JSON object of texts, on one line and in ASCII.
std::string metadataJson(const Metadata& metadata);
/// Empty where text is no such object: metadata are a help, and no reason to refuse weights.
Metadata parseMetadata(const std::string& text);

}  // namespace engine
