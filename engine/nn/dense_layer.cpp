#include "engine/nn/dense_layer.h"

namespace engine {

DenseLayer::DenseLayer(const DenseSpec& spec, const Kernels& kernels, int maxBatch)
    : m_spec(spec),
      m_kernels(kernels),
      m_weights(spec.name + "_weights", spec.shape, kernels),
      m_biases(spec.name + "_biases", Shape{spec.shape.outputs}),
      m_output({maxBatch, spec.shape.outputs}),
      m_outputGradient(m_output.shape()),
      m_scratch({static_cast<std::int64_t>(kernels.denseScratch(spec.shape, maxBatch))}),
      m_keepMask(spec.dropout ? static_cast<std::size_t>(m_output.size()) : 0) {}

void DenseLayer::drawMask(const Philox& random, std::uint64_t counter, float keepProbability,
                          int images) noexcept {
  if (!m_spec.dropout) return;
  m_keepScale = 1.0f / keepProbability;
  m_kernels.dropoutMask(random, counter, keepProbability,
                        static_cast<std::size_t>(images) * m_spec.shape.outputs, m_keepMask.data());
}

DenseActivation DenseLayer::activation(bool training) const noexcept {
  DenseActivation activation{.relu = m_spec.relu};
  if (training && m_spec.dropout) {
    activation.keepScale = m_keepScale;
    activation.keepMask = m_keepMask.data();
  }
  return activation;
}

void DenseLayer::forward(int images, const float* input, bool training, ThreadPool& pool) noexcept {
  m_kernels.denseForward(m_spec.shape, images, input, m_weights.data(), m_biases.data(),
                         activation(training), m_output.data(), m_scratch.data(), pool);
}

double DenseLayer::backward(int images, const float* input, float* inputGradient,
                            const MomentumRule& rule, ThreadPool& pool) noexcept {
  return m_kernels.denseBackward(m_spec.shape, images, input, m_output.data(),
                                 m_outputGradient.data(), activation(true), inputGradient,
                                 m_weights.ref(), m_biases.ref(), rule, m_scratch.data(), pool);
}

}  // namespace engine
