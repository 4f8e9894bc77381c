#pragma once

#include <optional>

#include "engine/log/run_record.h"
#include "engine/train/train_observer.h"

namespace engine {

/// Tells an observer what a run log tells of a run, as the trainer would have done: the opposite of
/// RunLogWriter. Steps that the log lacks are told with unknown values, those that it has twice are
/// told once. Credits and throttling are not told, and RunFinished has no weights.
class RunReplay {
 public:
  /// observer must outlive this.
  explicit RunReplay(TrainObserver& observer) : m_observer(observer) {}

  void add(const RunNews& news);
  /// Tells what waits for what usually follows it.
  void flush();

  /// The run has told its end. It is passed on by finish(), since another run may follow.
  bool hasEnded() const noexcept { return m_end.has_value(); }
  void finish();

 private:
  void start(const RecordedStart& start);
  void step(const RecordedStep& step);
  void validation(const RecordedValidation& validation);
  void event(const RunEvent& event);
  void confusion(const RecordedConfusion& confusion);

  TrainObserver& m_observer;
  RunStarted m_run;
  std::optional<StepDone> m_step;
  std::optional<ValidationDone> m_validation;  ///< waits for its matrix
  std::optional<RecordedConfusion> m_test;
  std::optional<RecordedEnd> m_end;
};

}  // namespace engine
