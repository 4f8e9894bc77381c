#pragma once

#include <atomic>
#include <thread>

#include "app/cli/checkpoint_options.h"
#include "engine/train/train_control.h"
#include "engine/train/train_observer.h"

namespace cli {

/// Of the steps and validations, as --stop-at counts them where there is no simulated machine.
double trainingSeconds(const engine::RunHistory& history);

/// Ends a run for now, without the test pass, where --stop-at and --time-limit say so. A report
/// that is due at that step is still made, but not where the time is over.
class RunLimits : public engine::TrainObserver {
 public:
  /// The time of the process counts from the making of this object, but one step is always done,
  /// so that slices come to an end.
  RunLimits(const CheckpointOptions& options, engine::TrainControl& control);

  void runStarted(const engine::RunStarted& run) override;
  void stepDone(const engine::StepDone& step) override;
  void validationDone(const engine::ValidationDone& report) override;
  void paced(const engine::PaceMoment& moment) override;

 private:
  bool reached(std::int64_t steps) const;

  const StopAt m_stopAt;
  engine::TrainControl& m_control;
  std::optional<std::int64_t> m_stopSteps;
  int m_reportInterval = 1;
  std::atomic<bool> m_hasStepped = false, m_timeIsOver = false;
  bool m_isPaced = false;
  bool m_ending = false;
  double m_seconds = 0;  ///< of the run so far
  std::jthread m_alarm;
};

}  // namespace cli
