#include "app/cli/train_command.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <thread>
#include <utility>

#include "app/cli/arguments.h"
#include "app/cli/dataset_option.h"
#include "app/cli/interrupt.h"
#include "app/cli/line_output.h"
#include "app/cli/live_training.h"
#include "app/cli/resume.h"
#include "app/cli/run_limits.h"
#include "app/cli/run_log_file.h"
#include "app/cli/save_weights.h"
#include "app/cli/train_options.h"
#include "app/cli/train_reporter.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/log/console_log.h"
#include "engine/log/number_text.h"
#include "engine/pace/pacer.h"
#include "engine/train/checkpoint_lock.h"
#include "engine/train/observer_list.h"
#include "engine/train/trainer.h"

namespace cli {
namespace {

// The log of a run that goes on continues the one before.
bool tellsOfData(const TrainOptions& options) {
  return !options.quiet && options.checkpoint.resume.empty();
}

engine::Dataset load(const TrainOptions& options, LineOutput& output) {
  if (options.selfTest) {
    if (tellsOfData(options)) output.print("Running self-test.\n");
    return engine::selfTestDataset();
  }
  return loadDataset(options.data, [&](const std::filesystem::path& file) {
    if (tellsOfData(options)) output.print(engine::extractingLine(file.string()) + "\n");
  });
}

void requireSuccess(const engine::RunFinished& run, const TrainOptions& options,
                    const std::filesystem::path& saved, const LineOutput& output) {
  const std::string kept = saved.empty() ? ""
                                         : " " + saved.string() + " has the weights after " +
                                               std::to_string(run.steps) +
                                               (run.steps == 1 ? " update." : " updates.");
  if (run.reason == engine::StopReason::NonFinite)
    throw engine::Error("The loss became infinite or not a number at step " +
                        std::to_string(run.lastStep) + ". Lower --learning-rate." + kept);
  if (run.test.count == 0 && output.readerIsGone() && !saved.empty())
    throw engine::Error("Stopped before step " + std::to_string(run.steps) +
                        " because nobody reads the output any more." + kept);
  if (options.selfTest && run.test.count > 0 && run.test.wrong > 0)
    throw engine::Error("expected 0.0 test_error, got " +
                        engine::fixedText(run.test.errorRate(), 2));
}

std::optional<engine::Pacer> makePacer(const TrainOptions& options,
                                       std::optional<engine::PacedRun> restored,
                                       engine::TrainObserver& observer,
                                       engine::TrainControl& control) {
  if (!options.pace) return {};
  return std::optional<engine::Pacer>(
      std::in_place, restored ? *restored : engine::PacedRun(options.pace->settings),
      options.pace->pace, engine::Pacer::LogTime::Machine, observer, control);
}

// A run that is held back comes to a step only now and then, and Ctrl-C shall not wait for it.
std::jthread watchInterrupts(TrainReporter& reporter) {
  return std::jthread([&reporter](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      reporter.obeyInterrupt();
    }
  });
}

std::string creditsText(const engine::Pacer& pacer) {
  const engine::PacedRun run = pacer.run();
  const engine::PaceMoment end = run.moment();
  return " with " + engine::fixedText(end.balance(), 1) + " credits left after " +
         engine::fixedText(end.seconds / 60, 1) + " minutes of a " + run.settings().type.name +
         ", " + engine::fixedText(end.spent, 1) + " spent";
}

// Before hours of work.
void requireNewCheckpoint(const CheckpointOptions& options) {
  if (options.file.empty()) return;
  if (options.file != options.resume && std::filesystem::exists(options.file))
    throw engine::Error(
        options.file.string() + " exists. Go on from it with --resume, or name another file.",
        options.file.string());
  constexpr std::uintmax_t kCheckpointBytes = 25'000'000;
  engine::requireWritable(options.file, kCheckpointBytes);
}

engine::CheckpointKeeper::Options keeperOptions(const CheckpointOptions& options) {
  return {options.file, options.autosaveSeconds, [](const std::string& message) {
            std::fprintf(stderr, "burstlab-cli: warning: %s\n", message.c_str());
          }};
}

void requireSaved(const engine::CheckpointKeeper& keeper, const engine::RunFinished& run,
                  const std::filesystem::path& file) {
  if (run.reason != engine::StopReason::NonFinite && keeper.savedSteps() != run.steps)
    throw engine::Error("The last state of the run could not be written to " + file.string() + ".",
                        file.string());
}

// All of it may be done but the test.
bool canGoOn(const engine::RunFinished& run) {
  return run.reason != engine::StopReason::NonFinite && run.test.count == 0;
}

// Throws EarlyEnd if there is more to do.
void tellOfTheEnd(const engine::RunFinished& run, const TrainOptions& options,
                  const std::filesystem::path& saved, const std::string& credits) {
  const std::filesystem::path& checkpoint = options.checkpoint.file;
  if (canGoOn(run) && (!checkpoint.empty() || !saved.empty()))
    throw EarlyEnd("Stopped at step " + std::to_string(run.steps) + credits + "; " +
                   (checkpoint.empty() ? saved.string() + " has the weights."
                                       : "go on with --resume " + checkpoint.string() + "."));
  if (!credits.empty() && !options.quiet) std::fprintf(stderr, "Ended%s.\n", credits.c_str());
}

}  // namespace

