#pragma once

#include <cstdint>
#include <vector>

#include "engine/kernels/kernels.h"
#include "engine/nn/network_spec.h"
#include "engine/nn/parameter.h"

namespace engine {

/// y = activation(x W + b) for a whole batch; the kernels split the work over the pool.
class DenseLayer {
 public:
  DenseLayer(const DenseSpec& spec, const Kernels& kernels, int maxBatch);

  const DenseSpec& spec() const noexcept { return m_spec; }
  Parameter& weights() noexcept { return m_weights; }
  const Parameter& weights() const noexcept { return m_weights; }
  Parameter& biases() noexcept { return m_biases; }
  const Parameter& biases() const noexcept { return m_biases; }

  /// [maxBatch, outputs]
  const Tensor& output() const noexcept { return m_output; }
  Tensor& outputGradient() noexcept { return m_outputGradient; }

  /// Draws the dropout mask of the next training forward pass. Does nothing in a layer without
  /// dropout.
  void drawMask(const Philox& random, std::uint64_t counter, float keepProbability,
                int images) noexcept;

  /// Without training there is no dropout.
  void forward(int images, const float* input, bool training, ThreadPool& pool) noexcept;

  /// Fills inputGradient (by the weights before the update), then moves the parameters. Returns
  /// the sum of squares / 2 of the old parameters.
  double backward(int images, const float* input, float* inputGradient, const MomentumRule& rule,
                  ThreadPool& pool) noexcept;

 private:
  DenseActivation activation(bool training) const noexcept;

  DenseSpec m_spec;
  const Kernels& m_kernels;
  Parameter m_weights, m_biases;
  Tensor m_output, m_outputGradient, m_scratch;
  std::vector<std::uint8_t> m_keepMask;  // empty without dropout
  float m_keepScale = 1;
};

}  // namespace engine
