#include "engine/weights/c_header.h"

#include <charconv>
#include <cmath>
#include <string_view>

#include "engine/error.h"
#include "engine/weights/metadata.h"

namespace engine {
namespace {

constexpr std::string_view kFirstLine =
    "/* A digit classifier made by Burstlab: constants and a plain C99 function. */\n";
constexpr std::string_view kMetadata = "/* burstlab ";
constexpr std::string_view kArray = "static const float ";

// Channels are last: activations are [y][x][channel], filters [ky][kx][in][out].
constexpr std::string_view kFunctions = R"(
/* Convolution with zeros around the image, bias, ReLU and max pool in one. */
static inline void burstlab_convolve(const float *input, int height, int width, int in,
                                     const float *weights, const float *biases, int kernel,
                                     int pad, int out, int window, int stride, float *output) {
  float sums[BURSTLAB_MOST_CHANNELS];
  const int rows = (height - window) / stride + 1;
  const int columns = (width - window) / stride + 1;
  for (int i = 0; i < rows * columns * out; ++i) output[i] = 0.0f;
  for (int place = 0; place < rows * columns * window * window; ++place) {
    const int pooled = place / (window * window);
    const int y = pooled / columns * stride + place / window % window - pad;
    const int x = pooled % columns * stride + place % window - pad;
    for (int o = 0; o < out; ++o) sums[o] = biases[o];
    for (int k = 0; k < kernel * kernel; ++k) {
      const int row = y + k / kernel, column = x + k % kernel;
      if (row < 0 || row >= height || column < 0 || column >= width) continue;
      for (int i = 0; i < in; ++i) {
        const float value = input[(row * width + column) * in + i];
        const float *filter = weights + (k * in + i) * out;
        for (int o = 0; o < out; ++o) sums[o] += value * filter[o];
      }
    }
    for (int o = 0; o < out; ++o)
      if (output[pooled * out + o] < sums[o]) output[pooled * out + o] = sums[o];
  }
}

static inline void burstlab_dense(const float *input, int in, const float *weights,
                                  const float *biases, int out, int relu, float *output) {
  for (int o = 0; o < out; ++o) output[o] = biases[o];
  for (int i = 0; i < in; ++i)
    for (int o = 0; o < out; ++o) output[o] += input[i] * weights[i * out + o];
  for (int o = 0; relu && o < out; ++o)
    if (output[o] < 0.0f) output[o] = 0.0f;
}
)";

constexpr std::string_view kClassify = R"(
/* The class with the largest logit. */
static inline int burstlab_classify(const float *pixels) {
  float logits[BURSTLAB_CLASSES];
  int best = 0;
  burstlab_logits(pixels, logits);
  for (int i = 1; i < BURSTLAB_CLASSES; ++i)
    if (logits[i] > logits[best]) best = i;
  return best;
}

#endif
)";

std::string define(const std::string& name, std::int64_t value) {
  return "#define BURSTLAB_" + name + ' ' + std::to_string(value) + '\n';
}

// The shortest digits that read back as the same number.
void appendNumber(std::string& text, float value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  const std::string_view number(digits, static_cast<std::size_t>(end - digits));
  text += number;
  if (number.find_first_of(".e") == std::string_view::npos) text += ".0";
  text += 'f';
}

void appendArray(std::string& text, const NamedTensor& entry) {
  text += '\n';
  text += kArray;
  text += entry.name + '[';
  for (std::size_t i = 0; i < entry.tensor.shape().size(); ++i)
    text += (i > 0 ? " * " : "") + std::to_string(entry.tensor.shape()[i]);
  text += "] = {";
  constexpr int kPerLine = 8;
  for (int i = 0; const float value : entry.tensor.values()) {
    if (!std::isfinite(value))
      throw Error("A C header cannot hold numbers that are not finite, as " + entry.name +
                  " has them. Save as .npz.");
    text += i++ % kPerLine == 0 ? "\n  " : " ";
    appendNumber(text, value);
    text += ',';
  }
  text += "\n};\n";
}

std::string buffer(std::size_t index) {
  return "values" + std::to_string(index);
}

