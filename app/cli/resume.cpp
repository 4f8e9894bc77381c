#include "app/cli/resume.h"

#include <cstdio>
#include <system_error>

#include "app/cli/arguments.h"
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

}  // namespace

std::shared_ptr<const engine::Checkpoint> readForResume(const Arguments& arguments,
                                                        TrainOptions& options) {
  auto [read, warning] = engine::readCheckpoint(options.checkpoint.resume);
  warn(warning);
  followData(read.dataset, options);
  followSettings(arguments, read.state, options);
  if (const auto machine = options.pace || options.live ? std::nullopt : restoredMachine(read))
    options.pace = PaceOptions{machine->settings(), restoredPace(read)};
  if (!options.quiet)
    std::fprintf(stderr, "Going on behind step %lld.\n",
                 static_cast<long long>(read.state.steps - 1));
  return std::make_shared<const engine::Checkpoint>(std::move(read));
}

std::optional<engine::PacedRun> restoredMachine(const engine::Checkpoint& checkpoint) {
  const auto companion = checkpoint.companions.find(engine::kMachineCompanion);
  if (companion == checkpoint.companions.end()) return {};
  return engine::PacedRun::restored(companion->second);
}

double restoredPace(const engine::Checkpoint& checkpoint) {
  const auto companion = checkpoint.companions.find(engine::kPaceCompanion);
  return engine::readPace(companion == checkpoint.companions.end() ? "virtual" : companion->second);
}

void keepMachine(engine::CheckpointKeeper& keeper, const engine::Pacer& pacer) {
  keeper.addCompanion(engine::kMachineCompanion, [&pacer] { return pacer.run().state(); });
  keeper.addCompanion(engine::kPaceCompanion, [&pacer] { return engine::paceText(pacer.pace()); });
}

}  // namespace cli
