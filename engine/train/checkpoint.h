#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "engine/data/dataset.h"
#include "engine/train/run_state.h"
#include "engine/train/train_observer.h"

namespace engine {

/// Which data a run was trained on.
struct DatasetIdentity {
  std::string name;
  std::filesystem::path folder;  ///< absolute; empty for data that were made up
  std::string fingerprint;

  static DatasetIdentity of(const Dataset& dataset);
};

/// A run that can go on later, elsewhere, as if nothing had happened; see Trainer.
struct Checkpoint {
  DatasetIdentity dataset;
  RunState state;
  std::shared_ptr<const RunHistory> history;  ///< never null
  /// States of what goes along with the run, such as a simulated machine, by name.
  std::map<std::string, std::string> companions;
};

/// Companions of a run with a simulated machine: PacedRun::state() and paceText().
inline constexpr const char* kMachineCompanion = "machine";
inline constexpr const char* kPaceCompanion = "pace";

/// Where this computer has not the kernels that a run began with, takes its fastest ones and
/// returns a sentence that says so; else nothing.
std::string takeKernelsOfThisComputer(TrainConfig& config);

/// Throws Error, naming both, unless the checkpoint was made with these data.
void requireSameData(const Checkpoint& checkpoint, const Dataset& dataset);

// Files. A file holds 13.3 MB of weights and velocities, 6.7 MB of the best weights once there are
// any, 64 bytes per step and 1 kB per validation. The one before it is kept beside it under the
// same name with a ~, so that there is a second chance where a disk damages what was written.

std::filesystem::path olderGeneration(const std::filesystem::path& path);

/// Replaces the file as a whole: a kill at any moment leaves it readable. What was there becomes
/// the older generation or, where it could not be read, is kept as NAME.unreadable. Throws Error; a
/// file of a newer version stays where it is.
void writeCheckpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

/// Removes both generations, if they are there.
void removeCheckpoint(const std::filesystem::path& path) noexcept;

struct LoadedCheckpoint {
  Checkpoint checkpoint;
  /// Where the older generation had to be taken, one sentence that says why; else empty.
  std::string warning;
};

/// Reads the file or, if that is missing or cannot be used, its older generation. Throws Error
/// (missing, foreign, truncated, damaged) if there is neither, and NewerFormatError for a file of a
/// newer version, whatever is beside it.
LoadedCheckpoint readCheckpoint(const std::filesystem::path& path);

}  // namespace engine
