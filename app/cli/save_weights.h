#pragma once

#include <filesystem>
#include <vector>

#include "engine/train/train_observer.h"

namespace cli {

/// Throws engine::Error if the weights of a run could not be saved to target now: the folder, the
/// rights or the space are missing.
void requireSavable(const std::filesystem::path& target);

/// Throws engine::Error if target is one of these files.
void requireNoneOf(const std::vector<std::filesystem::path>& files,
                   const std::filesystem::path& target);

/// Saves the weights of a run and returns the file's name: target, or, beside it,
/// NAME.last-finite.npz after a run whose loss became no number, so that a good older file stays.
/// Where the disk fails, the weights go to the system's temporary folder; throws the engine::Error
/// all the same, saying where they are.
std::filesystem::path saveWeights(const engine::RunFinished& run,
                                  const std::filesystem::path& target);

}  // namespace cli
