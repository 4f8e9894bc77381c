#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "engine/train/checkpoint.h"

namespace engine {

/// A checkpoint as Sections: "run" is JSON with the settings, the data set and the numbers of
/// RunState; "weights", "velocities", "history" and, where there are any, "owed" (OwedReport) and
/// "best" (BestWeights) are binary; every companion is a part with a + before its name.
std::vector<std::byte> encodeCheckpoint(const Checkpoint& checkpoint);

/// path is for messages only. Throws Error; see decodeSections().
Checkpoint decodeCheckpoint(std::span<const std::byte> file, const std::filesystem::path& path);

}  // namespace engine
