#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/train/train_observer.h"
#include "engine/weights/save_verified.h"

namespace cli {

/// Throws engine::Error if weights could not be saved to target now: the name tells no format, a
/// file is in the way and force is not given, or the folder, the rights or the space are missing.
void requireSavable(const std::filesystem::path& target, bool force);

/// Throws engine::Error if target is one of these files.
void requireNoneOf(const std::vector<std::filesystem::path>& files,
                   const std::filesystem::path& target);

/// What was saved where.
struct SavedWeights {
  std::filesystem::path file;
  engine::SaveReport report;
};

/// Saves the weights of a run, verified, and returns the file's name: target; or, after a run whose
/// loss became no number, so that a good older file stays, NAME.last-finite beside it. Where
/// another file of that name has come up meanwhile, and always with the last finite weights,
/// NAME-2, NAME-3 and so on are taken; with force the target is replaced.
///
/// Where the disk fails, the weights go to the system's temporary folder as .npz; throws the
/// engine::Error all the same, saying where they are.
SavedWeights saveWeights(const engine::RunFinished& run, const engine::TrainConfig& config,
                         const engine::Dataset& dataset, const std::filesystem::path& target,
                         bool force);

/// "NAME: NumPy archive, verified: 3e-6 on 100 images"
std::string reportLine(const std::filesystem::path& file, const engine::SaveReport& report);

}  // namespace cli
