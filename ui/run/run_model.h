#pragma once

#include <QObject>
#include <optional>
#include <span>
#include <vector>

#include "engine/log/run_record.h"
#include "engine/pace/pace_moment.h"
#include "engine/train/learning_rate_watch.h"
#include "engine/train/train_observer.h"

namespace ui {

/// Everything that one run has told so far; what the charts and panels show. Lives on the GUI
/// thread and only grows until the next start().
class RunModel : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  void start(const engine::RunStarted& run);
  /// pauses: of events only Pause and Resume, in order; changes of the learning rate are found.
  void append(std::span<const engine::StepDone> steps,
              std::span<const engine::ValidationDone> validations,
              std::span<const engine::RunEvent> pauses = {},
              std::span<const engine::PaceMoment> moments = {});
  void finish(const engine::RunFinished& run);

  const std::optional<engine::RunStarted>& run() const { return m_run; }
  const std::optional<engine::RunFinished>& result() const { return m_result; }
  const std::vector<engine::StepDone>& steps() const { return m_steps; }
  const std::vector<engine::ValidationDone>& validations() const { return m_validations; }

  const std::vector<engine::RunEvent>& events() const { return m_events; }
  /// All of it, to be kept, compared and written.
  engine::RunRecord record() const;

  /// Seconds from the start of the run to the end of steps()[i], with pauses.
  const std::vector<double>& elapsedSeconds() const { return m_elapsedSeconds; }

  /// Of the simulated machine that goes along, if there is one: after steps, evaluations and rests.
  const std::vector<engine::PaceMoment>& moments() const { return m_moments; }
  /// The machine's seconds after steps()[i] and what came behind it; as many as are known so far.
  const std::vector<double>& machineSeconds() const { return m_machineSeconds; }

  /// Seconds of training and evaluation up to the end of steps()[i]; pauses are not counted.
  const std::vector<double>& activeSeconds() const { return m_activeSeconds; }

 signals:
  void started();
  void grew();
  void finished();

 private:
  std::optional<engine::RunStarted> m_run;
  std::optional<engine::RunFinished> m_result;
  std::vector<engine::StepDone> m_steps;
  std::vector<engine::ValidationDone> m_validations;
  std::vector<engine::RunEvent> m_events;
  std::optional<engine::LearningRateWatch> m_learningRate;
  std::vector<double> m_activeSeconds, m_elapsedSeconds;
  std::vector<engine::PaceMoment> m_moments;
  std::optional<std::int64_t> m_firstMoved;  ///< the step of m_machineSeconds.front()
  std::vector<double> m_machineSeconds;
  std::size_t m_countedValidations = 0;  ///< of m_validations, already in m_activeSeconds
};

}  // namespace ui
