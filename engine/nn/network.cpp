#include "engine/nn/network.h"

#include <algorithm>
#include <cmath>

#include "engine/data/dataset.h"
#include "engine/error.h"
#include "engine/nn/shape_table.h"
#include "engine/nn/softmax.h"

namespace engine {
namespace {

// A batch is cut into this many blocks whatever the number of threads: the gradients of the blocks
// are added in their order, so that the weights do not depend on who computed them.
constexpr int kBlocks = kParallelParts;

int blockCount(int images) {
  return std::min(images, kBlocks);
}

ConvStage::Block blockOf(int images, int index, int thread) {
  const int blocks = blockCount(images);
  const int first = images * index / blocks;
  return {index, first, images * (index + 1) / blocks - first, thread};
}

}  // namespace

template <typename Self, typename Visit>
void Network::forEachParameter(Self& self, Visit visit) {
  const auto visitLayer = [&](auto& layer) {
    visit(layer.weights());
    visit(layer.biases());
  };
  for (auto& stage : self.m_conv) visitLayer(stage);
  for (auto& layer : self.m_dense) visitLayer(layer);
}

Network::Network(const NetworkSpec& spec, const Kernels& kernels, ThreadPool& pool, int maxBatch)
    : m_spec(spec),
      m_pool(pool),
      m_maxBatch(maxBatch),
      m_input({maxBatch, static_cast<std::int64_t>(spec.conv.front().shape.inputSize())}),
      m_probabilities({maxBatch, spec.classCount()}) {
  for (const ConvSpec& layer : spec.conv)
    m_conv.emplace_back(layer, kernels, maxBatch, kBlocks, pool.size());
  for (const DenseSpec& layer : spec.dense) m_dense.emplace_back(layer, kernels, maxBatch);
}

void Network::initialize(std::uint64_t seed) {
  const Philox random(seed);
  const auto reset = [&](auto& layer, float initialBias) {
    Tensor weights(layer.weights().shape()), biases(layer.biases().shape());
    fillTruncatedNormal(random, m_spec.initialStddev, weights.values());
    biases.fill(initialBias);
    layer.weights().setValue(weights);
    layer.biases().setValue(biases);
  };
  for (std::size_t i = 0; i < m_conv.size(); ++i) reset(m_conv[i], m_spec.conv[i].initialBias);
  for (std::size_t i = 0; i < m_dense.size(); ++i) reset(m_dense[i], m_spec.dense[i].initialBias);
  prepare();
}

void Network::prepare() noexcept {
  for (ConvStage& stage : m_conv) stage.prepare();
}

Weights Network::weights() const {
  Weights result;
  forEachParameter(*this, [&](const Parameter& p) { result.push_back({p.name(), p.value()}); });
  return result;
}

Weights Network::velocities() const {
  Weights result;
  forEachParameter(*this, [&](const Parameter& p) { result.push_back({p.name(), p.velocity()}); });
  return result;
}

void Network::set(const Weights& tensors, void (Parameter::*assign)(const Tensor&)) {
  if (const Weights expected = weights(); !haveSameShapes(expected, tensors))
    throw Error("These weights are of another network:" + shapeTable(expected, tensors));
  forEachParameter(*this, [&](Parameter& p) {
    (p.*assign)(std::ranges::find(tensors, p.name(), &NamedTensor::name)->tensor);
  });
}

void Network::setWeights(const Weights& weights) {
  set(weights, &Parameter::setValue);
  prepare();
}

void Network::setVelocities(const Weights& velocities) {
  set(velocities, &Parameter::setVelocity);
}

const float* Network::inputOf(std::size_t convStage) const {
  return convStage == 0 ? m_input.data() : m_conv[convStage - 1].output().data();
}

void Network::forward(std::span<const std::uint8_t> pixels, bool training) {
  const std::size_t imageSize = m_conv.front().shape().inputSize();
  const int images = static_cast<int>(pixels.size() / imageSize);
  // One block goes through all stages at once, while it is in the cache.
  m_pool.run(blockCount(images), [&](int index, int thread) {
    const ConvStage::Block block = blockOf(images, index, thread);
    const std::size_t first = block.first * imageSize;
    normalizePixels(pixels.subspan(first, block.count * imageSize), m_input.data() + first);
    for (std::size_t i = 0; i < m_conv.size(); ++i) m_conv[i].forward(block, inputOf(i), training);
  });
  const float* input = m_conv.back().output().data();
  for (DenseLayer& layer : m_dense) {
    layer.forward(images, input, training, m_pool);
    input = layer.output().data();
  }
}

double Network::backward(int images, const MomentumRule& rule) {
  double halfSquares = 0;
  for (std::size_t i = m_dense.size(); i-- > 0;) {
    const float* input = i > 0 ? m_dense[i - 1].output().data() : m_conv.back().output().data();
    Tensor& gradient = i > 0 ? m_dense[i - 1].outputGradient() : m_conv.back().outputGradient();
    halfSquares += m_dense[i].backward(images, input, gradient.data(), rule, m_pool);
  }
  m_pool.run(blockCount(images), [&](int index, int thread) {
    const ConvStage::Block block = blockOf(images, index, thread);
    for (std::size_t i = m_conv.size(); i-- > 0;)
      m_conv[i].backward(block, inputOf(i),
                         i > 0 ? m_conv[i - 1].outputGradient().data() : nullptr);
  });
  MomentumRule withoutDecay = rule;
  withoutDecay.weightDecay = 0;
  for (ConvStage& stage : m_conv) stage.update(blockCount(images), withoutDecay);
  return halfSquares;
}

StepResult Network::train(std::span<const std::uint8_t> pixels,
                          std::span<const std::uint8_t> labels, const StepRule& rule) {
  const int images = static_cast<int>(labels.size());
  for (DenseLayer& layer : m_dense)
    layer.drawMask(rule.dropout, rule.dropoutCounter, rule.keepProbability, images);
  forward(pixels, true);

  const int classes = m_spec.classCount();
  const float* logits = m_dense.back().output().data();
  StepResult result;
  for (int image = 0; image < images; ++image)
    result.wrong += argmax(classes, logits + image * classes) != labels[image] ? 1 : 0;
  result.crossEntropy = softmaxCrossEntropy(images, classes, logits, labels.data(),
                                            m_dense.back().outputGradient().data());
  if (std::isfinite(result.crossEntropy))
    result.weightPenalty =
        static_cast<double>(rule.momentum.weightDecay) * backward(images, rule.momentum);
  return result;
}

std::span<const float> Network::logits(std::span<const std::uint8_t> pixels) {
  forward(pixels, false);
  const std::size_t images = pixels.size() / m_conv.front().shape().inputSize();
  return m_dense.back().output().values().first(images * m_spec.classCount());
}

std::span<const float> Network::predict(std::span<const std::uint8_t> pixels) {
  const std::span<const float> values = logits(pixels);
  const int classes = m_spec.classCount();
  softmax(static_cast<int>(values.size()) / classes, classes, values.data(),
          m_probabilities.data());
  return m_probabilities.values().first(values.size());
}

Tensor Network::velocity(const std::string& parameter) const {
  Tensor result;
  forEachParameter(*this, [&](const Parameter& p) {
    if (p.name() == parameter) result = p.velocity();
  });
  return result;
}

}  // namespace engine