void runTrain(const QStringList& list, LineOutput& output) {
  const Arguments arguments = parseTrainArguments(list);
  if (arguments.helpWanted()) return output.print(arguments.helpText().toStdString());
  TrainOptions options = trainOptions(arguments);
  if (!options.save.empty()) requireSavable(options.save, options.force);
  std::optional<engine::CheckpointLock> lock;
  if (!options.checkpoint.file.empty()) lock.emplace(options.checkpoint.file);
  requireNewCheckpoint(options.checkpoint);
  engine::TrainControl control;
  RunLimits limits(options.checkpoint, control);

  ResumedRun from;
  if (!options.checkpoint.resume.empty()) from = readForResume(arguments, options);
  const engine::Dataset dataset = load(options, output);
  requireNoneOf(dataset.files, options.save);
  if (from.checkpoint) requireAhead(from, options, dataset.train.count());
  engine::Trainer trainer = from.checkpoint
                                ? engine::Trainer(dataset, std::exchange(from.checkpoint, nullptr))
                                : engine::Trainer(dataset, options.config);
  TrainReporter reporter(options, output, control);
  RunLogFile log(options, dataset, output);
  engine::ObserverList observers{&reporter, &log, &limits};
  noteInterrupts();
  std::optional<LiveTraining> live;
  if (options.live) {
    live.emplace(*options.live, options.quiet, control,
                 [&log](const engine::RunNews& news) { log.add(news); });
    observers.add(*live);
  }
  std::optional<engine::CheckpointKeeper> keeper;
  if (!options.checkpoint.file.empty())
    keeper.emplace(dataset, control, observers, keeperOptions(options.checkpoint));
  engine::TrainObserver* first = &observers;
  if (keeper) first = &*keeper;
  std::optional<engine::Pacer> pacer = makePacer(options, std::move(from.machine), *first, control);
  if (pacer) first = &*pacer;
  if (pacer && keeper) keepMachine(*keeper, *pacer);
  std::jthread watch;
  if (live || (pacer && std::isfinite(pacer->pace()))) watch = watchInterrupts(reporter);
  trainer.run(*first, control);
  if (keeper) keeper->finish();

  const engine::RunFinished& run = reporter.result();
  SavedWeights saved;
  // A file that the next slice would find in its way.
  const bool keptForLater = keeper && keeper->savedSteps() == run.steps && canGoOn(run);
  if (!options.save.empty() && !keptForLater)
    saved = saveWeights(run, options.config, dataset, options.save, options.force);
  requireSuccess(run, options, saved.file, output);
  log.requireWritten();
  if (keeper) requireSaved(*keeper, run, options.checkpoint.file);
  tellOfTheEnd(run, options, saved.file,
               pacer  ? creditsText(*pacer)
               : live ? " " + live->outcome()
                      : "");
  // Not among the lines of the log, which other programs read.
  if (!options.save.empty() && !options.quiet)
    std::fprintf(stderr, "%s\n", reportLine(saved.file, saved.report).c_str());
}

}  // namespace cli
