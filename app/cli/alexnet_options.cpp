#include "app/cli/alexnet_options.h"

#include "app/cli/kernel_options.h"

namespace cli {

Arguments parseAlexnetArguments(const QStringList& arguments) {
  return {"alexnet",
          "Times AlexNet on made-up images, forward and with gradients, and prints the log of\n"
          "TensorFlow's alexnet_benchmark.py. Ten batches of each kind warm up first.",
          QList<QCommandLineOption>{
              {{"batch_size", "batch-size"}, "Images per batch (128).", "number"},
              {{"num_batches", "num-batches"}, "Batches that count, of each kind (100).", "number"},
              {"compat",
               "Print the summaries as the old script counted, too: too low a mean, and a "
               "deviation of 10 %."},
              {"layers", "Print the time of every layer at the end, and other machines' times."},
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
  return options;
}

}  // namespace cli
