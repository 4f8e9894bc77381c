#pragma once

#include <nlohmann/json.hpp>

#include "engine/train/train_config.h"

namespace engine {

nlohmann::json toJson(const TrainConfig& config);

/// A setting that is missing has its default. Throws nlohmann::json::exception where a value is of
/// a wrong kind.
TrainConfig trainConfigFromJson(const nlohmann::json& json);

}  // namespace engine
