#include <algorithm>
#include <cmath>
#include <memory>

#include "engine/error.h"
#include "engine/weights/onnx.h"
#include "engine/weights/plain_network.h"

namespace engine {
namespace {

/// One image's run through a graph: every value by its name.
class GraphRun {
 public:
  GraphRun(const OnnxModel& model, const std::string& name) : m_model(model), m_name(name) {
    for (const auto& [key, tensor] : model.initializers) m_values[key] = &tensor;
  }

  Tensor logits(Tensor input) {
    put(m_model.inputs.front().name, std::move(input));
    for (const OnnxNode& node : m_model.nodes) put(node.outputs.front(), compute(node));
    return value("logits");
  }

 private:
  void put(const std::string& name, Tensor tensor) {
    m_values[name] = &(m_computed[name] = std::move(tensor));
  }

  const Tensor& value(const std::string& name) const {
    const auto found = m_values.find(name);
    if (found == m_values.end()) throw Error(m_name + " lacks the value " + name + ".");
    return *found->second;
  }

  Tensor compute(const OnnxNode& node) const {
    const Tensor& x = value(node.inputs.at(0));
    if (node.type == "Sub" || node.type == "Div") return withScalar(node, x);
    if (node.type == "Conv") return convolution(node, x);
    if (node.type == "MaxPool") return maxPool(node, x);
    if (node.type == "Gemm") return product(node, x);
    Tensor result = x;
    if (node.type == "Relu") {
      for (float& number : result.values()) number = std::max(number, 0.0f);
      return result;
    }
    if (node.type == "Softmax") {
      float sum = 0;
      for (float& number : result.values()) sum += number = std::exp(number);
      for (float& number : result.values()) number /= sum;
      return result;
    }
    if (node.type == "Flatten") {
      Tensor flat({1, x.size()});
      std::ranges::copy(x.values(), flat.data());
      return flat;
    }
    throw Error(m_name + " has the operation " + node.type + ", which is not known.");
  }

  Tensor withScalar(const OnnxNode& node, const Tensor& x) const {
    const float scalar = value(node.inputs.at(1)).values().front();
    Tensor result = x;
    for (float& number : result.values())
      number = node.type == "Sub" ? number - scalar : number / scalar;
    return result;
  }

  // x [1, in, height, width], weights [out, in, kh, kw].
  Tensor convolution(const OnnxNode& node, const Tensor& x) const {
    const Tensor& weights = value(node.inputs.at(1));
    const Tensor& biases = value(node.inputs.at(2));
    const auto& pads = node.lists.at("pads");
    const std::int64_t stride = node.lists.at("strides").at(0);
    const std::int64_t out = weights.shape().at(0), in = weights.shape().at(1),
                       kh = weights.shape().at(2), kw = weights.shape().at(3),
                       height = x.shape().at(2), width = x.shape().at(3);
    const std::int64_t outHeight = (height + pads.at(0) + pads.at(2) - kh) / stride + 1;
    const std::int64_t outWidth = (width + pads.at(1) + pads.at(3) - kw) / stride + 1;
    Tensor result({1, out, outHeight, outWidth});
    for (std::int64_t o = 0; o < out; ++o) {
      float* plane = result.data() + o * outHeight * outWidth;
      std::fill_n(plane, outHeight * outWidth, biases.values()[o]);
      for (std::int64_t k = 0; k < in * kh * kw; ++k) {
        const float weight = weights.data()[o * in * kh * kw + k];
        const float* source = x.data() + k / (kh * kw) * height * width;
        const std::int64_t dy = k / kw % kh - pads.at(0), dx = k % kw - pads.at(1);
        for (std::int64_t y = 0; y < outHeight; ++y) {
          const std::int64_t row = y * stride + dy;
          if (row < 0 || row >= height) continue;
          for (std::int64_t column = 0; column < outWidth; ++column)
            if (const std::int64_t c = column * stride + dx; c >= 0 && c < width)
              plane[y * outWidth + column] += weight * source[row * width + c];
        }
      }
    }
    return result;
  }

  static Tensor maxPool(const OnnxNode& node, const Tensor& x) {
    const std::int64_t window = node.lists.at("kernel_shape").at(0);
    const std::int64_t stride = node.lists.at("strides").at(0);
    const std::int64_t height = x.shape().at(2), width = x.shape().at(3);
    Tensor result(
        {1, x.shape().at(1), (height - window) / stride + 1, (width - window) / stride + 1});
    float* out = result.data();
    for (std::int64_t channel = 0; channel < x.shape().at(1); ++channel)
      for (std::int64_t y = 0; y + window <= height; y += stride)
        for (std::int64_t left = 0; left + window <= width; left += stride) {
          float most = -INFINITY;
          for (std::int64_t i = 0; i < window * window; ++i)
            most = std::max(
                most, x.data()[(channel * height + y + i / window) * width + left + i % window]);
          *out++ = most;
        }
    return result;
  }

  // x [1, in] times weights [in, out].
  Tensor product(const OnnxNode& node, const Tensor& x) const {
    Tensor result = value(node.inputs.at(2));
    const float* weight = value(node.inputs.at(1)).data();
    for (const float number : x.values())
      for (float& sum : result.values()) sum += number * *weight++;
    return result;
  }

  const OnnxModel& m_model;
  const std::string& m_name;
  std::map<std::string, const Tensor*> m_values;
  std::map<std::string, Tensor> m_computed;
};

}  // namespace

LogitsOfImage onnxNetwork(OnnxModel model, const std::string& name) {
  const auto shared = std::make_shared<const OnnxModel>(std::move(model));
  return [shared, name](std::span<const std::uint8_t> pixels) {
    const bool raw = inputRange(*shared) == InputRange::Pixels;
    // One channel: the order of the pixels is that of the file.
    const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(pixels.size())));
    Tensor input({1, 1, side, side});
    std::ranges::transform(pixels, input.data(), [&](std::uint8_t pixel) {
      return raw ? static_cast<float>(pixel) : (static_cast<float>(pixel) - 127.5f) / 255.0f;
    });
    const Tensor logits = GraphRun(*shared, name).logits(std::move(input));
    return std::vector<float>(logits.values().begin(), logits.values().end());
  };
}

}  // namespace engine
