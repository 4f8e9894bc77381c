#pragma once

#include <QCommandLineOption>
#include <QList>
#include <filesystem>
#include <optional>

namespace cli {

class Arguments;

/// Where a run ends for now. At most one is set.
struct StopAt {
  std::optional<std::int64_t> steps;
  std::optional<double> epochs;
  std::optional<double> seconds;  ///< of the run without pauses, or of the simulated machine
  std::optional<double> credits;  ///< of the simulated machine

  bool isSet() const { return steps || epochs || seconds || credits; }
};

/// What `burstlab-cli train` is to do with checkpoints.
struct CheckpointOptions {
  std::filesystem::path resume;  ///< to go on from; empty: a new run
  std::filesystem::path file;    ///< to write; empty: none
  double autosaveSeconds = 60;
  StopAt stopAt;
  std::optional<double> timeLimit;  ///< seconds of this process
};

QList<QCommandLineOption> checkpointOptions();

/// For a run without a simulated machine. Throws UsageError.
void requireNoStopAtCredits(const StopAt& stopAt);

/// Throws UsageError.
CheckpointOptions readCheckpointOptions(const Arguments& arguments);

}  // namespace cli
