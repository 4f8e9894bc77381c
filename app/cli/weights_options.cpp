#include "app/cli/weights_options.h"

#include "app/cli/arguments.h"
#include "engine/error.h"

namespace cli {

QList<QCommandLineOption> weightsOptions() {
  return {
      {"weights", "File of weights: .npz, .safetensors, .onnx, .h or .raw.", "file"},
      {"flatten",
       "Order of the features behind the last pool, for weights from elsewhere:\n"
       "nhwc as TensorFlow has it, nchw as PyTorch has it. Without it, the better one on the\n"
       "data set.",
       "order"},
      {"data", "Folder with the four IDX files of a data set (the bundled MNIST).", "folder"},
  };
}

WeightsRequest weightsRequest(const Arguments& arguments) {
  WeightsRequest request{.file = fileOption(arguments, "weights")};
  const std::string text = arguments.text("flatten");
  if (text == "nhwc")
    request.order = engine::FeatureOrder::ChannelsLast;
  else if (text == "nchw")
    request.order = engine::FeatureOrder::ChannelsFirst;
  else if (arguments.isSet("flatten"))
    throw UsageError("--flatten takes nhwc or nchw, not '" + text + "'.");
  return request;
}

std::filesystem::path fileOption(const Arguments& arguments, const char* option) {
  const std::string name = arguments.text(option);
  if (name.empty()) throw UsageError(std::string("--") + option + " FILE is needed.");
  return name;
}

void requireFree(const std::filesystem::path& file, bool force) {
  std::error_code ignored;
  if (!force && std::filesystem::is_regular_file(file, ignored))
    throw engine::Error(file.string() + " exists. Choose another name, or let --force replace it.",
                        file.string());
}

}  // namespace cli
