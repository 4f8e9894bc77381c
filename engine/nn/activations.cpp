#include "engine/nn/activations.h"

#include <algorithm>

#include "engine/error.h"
#include "engine/kernels/reference/matrix.h"
#include "engine/kernels/reference/reference.h"
#include "engine/nn/shape_table.h"
#include "engine/nn/softmax.h"

namespace engine {
namespace {

Weights emptyWeights(const NetworkSpec& spec) {
  Weights weights;
  const auto add = [&](const std::string& name, Shape shape, int outputs) {
    weights.push_back({name + "_weights", Tensor(std::move(shape))});
    weights.push_back({name + "_biases", Tensor({outputs})});
  };
  for (const auto& [name, s, bias] : spec.conv)
    add(name, {s.kernel, s.kernel, s.inChannels, s.outChannels}, s.outChannels);
  for (const DenseSpec& layer : spec.dense)
    add(layer.name, {layer.shape.inputs, layer.shape.outputs}, layer.shape.outputs);
  return weights;
}

auto matrixOf(const Tensor& weights) {
  return reference::matrix(weights.data(), weights.shape()[0], weights.shape()[1]);
}

void dense(const Tensor& x, const Tensor& weights, const Tensor& biases, bool relu, Tensor& y) {
  std::ranges::copy(biases.values(), y.data());
  reference::matrix(y.data(), 1, y.size()).noalias() +=
      reference::matrix(x.data(), 1, x.size()) * matrixOf(weights);
  if (relu)
    for (float& value : y.values()) value = value < 0.0f ? 0.0f : value;
}

// The gradient by the inputs of a dense layer.
Tensor denseInputGradient(const Tensor& weights, const Tensor& dy) {
  Tensor dx({weights.shape()[0]});
  reference::matrix(dx.data(), dx.size(), 1).noalias() =
      matrixOf(weights) * reference::matrix(dy.data(), dy.size(), 1);
  return dx;
}

}  // namespace

ActivationTracer::ActivationTracer(std::shared_ptr<const Weights> weights)
    : m_spec(sampleLenet()), m_weights(std::move(weights)) {
  const Weights expected = emptyWeights(m_spec);
  if (!haveSameShapes(expected, *m_weights))
    throw Error("These weights belong to another network.\n" + shapeTable(expected, *m_weights));
  std::int64_t patches = 0;
  for (const ConvSpec& layer : m_spec.conv) {
    const ConvStageShape& s = layer.shape;
    m_activations.conv.emplace_back(Shape{s.convHeight(), s.convWidth(), s.outChannels});
    m_activations.pooled.emplace_back(Shape{s.outHeight(), s.outWidth(), s.outChannels});
    m_winners.emplace_back(s.outputSize());
    patches = std::max(patches, std::int64_t{s.convHeight()} * s.convWidth() *
                                    static_cast<std::int64_t>(s.patchSize()));
  }
  m_activations.input = Tensor({kImageSide, kImageSide, 1});
  m_activations.hidden = Tensor({m_spec.dense.front().shape.outputs});
  m_activations.logits = Tensor({m_spec.classCount()});
  m_patches = Tensor({patches});
}

const Tensor& ActivationTracer::parameter(const std::string& name) const {
  const auto found = std::ranges::find(*m_weights, name, &NamedTensor::name);
  if (found == m_weights->end()) throw Error("The network has no parameter called " + name + ".");
  return found->tensor;
}

const Activations& ActivationTracer::trace(std::span<const std::uint8_t> pixels) {
  normalizePixels(pixels, m_activations.input.data());
  const float* x = m_activations.input.data();
  for (std::size_t i = 0; i < m_spec.conv.size(); ++i) {
    const auto& [name, shape, bias] = m_spec.conv[i];
    float* map = m_activations.conv[i].data();
    reference::imageToPatches(shape, x, m_patches.data());
    reference::convolve(shape, m_patches.data(), parameter(name + "_weights").data(), map);
    reference::addBiasAndRelu(shape.convHeight() * shape.convWidth(), shape.outChannels,
                              parameter(name + "_biases").data(), map);
    reference::maxPool(shape, map, m_activations.pooled[i].data(), m_winners[i].data());
    x = m_activations.pooled[i].data();
  }
  dense(m_activations.pooled.back(), parameter("fc1_weights"), parameter("fc1_biases"), true,
        m_activations.hidden);
  dense(m_activations.hidden, parameter("fc2_weights"), parameter("fc2_biases"), false,
        m_activations.logits);
  softmax(1, kClassCount, m_activations.logits.data(), m_activations.probabilities.data());
  return m_activations;
}

Tensor ActivationTracer::saliency(int logit) {
  Tensor gradient({m_spec.classCount()});
  gradient.data()[logit] = 1;
  gradient = denseInputGradient(parameter("fc2_weights"), gradient);
  for (std::int64_t i = 0; i < gradient.size(); ++i)
    if (!(m_activations.hidden.data()[i] > 0)) gradient.data()[i] = 0;
  gradient = denseInputGradient(parameter("fc1_weights"), gradient);
  for (std::size_t i = m_spec.conv.size(); i-- > 0;) {
    const auto& [name, shape, bias] = m_spec.conv[i];
    Tensor map(m_activations.conv[i].shape());
    reference::maxPoolReluBackward(shape, m_activations.pooled[i].data(), m_winners[i].data(),
                                   gradient.data(), map.data());
    reference::convolveBackwardData(shape, map.data(), parameter(name + "_weights").data(),
                                    m_patches.data());
    gradient = Tensor({shape.height, shape.width, shape.inChannels});
    reference::patchesToImage(shape, m_patches.data(), gradient.data());
  }
  return gradient;
}

ReceptiveField receptiveField(const NetworkSpec& spec, std::size_t stage, bool pooled, int row,
                              int column) {
  ReceptiveField field{row, column, 1};
  for (std::size_t i = stage + 1; i-- > 0;) {
    const ConvStageShape& s = spec.conv[i].shape;
    if (i < stage || pooled)
      field = {field.top * s.pool.stride, field.left * s.pool.stride,
               (field.side - 1) * s.pool.stride + s.pool.window};
    field = {field.top * s.stride - s.padTop(), field.left * s.stride - s.padLeft(),
             (field.side - 1) * s.stride + s.kernel};
  }
  return field;
}

}  // namespace engine
