#include "app/cli/export_command.h"

#include "app/cli/arguments.h"
#include "app/cli/dataset_option.h"
#include "app/cli/line_output.h"
#include "app/cli/save_weights.h"
#include "app/cli/weights_options.h"
#include "engine/weights/formats.h"
#include "engine/weights/save_verified.h"

namespace cli {
namespace {

engine::ExportOptions exportOptions(const Arguments& arguments) {
  const std::string input = arguments.text("onnx-input");
  if (input == "normalised") return {.input = engine::InputRange::Normalized};
  if (arguments.isSet("onnx-input") && input != "pixels")
    throw UsageError("--onnx-input takes pixels or normalised, not '" + input + "'.");
  return {};
}

}  // namespace

void runExport(const QStringList& list, LineOutput& output) {
  const Arguments arguments(
      "export",
      "Saves weights in another format, which the ending of the new name tells: .npz (NumPy),\n"
      ".safetensors, .onnx, .h (a C99 header with the whole network) or .raw. The new file is "
      "read\n"
      "again and must classify 100 test images alike before it replaces an older one.",
      weightsOptions() +
          QList<QCommandLineOption>{
              {"to", "Name of the new file.", "file"},
              {"onnx-input", "What the ONNX model takes: pixels (0 to 255) or normalised.",
               "range"},
              {"force", "Replace an older file."}},
      list);
  if (arguments.helpWanted()) return output.print(arguments.helpText().toStdString());
  const std::filesystem::path target = fileOption(arguments, "to");
  const WeightsRequest request = weightsRequest(arguments);
  const engine::ExportOptions options = exportOptions(arguments);
  requireSavable(target, arguments.isSet("force"));

  const engine::Dataset dataset = loadDataset(arguments.text("data"));
  requireNoneOf(dataset.files, target);
  const engine::WeightsFile file =
      engine::importWeights(request.file, request.order, dataset.validation).file;
  const auto report = engine::saveVerified(target, file, options, dataset.test.pixels);
  output.print(reportLine(target, *report) + "\n");
}

}  // namespace cli
