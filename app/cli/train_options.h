#pragma once

#include <QStringList>
#include <filesystem>
#include <optional>

#include "app/cli/checkpoint_options.h"
#include "app/cli/live_training.h"
#include "app/cli/pace_options.h"
#include "engine/train/train_config.h"

namespace cli {

class Arguments;

/// What `burstlab-cli train` was asked for.
struct TrainOptions {
  engine::TrainConfig config;
  bool selfTest = false;
  std::filesystem::path data;  ///< empty: the bundled MNIST
  std::filesystem::path save;  ///< empty: do not save
  std::filesystem::path log;   ///< of the run log; "-": standard output; empty: none
  bool force = false;          ///< save may replace a file
  bool quiet = false;
  bool progress = false;
  CheckpointOptions checkpoint;
  std::optional<PaceOptions> pace;  ///< the simulated machine; nothing: this computer alone
  std::optional<LiveOptions> live;  ///< this computer's own credits; not with pace
};

/// Throws UsageError.
Arguments parseTrainArguments(const QStringList& arguments);
TrainOptions trainOptions(const Arguments& arguments);

}  // namespace cli
