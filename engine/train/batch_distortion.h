#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/data/distortion.h"
#include "engine/kernels/thread_pool.h"
#include "engine/train/train_config.h"

namespace engine {

/// Gives every image of every batch a distortion of its own, if the settings want it. What comes
/// out depends on the seed, the step and the place in the batch, neither on the threads nor on the
/// steps before, so that a run can go on at any step.
class BatchDistortion {
 public:
  /// pool must outlive the object.
  BatchDistortion(const TrainConfig& config, ThreadPool& pool);

  /// The images [batch, 28, 28] of a step, distorted and valid until the next call, or as they are.
  std::span<const std::uint8_t> apply(std::span<const std::uint8_t> images, std::int64_t step);

 private:
  Distortion m_distortion;
  ThreadPool& m_pool;
  std::int64_t m_batchSize;
  std::vector<std::uint8_t> m_images;  // empty if nothing is to be distorted
};

}  // namespace engine
