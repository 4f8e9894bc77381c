#include "engine/nn/conv_stage.h"

#include "engine/kernels/momentum.h"

namespace engine {
namespace {

Shape vectorOf(std::size_t size) {
  return {static_cast<std::int64_t>(size)};
}

}  // namespace

ConvStage::ConvStage(const ConvSpec& spec, const Kernels& kernels, int maxBatch, int blocks,
                     int threads)
    : m_shape(spec.shape),
      m_kernels(kernels),
      m_sizes(kernels.convSizes(spec.shape)),
      m_weights(spec.name + "_weights", {spec.shape.kernel, spec.shape.kernel,
                                         spec.shape.inChannels, spec.shape.outChannels}),
      m_biases(spec.name + "_biases", {spec.shape.outChannels}),
      m_filters(vectorOf(m_sizes.filters)),
      m_partials(vectorOf(m_sizes.partial * blocks)),
      m_scratch(vectorOf(m_sizes.scratch * threads)),
      m_weightGradient(m_weights.shape()),
      m_biasGradient(m_biases.shape()),
      m_output({maxBatch, spec.shape.outHeight(), spec.shape.outWidth(), spec.shape.outChannels}),
      m_outputGradient(m_output.shape()),
      m_winners(static_cast<std::size_t>(m_output.size())) {}

void ConvStage::prepare() noexcept {
  m_kernels.convPrepare(m_shape, m_weights.data(), m_filters.data());
}

void ConvStage::forward(const Block& block, const float* input, bool training) noexcept {
  const std::size_t out = block.first * m_shape.outputSize();
  m_kernels.convForward(m_shape, block.count, input + block.first * m_shape.inputSize(),
                        m_filters.data(), m_biases.data(), m_output.data() + out,
                        training ? m_winners.data() + out : nullptr, scratch(block.thread));
}

void ConvStage::backward(const Block& block, const float* input, float* inputGradient) noexcept {
  const std::size_t in = block.first * m_shape.inputSize();
  const std::size_t out = block.first * m_shape.outputSize();
  m_kernels.convBackward(m_shape, block.count, input + in, m_filters.data(), m_output.data() + out,
                         m_winners.data() + out, m_outputGradient.data() + out,
                         inputGradient ? inputGradient + in : nullptr,
                         m_partials.data() + block.index * m_sizes.partial, scratch(block.thread));
}

void ConvStage::sumGradients(int blocks) noexcept {
  m_kernels.convGradient(m_shape, blocks, m_partials.data(), m_weightGradient.data(),
                         m_biasGradient.data(), m_scratch.data());
}

void ConvStage::update(int blocks, const MomentumRule& rule) noexcept {
  sumGradients(blocks);
  for (auto [parameter, gradient] :
       {std::pair(m_weights.ref(), &m_weightGradient), std::pair(m_biases.ref(), &m_biasGradient)})
    momentumUpdate(rule, static_cast<std::size_t>(gradient->size()), gradient->data(),
                   parameter.value, parameter.velocity);
  prepare();
}

}  // namespace engine
