#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/kernels/kernels.h"
#include "engine/kernels/thread_pool.h"
#include "engine/nn/conv_stage.h"
#include "engine/nn/dense_layer.h"
#include "engine/nn/network_spec.h"
#include "engine/tensor/tensor.h"

namespace engine {

/// How one training step is done.
struct StepRule {
  MomentumRule momentum;             ///< its weight decay holds for the dense layers only
  float keepProbability = 1;         ///< of the dropout
  Philox dropout{0};                 ///< stream of the masks
  std::uint64_t dropoutCounter = 0;  ///< where this step's mask starts in the stream
};

/// What one training step saw, before its update.
struct StepResult {
  double crossEntropy = 0;   ///< mean over the batch
  double weightPenalty = 0;  ///< weight decay * sum of squares / 2 of the dense parameters
  int wrong = 0;             ///< images whose largest logit is not the label's
};

/// A network with its parameters, velocities and activations for up to maxBatch images. The result
/// of every call is the same for any number of threads in the pool.
class Network {
 public:
  /// kernels and pool must outlive the network.
  Network(const NetworkSpec& spec, const Kernels& kernels, ThreadPool& pool, int maxBatch);

  /// Starts afresh as the sample does: every weight tensor from the same random stream, biases
  /// constant, velocities zero.
  void initialize(std::uint64_t seed);

  Weights weights() const;
  /// Also sets the velocities to zero. Throws Error with a table of what was expected and found
  /// unless names and shapes all match; then nothing is changed.
  void setWeights(const Weights& weights);

  /// The velocities under the names of their weights.
  Weights velocities() const;
  /// Throws like setWeights().
  void setVelocities(const Weights& velocities);

  std::int64_t parameterCount() const { return m_spec.parameterCount(); }
  int maxBatch() const noexcept { return m_maxBatch; }

  /// One step of momentum SGD on images [N, 28, 28] (bytes) with labels [N], N <= maxBatch. If the
  /// cross-entropy is not finite, nothing is updated.
  StepResult train(std::span<const std::uint8_t> pixels, std::span<const std::uint8_t> labels,
                   const StepRule& rule);

  /// The outputs [N, classes] of the last layer for images [N, 28, 28], without dropout; valid
  /// until the next call.
  std::span<const float> logits(std::span<const std::uint8_t> pixels);
  /// Softmax outputs [N, classes] of images [N, 28, 28], without dropout; valid until the next
  /// call.
  std::span<const float> predict(std::span<const std::uint8_t> pixels);

  /// The velocity of one parameter; empty if there is none of that name. After one step from rest
  /// it is that step's gradient.
  Tensor velocity(const std::string& parameter) const;

 private:
  template <typename Self, typename Visit>
  static void forEachParameter(Self& self, Visit visit);
  void set(const Weights& tensors, void (Parameter::*assign)(const Tensor&));

  const float* inputOf(std::size_t convStage) const;
  void forward(std::span<const std::uint8_t> pixels, bool training);
  double backward(int images, const MomentumRule& rule);
  void prepare() noexcept;

  NetworkSpec m_spec;
  ThreadPool& m_pool;
  int m_maxBatch;
  Tensor m_input;  // [maxBatch, H, W, C], normalised
  std::vector<ConvStage> m_conv;
  std::vector<DenseLayer> m_dense;
  Tensor m_probabilities;
};

}  // namespace engine
