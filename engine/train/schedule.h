#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/nn/network.h"
#include "engine/train/train_config.h"

namespace engine {

/// Number of steps that config asks for: int(epochs * trainCount) / batchSize, at most maxSteps.
std::int64_t totalSteps(const TrainConfig& config, std::int64_t trainCount);

/// Learning rate of a step as tf.train.exponential_decay(staircase=True) has it:
/// base * decay ^ floor(step * batch / trainCount), in float32.
float learningRateAt(const TrainConfig& config, double base, std::int64_t step,
                     std::int64_t trainCount);

/// How a step is done at that learning rate.
StepRule stepRuleAt(const TrainConfig& config, float learningRate, std::int64_t step);

/// Which images make up which batch. As in the sample, batch number s starts at image
/// (s * batch) mod (count - batch), in file order. Shuffled, every epoch has an order of its own
/// that follows from the seed, and its incomplete last batch is left out.
class BatchSequence {
 public:
  struct Batch {
    std::span<const std::uint8_t> pixels;  ///< [batch, 28, 28]
    std::span<const std::uint8_t> labels;  ///< [batch]
  };

  /// images must outlive the sequence and hold at least one batch.
  BatchSequence(const LabeledImages& images, const TrainConfig& config);

  /// The batch of a step; valid until the next call.
  Batch at(std::int64_t step);

 private:
  Batch gather(std::int64_t step);
  void shuffleFor(std::int64_t epoch);

  const LabeledImages& m_images;
  std::int64_t m_batchSize;
  bool m_shuffle;
  std::uint64_t m_seed;
  std::int64_t m_epoch = -1;
  std::vector<std::uint32_t> m_order;
  std::vector<std::uint8_t> m_pixels, m_labels;
};

}  // namespace engine
