#include "app/cli/train_command.h"

#include <cstdio>

#include "app/cli/arguments.h"
#include "app/cli/interrupt.h"
#include "app/cli/line_output.h"
#include "app/cli/run_log_file.h"
#include "app/cli/save_weights.h"
#include "app/cli/train_options.h"
#include "app/cli/train_reporter.h"
#include "engine/data/dataset_folder.h"
#include "engine/error.h"
#include "engine/log/console_log.h"
#include "engine/log/number_text.h"
#include "engine/train/observer_list.h"
#include "engine/train/trainer.h"

namespace cli {
namespace {

std::filesystem::path bundledFolder() {
  const auto mnist = engine::bundledMnist();
  if (!mnist)
    throw engine::Error("The bundled MNIST is missing. Name a folder of IDX files with --data.");
  return mnist->folder;
}

engine::Dataset load(const TrainOptions& options, LineOutput& output) {
  if (options.selfTest) {
    if (!options.quiet) output.print("Running self-test.\n");
    return engine::selfTestDataset();
  }
  const auto folder = options.data.empty() ? bundledFolder() : options.data;
  engine::Dataset dataset = engine::loadDataset(folder, [&](const std::filesystem::path& file) {
    if (!options.quiet) output.print(engine::extractingLine(file.string()) + "\n");
  });
  for (const std::string& warning : dataset.warnings)
    std::fprintf(stderr, "burstlab-cli: warning: %s\n", warning.c_str());
  return dataset;
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

}  // namespace

void runTrain(const QStringList& list, LineOutput& output) {
  const Arguments arguments = parseTrainArguments(list);
  if (arguments.helpWanted()) return output.print(arguments.helpText().toStdString());
  const TrainOptions options = trainOptions(arguments);
  if (!options.save.empty()) requireSavable(options.save);

  const engine::Dataset dataset = load(options, output);
  requireNoneOf(dataset.files, options.save);
  engine::Trainer trainer(dataset, options.config);
  engine::TrainControl control;
  TrainReporter reporter(options, output, control);
  RunLogFile log(options, dataset, output);
  engine::ObserverList observers{&reporter, &log};
  noteInterrupts();
  trainer.run(observers, control);

  const engine::RunFinished& run = reporter.result();
  const auto saved = options.save.empty() ? options.save : saveWeights(run, options.save);
  requireSuccess(run, options, saved, output);
  log.requireWritten();
}

}  // namespace cli
