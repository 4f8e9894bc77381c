#include "app/cli/run_limits.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>

#include "engine/pace/pace_moment.h"

namespace cli {

double trainingSeconds(const engine::RunHistory& history) {
  double seconds = 0;
  for (const engine::StepDone& step : history.steps) seconds += step.seconds;
  for (const auto& report : history.validations) seconds += report.validation.seconds;
  return seconds;
}

RunLimits::RunLimits(const CheckpointOptions& options, engine::TrainControl& control)
    : m_stopAt(options.stopAt), m_control(control) {
  if (!options.timeLimit) return;
  constexpr double kLongest = 1e9;  // the clock's own number ends later
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::duration<double>(std::min(*options.timeLimit, kLongest));
  m_alarm = std::jthread([this, end](const std::stop_token& stop) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any wake;
    wake.wait_until(lock, stop, end, [] { return false; });
    if (stop.stop_requested()) return;
    m_timeIsOver = true;
    if (m_hasStepped) m_control.stop(/*skipTest=*/true);
  });
}

void RunLimits::runStarted(const engine::RunStarted& run) {
  m_reportInterval = run.config.evaluationInterval;
  m_stopSteps = m_stopAt.steps;
  if (m_stopAt.epochs)
    m_stopSteps = static_cast<std::int64_t>(
        std::ceil(*m_stopAt.epochs * static_cast<double>(run.trainCount) / run.config.batchSize));
  if (run.history) {
    m_isPaced = !run.history->moments.empty();
    m_seconds = trainingSeconds(*run.history);
  }
  if (reached(run.firstStep)) m_control.stop(/*skipTest=*/true);
}

bool RunLimits::reached(std::int64_t steps) const {
  if (m_stopSteps) return steps >= *m_stopSteps;
  return m_stopAt.seconds && !m_isPaced && m_seconds >= *m_stopAt.seconds;
}

void RunLimits::stepDone(const engine::StepDone& step) {
  m_seconds += step.seconds;
  m_hasStepped = true;
  if (m_timeIsOver) m_control.stop(/*skipTest=*/true);
  m_ending = m_ending || reached(step.step + 1);
  if (m_ending && step.step % m_reportInterval != 0) m_control.stop(/*skipTest=*/true);
}

void RunLimits::validationDone(const engine::ValidationDone& report) {
  m_seconds += report.validation.seconds;
  if (m_ending) m_control.stop(/*skipTest=*/true);
}

void RunLimits::paced(const engine::PaceMoment& moment) {
  m_isPaced = true;
  if ((m_stopAt.seconds && moment.seconds >= *m_stopAt.seconds) ||
      (m_stopAt.credits && moment.step >= 0 && moment.balance() <= *m_stopAt.credits))
    m_control.stop(/*skipTest=*/true);
}

}  // namespace cli
