#include "engine/weights/plain_network.h"

#include <algorithm>
#include <memory>

#include "engine/data/dataset.h"
#include "engine/error.h"

namespace engine {
namespace {

using Values = std::vector<float>;

// output[out] = biases + the patch around (y, x), as far as it lies in the image.
void convolveAt(const Values& input, const ConvStageShape& shape, int y, int x,
                std::span<const float> weights, Values& output) {
  for (int ky = 0; ky < shape.kernel; ++ky) {
    for (int kx = 0; kx < shape.kernel; ++kx) {
      const int row = y * shape.stride + ky - shape.padTop();
      const int column = x * shape.stride + kx - shape.padLeft();
      if (row < 0 || row >= shape.height || column < 0 || column >= shape.width) continue;
      const float* pixel = &input[(row * shape.width + column) * shape.inChannels];
      const float* filter =
          &weights[(ky * shape.kernel + kx) * shape.inChannels * shape.outChannels];
      for (int in = 0; in < shape.inChannels; ++in)
        for (int out = 0; out < shape.outChannels; ++out) output[out] += pixel[in] * *filter++;
    }
  }
}

Values convStage(const Values& input, const ConvStageShape& shape, std::span<const float> weights,
                 std::span<const float> biases) {
  Values output(shape.outputSize());  // zero, which is where ReLU cuts
  Values sums(biases.size());
  float* place = output.data();
  for (int y = 0; y < shape.outHeight(); ++y)
    for (int x = 0; x < shape.outWidth(); ++x, place += shape.outChannels)
      for (int wy = 0; wy < shape.pool.window; ++wy)
        for (int wx = 0; wx < shape.pool.window; ++wx) {
          std::ranges::copy(biases, sums.begin());
          convolveAt(input, shape, y * shape.pool.stride + wy, x * shape.pool.stride + wx, weights,
                     sums);
          for (int out = 0; out < shape.outChannels; ++out)
            place[out] = std::max(place[out], sums[out]);
        }
  return output;
}

Values dense(const Values& input, std::span<const float> weights, std::span<const float> biases,
             bool relu) {
  Values output(biases.begin(), biases.end());
  const float* weight = weights.data();
  for (const float value : input)
    for (float& sum : output) sum += value * *weight++;
  if (relu)
    for (float& value : output) value = std::max(value, 0.0f);
  return output;
}

}  // namespace

LogitsOfImage plainNetwork(Weights weights, const NetworkSpec& spec) {
  const auto shared = std::make_shared<const Weights>(std::move(weights));
  return [shared, spec](std::span<const std::uint8_t> pixels) {
    const auto find = [&](const std::string& name) {
      return std::ranges::find(*shared, name, &NamedTensor::name)->tensor.values();
    };
    Values values(pixels.size());
    normalizePixels(pixels, values.data());
    for (const auto& [name, shape, bias] : spec.conv)
      values = convStage(values, shape, find(name + "_weights"), find(name + "_biases"));
    for (const DenseSpec& layer : spec.dense)
      values =
          dense(values, find(layer.name + "_weights"), find(layer.name + "_biases"), layer.relu);
    return values;
  };
}

}  // namespace engine
