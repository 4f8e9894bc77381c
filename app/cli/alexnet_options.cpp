#include "app/cli/alexnet_options.h"

#include "app/cli/kernel_options.h"
#include "engine/error.h"

namespace cli {
namespace {

using Simulation = AlexnetOptions::Simulation;

// "9650,28700", "measured" or "8x".
std::variant<engine::AlexnetFigure, double> readCost(const std::string& text) {
  const std::size_t comma = text.find(',');
  const engine::StepCost first = engine::readStepCost(text.substr(0, comma));
  const bool isFixed = first.kind == engine::StepCost::Kind::Fixed;
  if (comma == std::string::npos && !isFixed) return first.value;
  if (comma != std::string::npos && isFixed) {
    const engine::StepCost second = engine::readStepCost(text.substr(comma + 1));
    if (second.kind == first.kind)
      return engine::AlexnetFigure{"", first.value / 1000, second.value / 1000};
  }
  throw engine::Error(
      "--ms-per-step takes the ms of a forward and of a forward-backward batch of 128 such as "
      "9650,28700, \"measured\", or a factor to that such as 8x, not \"" +
      text + "\".");
}

std::optional<Simulation> simulation(const Arguments& arguments) {
  if (!arguments.isSet("machine")) {
    for (const char* option : {"ms-per-step", "pace"})
      if (arguments.isSet(option))
        throw UsageError(std::string("--") + option + " needs a --machine.");
    return {};
  }
  try {
    Simulation result{
        engine::readMachine(arguments.text("machine"), engine::InstanceCatalogue::bundled())};
    if (arguments.isSet("ms-per-step")) result.cost = readCost(arguments.text("ms-per-step"));
    if (arguments.isSet("pace")) result.pace = engine::readPace(arguments.text("pace"));
    return result;
  } catch (const engine::Error& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

Arguments parseAlexnetArguments(const QStringList& arguments) {
  return {
      "alexnet",
      "Times AlexNet on made-up images, forward and with gradients, and prints the log of\n"
      "TensorFlow's alexnet_benchmark.py. Ten batches of each kind warm up first.",
      QList<QCommandLineOption>{
          {{"batch_size", "batch-size"}, "Images per batch (128).", "number"},
          {{"num_batches", "num-batches"}, "Batches that count, of each kind (100).", "number"},
          {"compat",
           "Print the summaries as the old script counted, too: too low a mean, and a "
           "deviation of 10 %."},
          {"layers", "Print the time of every layer at the end, and other machines' times."},
          {"machine",
           "Simulate a burstable instance and print its times: t2.micro, t2.micro:30 (credits at "
           "the start), ...",
           "name"},
          {"ms-per-step",
           "What a batch costs at its full speed: 9650,28700 (forward and forward-backward, 128 "
           "images; the article's TensorFlow; nothing is computed then), measured, or 8x (so "
           "many times what it takes here).",
           "cost"},
          {"pace", "How fast its time goes: virtual (at once), real, 60x.", "pace"},
          {"progress", "Show a bar with the time left, if this is a terminal."},
      } + kernelOptions(),
      arguments};
}

AlexnetOptions alexnetOptions(const Arguments& arguments) {
  AlexnetOptions options;
  arguments.readNumber("batch_size", 1, engine::kMaxAlexnetBatch, options.config.batchSize);
  arguments.readNumber("num_batches", 1, 1'000'000, options.batches);
  readKernelOptions(arguments, options.config.threads, options.config.kernels,
                    options.config.convMethod);
  options.compat = arguments.isSet("compat");
  options.layers = arguments.isSet("layers");
  options.progress = arguments.isSet("progress");
  options.simulation = simulation(arguments);
  if (options.layers && options.simulation)
    throw UsageError("--layers times this computer; it does not go with --machine.");
  return options;
}

}  // namespace cli
