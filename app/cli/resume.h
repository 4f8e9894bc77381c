#pragma once

#include <memory>

#include "app/cli/train_options.h"
#include "engine/pace/pacer.h"
#include "engine/train/checkpoint.h"
#include "engine/train/checkpoint_keeper.h"

namespace cli {

class Arguments;

/// Reads the checkpoint that --resume names and lets the options follow it: data set, settings and
/// simulated machine are its own where the command line names no others. Tells on standard error
/// where the older generation or other kernels have to do. Throws engine::Error.
std::shared_ptr<const engine::Checkpoint> readForResume(const Arguments& arguments,
                                                        TrainOptions& options);

/// The simulated machine as it was, or nothing if the checkpoint has none.
std::optional<engine::PacedRun> restoredMachine(const engine::Checkpoint& checkpoint);

/// How fast its time passes; see PaceOptions::pace.
double restoredPace(const engine::Checkpoint& checkpoint);

/// Stores the machine of a pacer along with the run; keeper must not outlive it.
void keepMachine(engine::CheckpointKeeper& keeper, const engine::Pacer& pacer);

}  // namespace cli
