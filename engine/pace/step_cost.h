#pragma once

#include <cstdint>

namespace engine {

/// What the work of a run costs on the simulated machine, in seconds of one vCPU at full speed.
struct StepCost {
  enum class Kind {
    Fixed,    ///< value: ms per step as the sample prints it, on whatever computer
    Measured  ///< what this computer needs, times value
  };
  Kind kind = Kind::Fixed;
  double value = kArticleMilliseconds;

  /// What the article printed on a t2.micro with TensorFlow 0.10.
  static constexpr double kArticleMilliseconds = 432;

  // Of a fixed cost. The sample's stopwatch divides a hundred steps of 64 images and one evaluation
  // of 5,000 images by 100; the evaluation is 1.24 of the 5.87 GFLOP that this is per step. Other
  // batches, data sets and evaluation intervals cost in proportion.
  double trainingSeconds(int batchSize) const noexcept {
    return (1 - kEvaluationShare) * value / 1000 / 64 * batchSize;
  }
  double evaluationSeconds(std::int64_t images) const noexcept {
    return kEvaluationShare * value / 1000 * 100 / 5000 * static_cast<double>(images);
  }

  bool operator==(const StepCost&) const = default;

 private:
  static constexpr double kEvaluationShare = 1.24 / 5.87;
};

}  // namespace engine
