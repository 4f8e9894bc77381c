#include "engine/weights/onnx.h"

#include "engine/error.h"
#include "engine/weights/layouts.h"

namespace engine {
namespace {

constexpr auto kProducer = "Burstlab";
constexpr auto kPixels = "pixels_0_255";
constexpr auto kNormalized = "pixels_normalised";

NamedTensor scalar(const char* name, float value) {
  Tensor tensor(Shape{});
  tensor.fill(value);
  return {name, std::move(tensor)};
}

void addConvolution(OnnxModel& model, const ConvSpec& layer, std::string& value) {
  const ConvStageShape& shape = layer.shape;
  // Where the padding is odd, SAME puts the larger half behind.
  const auto padAfter = [&](int input, int output, int before) {
    return std::max(0, (output - 1) * shape.stride + shape.kernel - input - before);
  };
  const std::vector<std::int64_t> pads{shape.padTop(), shape.padLeft(),
                                       padAfter(shape.height, shape.convHeight(), shape.padTop()),
                                       padAfter(shape.width, shape.convWidth(), shape.padLeft())};
  const auto square = [](int side) { return std::vector<std::int64_t>{side, side}; };
  const std::string& name = layer.name;
  model.nodes.push_back({.type = "Conv",
                         .inputs = {value, name + "_weights", name + "_biases"},
                         .outputs = {name},
                         .lists = {{"kernel_shape", square(shape.kernel)},
                                   {"pads", pads},
                                   {"strides", square(shape.stride)}}});
  model.nodes.push_back({.type = "Relu", .inputs = {name}, .outputs = {name + "_relu"}});
  value = name + "_relu";
  if (shape.pool.window == 1) return;
  model.nodes.push_back({.type = "MaxPool",
                         .inputs = {value},
                         .outputs = {name + "_pool"},
                         .lists = {{"kernel_shape", square(shape.pool.window)},
                                   {"pads", {0, 0, 0, 0}},
                                   {"strides", square(shape.pool.stride)}}});
  value = name + "_pool";
}

void addDense(OnnxModel& model, const DenseSpec& layer, bool last, std::string& value) {
  const std::string output = last ? "logits" : layer.name;
  model.nodes.push_back({.type = "Gemm",
                         .inputs = {value, layer.name + "_weights", layer.name + "_biases"},
                         .outputs = {output}});
  value = output;
  if (!layer.relu) return;
  model.nodes.push_back({.type = "Relu", .inputs = {value}, .outputs = {value + "_relu"}});
  value += "_relu";
}

}  // namespace

Bytes encodeOnnx(const WeightsFile& file, const ExportOptions& options, const NetworkSpec& spec) {
  OnnxModel model{.producer = kProducer, .metadata = file.metadata};
  const ConvStageShape& image = spec.conv.front().shape;
  const bool raw = options.input == InputRange::Pixels;
  model.inputs = {{.name = raw ? kPixels : kNormalized,
                   .batchName = "N",
                   .shape = {image.inChannels, image.height, image.width},
                   .meaning = raw ? "Pixels from 0 (background) to 255 (ink)"
                                  : "(pixel - 127.5) / 255, from -0.5 to 0.5"}};
  std::string value = model.inputs.front().name;
  if (raw) {
    model.nodes.push_back(
        {.type = "Sub", .inputs = {value, "pixel_middle"}, .outputs = {"pixels_centered"}});
    model.nodes.push_back(
        {.type = "Div", .inputs = {"pixels_centered", "pixel_range"}, .outputs = {kNormalized}});
    model.initializers = {scalar("pixel_middle", 127.5f), scalar("pixel_range", 255.0f)};
    value = kNormalized;
  }
  for (const ConvSpec& layer : spec.conv) addConvolution(model, layer, value);
  model.nodes.push_back(
      {.type = "Flatten", .inputs = {value}, .outputs = {"features"}, .numbers = {{"axis", 1}}});
  value = "features";
  for (const DenseSpec& layer : spec.dense)
    addDense(model, layer, &layer == &spec.dense.back(), value);
  model.nodes.push_back({.type = "Softmax",
                         .inputs = {"logits"},
                         .outputs = {"probabilities"},
                         .numbers = {{"axis", -1}}});
  for (const char* output : {"probabilities", "logits"})
    model.outputs.push_back({.name = output, .batchName = "N", .shape = {spec.classCount()}});
  for (NamedTensor& entry : toChannelsFirst(file.weights, spec))
    model.initializers.push_back(std::move(entry));
  return encodeOnnxModel(model);
}

WeightsFile decodeOnnx(ByteView bytes, const std::string& name, const NetworkSpec& spec) {
  OnnxModel model = decodeOnnxModel(bytes, name);
  if (model.producer != kProducer)
    throw Error(name + " is an ONNX model of IR version " + std::to_string(model.irVersion) +
                ", opset " + std::to_string(model.opset) +
                (model.producer.empty() ? "" : ", made by " + model.producer) +
                "; of ONNX, Burstlab opens its own exports alone. Save the weights as .safetensors "
                "or .npz.");
  std::erase_if(model.initializers, [](const NamedTensor& entry) {
    return entry.name == "pixel_middle" || entry.name == "pixel_range";
  });
  return {fromChannelsFirst(model.initializers, spec), std::move(model.metadata)};
}

InputRange inputRange(const OnnxModel& model) {
  return !model.inputs.empty() && model.inputs.front().name == kNormalized ? InputRange::Normalized
                                                                           : InputRange::Pixels;
}

}  // namespace engine
