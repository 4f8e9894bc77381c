#include "app/cli/classify_command.h"

#include <algorithm>

#include "app/cli/arguments.h"
#include "app/cli/dataset_option.h"
#include "app/cli/image_file.h"
#include "app/cli/kernel_options.h"
#include "app/cli/line_output.h"
#include "app/cli/save_weights.h"
#include "app/cli/weights_options.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/log/console_log.h"
#include "engine/log/number_text.h"
#include "engine/nn/network.h"
#include "engine/nn/softmax.h"
#include "engine/train/evaluation.h"
#include "engine/weights/npy.h"

namespace cli {
namespace {

constexpr int kBlock = 64;

struct Kernels {
  int threads = engine::usefulThreads();
  std::string name;
  engine::ConvMethod method = engine::ConvMethod::Winograd;
};

// [N, 10]
engine::Tensor logitsOf(const engine::Weights& weights, std::span<const std::uint8_t> pixels,
                        const Kernels& kernels) {
  engine::ThreadPool pool(kernels.threads);
  engine::Network network(engine::sampleLenet(),
                          engine::selectKernels(kernels.name, kernels.method), pool, kBlock);
  network.setWeights(weights);
  const auto images = static_cast<std::int64_t>(pixels.size() / engine::kImagePixels);
  engine::Tensor logits({images, engine::kClassCount});
  float* out = logits.data();
  for (std::size_t first = 0; first < pixels.size(); first += kBlock * engine::kImagePixels) {
    const std::size_t size =
        std::min<std::size_t>(pixels.size() - first, kBlock * engine::kImagePixels);
    out = std::ranges::copy(network.logits(pixels.subspan(first, size)), out).out;
  }
  return logits;
}

// A line per image: its number, its class, the probability of that.
std::string answers(const engine::Tensor& logits) {
  const auto images = static_cast<int>(logits.shape()[0]);
  engine::Tensor probabilities(logits.shape());
  engine::softmax(images, engine::kClassCount, logits.data(), probabilities.data());
  std::string text;
  for (int image = 0; image < images; ++image) {
    const auto row = probabilities.values().subspan(
        static_cast<std::size_t>(image) * engine::kClassCount, engine::kClassCount);
    const auto best = std::ranges::max_element(row);
    text += "Image " + std::to_string(image) + ": " + std::to_string(best - row.begin()) + ", " +
            engine::fixedText(100.0 * static_cast<double>(*best), 1) + "%\n";
  }
  return text;
}

engine::Evaluation judge(const engine::Tensor& logits, const engine::LabeledImages& set) {
  engine::Evaluation result{.count = set.count()};
  for (std::int64_t i = 0; i < result.count; ++i)
    result.wrong += engine::argmax(engine::kClassCount, logits.data() + i * engine::kClassCount) !=
                            set.labels[static_cast<std::size_t>(i)]
                        ? 1
                        : 0;
  return result;
}

}  // namespace

void runClassify(const QStringList& list, LineOutput& output) {
  const Arguments arguments(
      "classify",
      "Classifies the test images of a data set and prints the error; or images of your own, and\n"
      "prints a line for each.",
      weightsOptions() +
          QList<QCommandLineOption>{
              {"images", "Images of your own: IDX, or .npy [N, 28, 28] from 0 to 255.", "file"},
              {"logits", "Save the network's outputs [N, 10] for numpy.load().", "file.npy"},
              {"force", "Replace an older file of logits."}} +
          kernelOptions(),
      list);
  if (arguments.helpWanted()) return output.print(arguments.helpText().toStdString());
  const WeightsRequest request = weightsRequest(arguments);
  Kernels kernels;
  readKernelOptions(arguments, kernels.threads, kernels.name, kernels.method);
  if (arguments.isSet("logits"))
    requireFree(fileOption(arguments, "logits"), arguments.isSet("force"));

  const bool ownImages = arguments.isSet("images");
  const std::vector<std::uint8_t> images =
      ownImages ? readImages(fileOption(arguments, "images")) : std::vector<std::uint8_t>();
  // With images alone, no data set is needed where it is told how the features are flattened.
  const engine::Dataset dataset = ownImages && arguments.isSet("flatten")
                                      ? engine::Dataset()
                                      : loadDataset(arguments.text("data"));
  const engine::WeightsFile file =
      engine::importWeights(request.file, request.order, dataset.validation).file;
  engine::requireFinite(file.weights, request.file);
  const engine::Tensor logits =
      logitsOf(file.weights, ownImages ? images : dataset.test.pixels, kernels);
  if (arguments.isSet("logits")) {
    const std::filesystem::path target = arguments.text("logits");
    requireNoneOf(dataset.files, target);
    engine::writeFileAtomically(target, engine::encodeNpy(logits));
  }
  output.print(ownImages ? answers(logits)
                         : engine::testErrorLine(judge(logits, dataset.test)) + "\n");
}

}  // namespace cli