// burstlab_logits(): a buffer per layer, a call per layer.
std::string forwardFunction(const NetworkSpec& spec) {
  const ConvStageShape& image = spec.conv.front().shape;
  std::string text =
      "\n/* pixels: 28 rows of 28, from 0 (background) to 255 (ink). Some kilobytes of stack. */\n"
      "static inline void burstlab_logits(const float *pixels, float *logits) {\n";
  std::string buffers = "  float values0[" + std::to_string(image.inputSize()) + "];\n";
  std::string calls = "  for (int i = 0; i < " + std::to_string(image.inputSize()) +
                      "; ++i) values0[i] = (pixels[i] - 127.5f) / 255.0f;\n";
  std::size_t index = 0;
  const auto arguments = [](std::initializer_list<int> numbers) {
    std::string list;
    for (const int number : numbers) list += ", " + std::to_string(number);
    return list;
  };
  const auto tensors = [](const std::string& name) {
    return ", " + name + "_weights, " + name + "_biases";
  };
  for (const auto& [name, shape, bias] : spec.conv) {
    calls += "  burstlab_convolve(" + buffer(index) +
             arguments({shape.height, shape.width, shape.inChannels}) + tensors(name) +
             arguments({shape.kernel, shape.padTop(), shape.outChannels, shape.pool.window,
                        shape.pool.stride}) +
             ", " + buffer(index + 1) + ");\n";
    buffers += "  float " + buffer(++index) + '[' + std::to_string(shape.outputSize()) + "];\n";
  }
  for (const DenseSpec& layer : spec.dense) {
    const bool last = &layer == &spec.dense.back();
    calls += "  burstlab_dense(" + buffer(index) + arguments({layer.shape.inputs}) +
             tensors(layer.name) + arguments({layer.shape.outputs, layer.relu}) + ", " +
             (last ? "logits" : buffer(index + 1)) + ");\n";
    if (!last)
      buffers += "  float " + buffer(++index) + '[' + std::to_string(layer.shape.outputs) + "];\n";
  }
  return text + buffers + calls + "}\n";
}

Tensor readArray(std::string_view& text, const std::string& array, const std::string& file) {
  const auto bad = [&] { throw Error(file + " is damaged: " + array + " cannot be read."); };
  const auto number = [&](auto& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) bad();
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  };
  Shape shape;
  do {
    number(shape.emplace_back());
    if (text.starts_with(" * ")) text.remove_prefix(3);
  } while (!text.starts_with("]") && !text.empty());
  std::int64_t count = 1;
  for (const std::int64_t extent : shape)
    if (extent < 0 || __builtin_mul_overflow(count, extent, &count)) bad();
  // Each number takes three characters at least.
  if (!text.starts_with("] = {") || count > static_cast<std::int64_t>(text.size())) bad();
  text.remove_prefix(5);
  Tensor tensor(shape);
  for (float& value : tensor.values()) {
    text.remove_prefix(std::min(text.find_first_not_of("\n "), text.size()));
    number(value);
    if (!text.starts_with("f,")) bad();
    text.remove_prefix(2);
  }
  if (!text.starts_with("\n};")) bad();
  return tensor;
}

}  // namespace

Bytes encodeCHeader(const WeightsFile& file, const NetworkSpec& spec) {
  int channels = 0;
  for (const ConvSpec& layer : spec.conv) channels = std::max(channels, layer.shape.outChannels);
  std::string text(kFirstLine);
  // A star could begin or end a comment.
  std::string metadata = metadataJson(file.metadata);
  for (std::size_t at; (at = metadata.find('*')) != std::string::npos;)
    metadata.replace(at, 1, "\\u002a");
  text += std::string(kMetadata) + metadata + " */\n#ifndef BURSTLAB_WEIGHTS_H\n" +
          "#define BURSTLAB_WEIGHTS_H\n\n" + define("HEIGHT", spec.conv.front().shape.height) +
          define("WIDTH", spec.conv.front().shape.width) + define("CLASSES", spec.classCount()) +
          define("MOST_CHANNELS", channels);
  for (const NamedTensor& entry : file.weights) appendArray(text, entry);
  text += kFunctions;
  text += forwardFunction(spec);
  text += kClassify;
  const auto raw = std::as_bytes(std::span(text));
  return {raw.begin(), raw.end()};
}

WeightsFile decodeCHeader(ByteView bytes, const std::string& name) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!text.starts_with(kFirstLine))
    throw Error(name + " is no C header that Burstlab has written.");
  if (text.find("#endif") == std::string_view::npos)
    throw Error(name + " is cut short: its end is missing. Copy or export it again.");
  text.remove_prefix(kFirstLine.size());
  WeightsFile file;
  if (text.starts_with(kMetadata)) {
    const std::string_view line = text.substr(0, text.find(" */\n"));
    file.metadata = parseMetadata(std::string(line.substr(kMetadata.size())));
    text.remove_prefix(line.size());
  }
  for (std::size_t at; (at = text.find(kArray)) != std::string_view::npos;) {
    text.remove_prefix(at + kArray.size());
    const std::string array(text.substr(0, text.find('[')));
    text.remove_prefix(std::min(array.size() + 1, text.size()));
    Tensor tensor = readArray(text, array, name);
    file.weights.push_back({array, std::move(tensor)});
  }
  return file;
}

}  // namespace engine
