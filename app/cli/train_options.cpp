#include "app/cli/train_options.h"

#include <limits>
#include <system_error>
#include <utility>

#include "app/cli/arguments.h"
#include "app/cli/kernel_options.h"

namespace cli {
namespace {

template <typename Number>
constexpr Number kMost = std::numeric_limits<Number>::max();

// One would write over the other.
void requireOtherNames(const TrainOptions& options) {
  std::error_code ignored;
  const auto isSame = [&](const std::filesystem::path& one, const std::filesystem::path& other) {
    namespace fs = std::filesystem;
    return !one.empty() && !other.empty() &&
           fs::weakly_canonical(fs::absolute(one, ignored), ignored) ==
               fs::weakly_canonical(fs::absolute(other, ignored), ignored);
  };
  for (const auto& [option, file] : {std::pair("--save", options.save), {"--log", options.log}})
    for (const auto& checkpoint : {options.checkpoint.file, options.checkpoint.resume})
      if (isSame(file, checkpoint))
        throw UsageError(file.string() + " is the checkpoint; name another file with " + option +
                         ".");
}

}  // namespace

Arguments parseTrainArguments(const QStringList& arguments) {
  return {
      "train",
      "Trains the network of TensorFlow's MNIST sample and prints the sample's log.\n"
      "Without options it does what the sample does, on the bundled MNIST.\n"
      "Ctrl-C stops after the present step, tests and saves; a second one quits at once. With a "
      "checkpoint it ends without the test and with exit code 3: the run can go on.",
      QList<QCommandLineOption>{
          {"data", "Folder with the four IDX files of a data set.", "folder"},
          {"epochs", "Passes over the training images (10).", "number"},
          {"max-steps", "Stop after so many steps at the latest; a checkpoint keeps it.", "number"},
          {"batch", "Images per step (64).", "number"},
          {"learning-rate", "Learning rate of the first epoch (0.01).", "number"},
          {"seed", "Seed of the initial weights and of dropout (66478).", "number"},
          {"eval-every", "Steps from one report to the next (100).", "number"},
          {"shuffle", "Take the images in another order in every epoch."},
          {"distort",
           "Turn, slant, shift and bend every image a little, for other hands' writing."},
          {{"self-test", "self_test"}, "One epoch of made-up images; the test error must be 0."},
          {"save",
           "Save the weights at the end (of the last slice, with a checkpoint): .npz, "
           ".safetensors, .onnx, .h or .raw.",
           "file"},
          {"force", "Let --save replace an older file."},
          {"log", "Add a run log in JSON lines to this file; - prints it instead of the sample's.",
           "file.jsonl"},
          {"quiet", "Print the final test error alone."},
          {"progress", "Show a bar with the time left, if this is a terminal."},
      } + checkpointOptions() +
          kernelOptions() + paceOptions(),
      arguments};
}

TrainOptions trainOptions(const Arguments& arguments) {
  TrainOptions options;
  options.selfTest = arguments.isSet("self-test");
  options.data = arguments.text("data");
  options.save = arguments.text("save");
  options.log = arguments.text("log");
  options.force = arguments.isSet("force");
  // The lines of one log would tear up the other.
  options.quiet = arguments.isSet("quiet") || options.log == "-";
  options.progress = arguments.isSet("progress");
  if (options.selfTest && arguments.isSet("data"))
    throw UsageError("--self-test makes its own data; --data does not go with it.");
  for (const char* option : {"data", "save", "log"})
    if (arguments.isSet(option) && arguments.text(option).empty())
      throw UsageError(std::string("--") + option + " needs a name.");
  if (options.save == "-")
    throw UsageError("--save needs a file's name; weights do not go to standard output.");

  engine::TrainConfig& config = options.config;
  if (options.selfTest) config.epochs = 1;
  arguments.readNumber("epochs", 1, 1'000'000, config.epochs);
  if (arguments.isSet("max-steps"))
    arguments.readNumber("max-steps", std::int64_t{1}, kMost<std::int64_t>,
                         config.maxSteps.emplace());
  arguments.readNumber("batch", 1, engine::kMaxBatchSize, config.batchSize);
  arguments.readNumber("learning-rate", 1e-9, 1e3, config.learningRate);
  arguments.readNumber("seed", std::uint64_t{0}, kMost<std::uint64_t>, config.seed);
  arguments.readNumber("eval-every", 1, kMost<int>, config.evaluationInterval);
  readKernelOptions(arguments, config.threads, config.kernels, config.convMethod);
  config.distort = arguments.isSet("distort");
  config.shuffle = arguments.isSet("shuffle");
  options.checkpoint = readCheckpointOptions(arguments);
  requireOtherNames(options);
  options.live = readLiveOptions(arguments);
  if (!options.live) options.pace = readPaceOptions(arguments);
  // A run that goes on may have a machine already.
  const bool mayHaveMachine = options.pace || !options.checkpoint.resume.empty();
  if (!options.live && !mayHaveMachine) requireNoPaceOptions(arguments);
  const engine::CreditPolicy policy = options.live   ? options.live->policy
                                      : options.pace ? options.pace->settings.policy
                                                     : engine::CreditPolicy();
  if (options.live || !mayHaveMachine) requireNoStopAtCredits(options.checkpoint.stopAt);
  if (std::holds_alternative<engine::StopAt>(policy) && options.save.empty() &&
      options.checkpoint.file.empty())
    throw UsageError(
        "--credit-policy stop-at ends the run early; name a file for what it has "
        "learned, as in --save weights.npz or --checkpoint run.checkpoint.");
  return options;
}

}  // namespace cli
