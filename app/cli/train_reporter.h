#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "app/cli/progress_bar.h"
#include "engine/train/remaining_time.h"
#include "engine/train/train_control.h"
#include "engine/train/train_observer.h"

namespace cli {

class LineOutput;
struct TrainOptions;

/// Tells of a run on the console, and ends it on Ctrl-C or when nobody reads on.
class TrainReporter : public engine::TrainObserver {
 public:
  TrainReporter(const TrainOptions& options, LineOutput& output, engine::TrainControl& control);

  void runStarted(const engine::RunStarted& run) override;
  void stepDone(const engine::StepDone& step) override;
  void validationDone(const engine::ValidationDone& report) override;
  void runFinished(const engine::RunFinished& run) override;
  void paced(const engine::PaceMoment& moment) override;

  /// Ends the run if somebody pressed Ctrl-C; from any thread.
  void obeyInterrupt();

  /// Valid after the run.
  const engine::RunFinished& result() const { return m_result; }

 private:
  void print(const std::string& text);

  const TrainOptions& m_options;
  LineOutput& m_output;
  engine::TrainControl& m_control;
  ProgressBar m_bar;
  std::int64_t m_totalSteps = 0;
  std::optional<engine::RemainingTime> m_remaining;
  engine::RunFinished m_result;
  std::atomic<bool> m_interruptTold = false;
  double m_machineSeconds = 0;
  std::string m_afterRest;  // a line to print when the run goes on
};

}  // namespace cli
