#pragma once

#include "engine/data/dataset.h"
#include "engine/train/train_config.h"

namespace engine {

/// Throws Error, naming the setting to change, if the settings make no sense or do not fit the
/// data.
void requireTrainable(const TrainConfig& config, const Dataset& dataset);

}  // namespace engine
