#pragma once

#include <memory>

#include "app/cli/train_options.h"
#include "engine/pace/pacer.h"
#include "engine/train/checkpoint.h"
#include "engine/train/checkpoint_keeper.h"

namespace cli {

class Arguments;

/// A run that goes on.
struct ResumedRun {
  std::shared_ptr<const engine::Checkpoint> checkpoint;
  /// The simulated machine as it was, but for what the command line changes; nothing if there is
  /// none or the command line names another one.
  std::optional<engine::PacedRun> machine;
};

/// Reads the checkpoint that --resume names and lets the options follow it: data set, settings and
/// simulated machine are its own where the command line names no others. Tells on standard error
/// where the older generation or other kernels have to do, and where a machine begins anew. Throws
/// engine::Error, and UsageError for options about a machine where there is none.
ResumedRun readForResume(const Arguments& arguments, TrainOptions& options);

/// Throws engine::Error, which tells where the run is, if --stop-at would end it at once.
void requireAhead(const ResumedRun& run, const TrainOptions& options, std::int64_t trainCount);

/// Stores the machine of a pacer along with the run; keeper must not outlive it.
void keepMachine(engine::CheckpointKeeper& keeper, const engine::Pacer& pacer);

}  // namespace cli
