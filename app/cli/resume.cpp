#include "app/cli/resume.h"

#include <cstdio>
#include <system_error>

#include "app/cli/arguments.h"
#include "app/cli/run_limits.h"
#include "engine/error.h"
#include "engine/log/number_text.h"
#include "engine/pace/pace_text.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

void warn(const std::string& warning) {
  if (!warning.empty()) std::fprintf(stderr, "burstlab-cli: warning: %s\n", warning.c_str());
}

void followData(const engine::DatasetIdentity& dataset, TrainOptions& options) {
  options.selfTest = dataset.folder.empty();
  std::error_code ignored;
  // Elsewhere, it may be the bundled one.
  if (options.data.empty() && !options.selfTest && fs::exists(dataset.folder, ignored))
    options.data = dataset.folder;
}

void followSettings(const Arguments& arguments, engine::RunState& state, TrainOptions& options) {
  engine::TrainConfig config = state.config;
  config.threads = options.config.threads;  // of the computer rather than of the run
  if (arguments.isSet("max-steps")) config.maxSteps = options.config.maxSteps;
  if (arguments.isSet("epochs")) config.epochs = options.config.epochs;
  if (arguments.isSet("kernels")) config.kernels = options.config.kernels;
  if (arguments.isSet("learning-rate")) state.baseLearningRate = options.config.learningRate;
  warn(engine::takeKernelsOfThisComputer(config));
  options.config = state.config = config;
}

std::optional<engine::PacedRun> restoredMachine(const engine::Checkpoint& checkpoint) {
  const auto companion = checkpoint.companions.find(engine::kMachineCompanion);
  if (companion == checkpoint.companions.end()) return {};
  return engine::PacedRun::restored(companion->second);
}

// How fast its time passes; see PaceOptions::pace.
double restoredPace(const engine::Checkpoint& checkpoint) {
  const auto companion = checkpoint.companions.find(engine::kPaceCompanion);
  return engine::readPace(companion == checkpoint.companions.end() ? "virtual" : companion->second);
}

void followMachine(const Arguments& arguments, ResumedRun& run, TrainOptions& options) {
  if (!run.machine) {
    requireNoPaceOptions(arguments);
    return requireNoStopAtCredits(options.checkpoint.stopAt);
  }
  options.pace = PaceOptions{run.machine->settings(), restoredPace(*run.checkpoint)};
  readPaceOptions(arguments, *options.pace);
  run.machine->setCost(options.pace->settings.cost);
  run.machine->setPolicy(options.pace->settings.policy);
  run.machine->setThreads(options.pace->settings.threads);
}

}  // namespace

ResumedRun readForResume(const Arguments& arguments, TrainOptions& options) {
  auto [read, warning] = engine::readCheckpoint(options.checkpoint.resume);
  warn(warning);
  followData(read.dataset, options);
  followSettings(arguments, read.state, options);
  ResumedRun run;
  run.machine = restoredMachine(read);
  run.checkpoint = std::make_shared<const engine::Checkpoint>(std::move(read));
  if (options.pace || options.live) {
    if (run.machine && !options.quiet)
      std::fprintf(stderr, "The machine begins anew; the credits of the %s are left behind.\n",
                   run.machine->settings().type.name.c_str());
    run.machine.reset();
  } else {
    followMachine(arguments, run, options);
  }
  if (!options.quiet)
    std::fprintf(stderr, "Going on behind step %lld.\n",
                 static_cast<long long>(run.checkpoint->state.steps - 1));
  return run;
}

void requireAhead(const ResumedRun& run, const TrainOptions& options, std::int64_t trainCount) {
  const StopAt& stopAt = options.checkpoint.stopAt;
  const engine::Checkpoint& from = *run.checkpoint;
  const double epochs = static_cast<double>(from.state.steps) * from.state.config.batchSize /
                        static_cast<double>(trainCount);
  std::string place;
  if ((stopAt.steps && from.state.steps >= *stopAt.steps) ||
      (stopAt.epochs && epochs >= *stopAt.epochs))
    place =
        std::to_string(from.state.steps) + " steps and " + engine::fixedText(epochs, 2) + " epochs";
  const bool isPaced = options.pace || !from.history->moments.empty();
  const double seconds = run.machine ? run.machine->seconds()
                         : isPaced   ? 0
                                     : trainingSeconds(*from.history);
  if (stopAt.seconds && seconds > 0 && seconds >= *stopAt.seconds)
    place = engine::fixedText(seconds, 1) + " s";
  if (stopAt.credits && run.machine && run.machine->moment().balance() <= *stopAt.credits)
    place = engine::fixedText(run.machine->moment().balance(), 2) + " credits";
  if (!place.empty())
    throw engine::Error(options.checkpoint.resume.string() + " is at " + place +
                            " already; name a --stop-at beyond that.",
                        options.checkpoint.resume.string());
}

void keepMachine(engine::CheckpointKeeper& keeper, const engine::Pacer& pacer) {
  keeper.addCompanion(engine::kMachineCompanion, [&pacer] { return pacer.run().state(); });
  keeper.addCompanion(engine::kPaceCompanion, [&pacer] { return engine::paceText(pacer.pace()); });
}

}  // namespace cli
