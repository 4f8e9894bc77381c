#pragma once

#include <optional>

#include "engine/train/train_observer.h"

namespace engine {

/// Tells from the steps of a run where somebody changed its base learning rate, which the steps
/// themselves do not say: their rates fall with the schedule as well.
class LearningRateWatch {
 public:
  explicit LearningRateWatch(const RunStarted& run);

  /// The new base, to six digits, if this step is the first one that follows it.
  std::optional<double> changeAt(const StepDone& step);

 private:
  TrainConfig m_config;
  std::int64_t m_trainCount;
  double m_base;
};

}  // namespace engine
