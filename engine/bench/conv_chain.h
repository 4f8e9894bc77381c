#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "engine/clock.h"
#include "engine/kernels/kernels.h"
#include "engine/kernels/thread_pool.h"
#include "engine/nn/conv_stage.h"
#include "engine/tensor/tensor.h"

namespace engine {

/// Convolution stages one after the other on a fixed batch of made-up images: the network of a
/// benchmark. Each thread takes blocks of images through all stages and, if wanted, all the way
/// back, so that activations exist for one block per thread alone. Results do not depend on the
/// number of threads.
class ConvChain {
 public:
  /// Needs at least one stage and 1 <= batch. Once cancelled is set, from any thread, every call
  /// ends soon, and what it should have made is worth nothing.
  ConvChain(const std::vector<ConvSpec>& stages, const Kernels& kernels, ThreadPool& pool,
            int batch, const Clock& clock = steadyClock(),
            const std::atomic<bool>* cancelled = nullptr);

  /// Weights from a truncated normal of stddev 0.1, images from a normal of stddev 0.1.
  void initialize(std::uint64_t seed);
  void setWeights(std::size_t stage, const Tensor& weights, const Tensor& biases);

  void forward();
  /// forward(), and the gradients of half the squared sum of output() for all parameters.
  void forwardBackward();

  std::size_t stageCount() const noexcept { return m_stages.size(); }
  const ConvStage& stage(std::size_t index) const { return m_stages[index]; }
  Tensor& input() noexcept { return m_input; }                ///< [batch, H, W, in]
  const Tensor& output() const noexcept { return m_output; }  ///< [batch, H', W', out]

  /// Seconds that a stage took in the last call; those of all threads, divided by their number.
  struct StageTime {
    double forward = 0, backward = 0;
  };
  std::vector<StageTime> stageTimes() const;

 private:
  struct Part;
  bool isCancelled() const { return m_cancelled && *m_cancelled; }
  Part partOf(int index, int thread) const;
  const float* inputOf(std::size_t stage, const Part& part) const;
  void forward(const Part& part, bool training);
  void backward(const Part& part);
  StageTime& timeOf(std::size_t stage, const Part& part);

  ThreadPool& m_pool;
  const Clock& m_clock;
  const std::atomic<bool>* m_cancelled;
  int m_batch, m_parts, m_partImages;
  std::vector<ConvStage> m_stages;
  Tensor m_input, m_output;
  std::vector<StageTime> m_times;  ///< [part, stage]
};

}  // namespace engine
