#pragma once

#include <deque>
#include <optional>

#include "engine/train/train_observer.h"

namespace engine {

/// Foretells how long a run still takes if it goes on as it did lately: the steps left, the
/// evaluations between them and the test pass at the end. Works on the durations that the trainer
/// measured, so neither pauses nor changes of the computer's date disturb it.
class RemainingTime {
 public:
  explicit RemainingTime(const RunStarted& run);

  void add(const StepDone& step);
  void add(const ValidationDone& report);

  /// Nothing before the second step: the first one also warms up.
  std::optional<double> seconds() const;

 private:
  std::int64_t m_totalSteps;
  std::int64_t m_interval;
  std::int64_t m_validationCount;
  std::int64_t m_testCount;
  std::int64_t m_lastStep = -1;
  std::deque<double> m_recent;  ///< seconds of the last steps
  double m_secondsPerImage = 0;
};

}  // namespace engine
