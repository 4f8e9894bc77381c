#include "app/cli/train_command.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <thread>

#include "app/cli/arguments.h"
#include "app/cli/dataset_option.h"
#include "app/cli/interrupt.h"
#include "app/cli/line_output.h"
#include "app/cli/live_training.h"
#include "app/cli/run_log_file.h"
#include "app/cli/save_weights.h"
#include "app/cli/train_options.h"
#include "app/cli/train_reporter.h"
#include "engine/error.h"
#include "engine/log/console_log.h"
#include "engine/log/number_text.h"
#include "engine/pace/pacer.h"
#include "engine/train/observer_list.h"
#include "engine/train/trainer.h"

namespace cli {
namespace {

engine::Dataset load(const TrainOptions& options, LineOutput& output) {
  if (options.selfTest) {
    if (!options.quiet) output.print("Running self-test.\n");
    return engine::selfTestDataset();
  }
  return loadDataset(options.data, [&](const std::filesystem::path& file) {
    if (!options.quiet) output.print(engine::extractingLine(file.string()) + "\n");
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

std::optional<engine::Pacer> makePacer(const TrainOptions& options, engine::TrainObserver& observer,
                                       engine::TrainControl& control) {
  if (!options.pace) return {};
  return std::optional<engine::Pacer>(std::in_place, engine::PacedRun(options.pace->settings),
                                      options.pace->pace, engine::Pacer::LogTime::Machine, observer,
                                      control);
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

void tellOfCredits(const engine::Pacer& pacer, const TrainOptions& options,
                   const engine::RunFinished& run, const std::filesystem::path& saved) {
  const engine::PaceMoment end = pacer.run().moment();
  const std::string credits = " with " + engine::fixedText(end.balance(), 1) +
                              " credits left after " + engine::fixedText(end.seconds / 60, 1) +
                              " minutes of a " + options.pace->settings.type.name;
  if (pacer.hasStopped())
    throw EarlyEnd("Stopped at step " + std::to_string(run.steps) + credits + "; " +
                   saved.string() + " has the weights.");
  if (!options.quiet)
    std::fprintf(stderr, "Ended%s, %s spent.\n", credits.c_str(),
                 engine::fixedText(end.spent, 1).c_str());
}

void tellOfCredits(const LiveTraining& live, const TrainOptions& options,
                   const engine::RunFinished& run, const std::filesystem::path& saved) {
  if (live.hasStopped())
    throw EarlyEnd("Stopped at step " + std::to_string(run.steps) + " " + live.outcome() + "; " +
                   saved.string() + " has the weights.");
  if (!options.quiet) std::fprintf(stderr, "Ended %s.\n", live.outcome().c_str());
}

}  // namespace

void runTrain(const QStringList& list, LineOutput& output) {
  const Arguments arguments = parseTrainArguments(list);
  if (arguments.helpWanted()) return output.print(arguments.helpText().toStdString());
  const TrainOptions options = trainOptions(arguments);
  if (!options.save.empty()) requireSavable(options.save, options.force);

  const engine::Dataset dataset = load(options, output);
  requireNoneOf(dataset.files, options.save);
  engine::Trainer trainer(dataset, options.config);
  engine::TrainControl control;
  TrainReporter reporter(options, output, control);
  RunLogFile log(options, dataset, output);
  engine::ObserverList observers{&reporter, &log};
  noteInterrupts();
  std::optional<engine::Pacer> pacer = makePacer(options, observers, control);
  std::optional<LiveTraining> live;
  if (options.live) {
    live.emplace(*options.live, options.quiet, control,
                 [&log](const engine::RunNews& news) { log.add(news); });
    observers.add(*live);
  }
  std::jthread watch;
  if (live || (pacer && std::isfinite(pacer->pace()))) watch = watchInterrupts(reporter);
  trainer.run(pacer ? static_cast<engine::TrainObserver&>(*pacer) : observers, control);

  const engine::RunFinished& run = reporter.result();
  SavedWeights saved;
  if (!options.save.empty())
    saved = saveWeights(run, options.config, dataset, options.save, options.force);
  requireSuccess(run, options, saved.file, output);
  log.requireWritten();
  if (pacer) tellOfCredits(*pacer, options, run, saved.file);
  if (live) tellOfCredits(*live, options, run, saved.file);
  // Not among the lines of the log, which other programs read.
  if (!options.save.empty() && !options.quiet)
    std::fprintf(stderr, "%s\n", reportLine(saved.file, saved.report).c_str());
}

}  // namespace cli
