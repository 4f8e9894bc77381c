#pragma once

#include <cstdint>
#include <vector>

#include "engine/kernels/kernels.h"
#include "engine/nn/network_spec.h"
#include "engine/nn/parameter.h"

namespace engine {

/// Convolution (SAME) + bias + ReLU + max pool, with the memory for a batch that is worked off in
/// blocks of images. forward() and backward() may run for several blocks at once, on different
/// threads; everything else is for one thread.
class ConvStage {
 public:
  /// blocks: into how many the batch is cut; threads: how many work at once.
  ConvStage(const ConvSpec& spec, const Kernels& kernels, int maxBatch, int blocks, int threads);

  const ConvStageShape& shape() const noexcept { return m_shape; }
  Parameter& weights() noexcept { return m_weights; }
  const Parameter& weights() const noexcept { return m_weights; }
  Parameter& biases() noexcept { return m_biases; }
  const Parameter& biases() const noexcept { return m_biases; }

  /// [maxBatch, H', W', out]
  const Tensor& output() const noexcept { return m_output; }
  /// Where the next layer writes the gradient for output().
  Tensor& outputGradient() noexcept { return m_outputGradient; }

  /// Must follow every change of the weights.
  void prepare() noexcept;

  struct Block {
    int index, first, count;  ///< images first .. first + count - 1
    int thread;
  };
  /// input: the whole batch [maxBatch, H, W, in]; likewise inputGradient, which may be null.
  void forward(const Block& block, const float* input, bool training) noexcept;
  void backward(const Block& block, const float* input, float* inputGradient) noexcept;

  /// Adds up the gradients of the blocks: [kernel, kernel, in, out] and [out].
  void sumGradients(int blocks) noexcept;
  const Tensor& weightGradient() const noexcept { return m_weightGradient; }
  const Tensor& biasGradient() const noexcept { return m_biasGradient; }

  /// sumGradients(), then moves the parameters.
  void update(int blocks, const MomentumRule& rule) noexcept;

 private:
  float* scratch(int thread) noexcept { return m_scratch.data() + thread * m_sizes.scratch; }

  ConvStageShape m_shape;
  const Kernels& m_kernels;
  ConvSizes m_sizes;
  Parameter m_weights, m_biases;
  Tensor m_filters, m_partials, m_scratch, m_weightGradient, m_biasGradient;
  Tensor m_output, m_outputGradient;
  std::vector<std::uint8_t> m_winners;
};

}  // namespace engine
