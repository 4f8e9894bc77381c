#include "engine/pace/pacer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine {

Pacer::Pacer(PacedRun run, double pace, LogTime logTime, TrainObserver& next, TrainControl& control,
             const Clock& clock)
    : m_run(std::move(run)),
      m_pace(pace),
      m_logTime(logTime),
      m_next(&next),
      m_control(control),
      m_clock(clock) {}

PacedRun Pacer::run() const {
  const std::lock_guard lock(m_mutex);
  return m_run;
}

double Pacer::pace() const {
  const std::lock_guard lock(m_mutex);
  return m_pace;
}

bool Pacer::hasStopped() const {
  const std::lock_guard lock(m_mutex);
  return m_stopped;
}

void Pacer::setPace(double pace) {
  const std::lock_guard lock(m_mutex);
  const double now = m_pausedAt.value_or(m_clock.seconds());
  m_machineStart = std::min(m_run.seconds(), m_machineStart + (now - m_clockStart) * m_pace);
  m_clockStart = now;
  m_pace = pace;
  holdBack();
}

void Pacer::runStarted(const RunStarted& run) {
  m_next->runStarted(run);
  {
    const std::lock_guard lock(m_mutex);
    m_clockStart = m_clock.seconds();
    m_machineStart = m_run.seconds();
  }
  if (run.history && !run.history->moments.empty()) m_told = run.history->moments.back();
  follow([&] { return m_run.runStarted(run); });
}

void Pacer::stepDone(const StepDone& step) {
  // First the moment: who draws over the machine's time knows then where the step belongs.
  follow([&] { return m_run.stepDone(step); });
  m_next->stepDone(step);
}

void Pacer::validationDone(const ValidationDone& report) {
  ValidationDone told = report;
  if (m_logTime == LogTime::Machine)
    told.scriptMillisecondsPerStep = run().scriptMillisecondsPerStep();
  m_next->validationDone(told);
  follow([&] { return m_run.validationDone(report); });
}

void Pacer::runFinished(const RunFinished& run) {
  follow([&] {
    m_run.runFinished(run);
    return PacedRun::Order{};
  });
  m_next->runFinished(run);
}

void Pacer::paused(std::int64_t nextStep) {
  {
    const std::lock_guard lock(m_mutex);
    if (!m_pausedAt) m_pausedAt = m_clock.seconds();
  }
  m_next->paused(nextStep);
}

void Pacer::resumed() {
  {
    const std::lock_guard lock(m_mutex);
    if (const auto since = std::exchange(m_pausedAt, std::nullopt))
      m_clockStart += m_clock.seconds() - *since;
  }
  m_next->resumed();
}

template <typename Tell>
void Pacer::follow(const Tell& tell) {
  PacedRun::Order order;
  PaceMoment moment;
  {
    const std::lock_guard lock(m_mutex);
    order = tell();
    moment = m_run.moment();
    m_stopped |= order.stop;
    holdBack();
  }
  if (order.hasLongRest()) m_next->paced(order.beforeRest);
  // A run that goes on has told of this moment before it was interrupted.
  if (moment != std::exchange(m_told, moment)) m_next->paced(moment);
  if (order.stop) m_control.stop(/*skipTest=*/true);
}

void Pacer::holdBack() {
  constexpr double kForgiven = 1;  // seconds late; who is later shall not run faster afterwards
  const double early =
      (m_run.seconds() - m_machineStart) / m_pace - (m_clock.seconds() - m_clockStart);
  if (early < -kForgiven) m_clockStart -= early + kForgiven;
  m_control.delay(std::max(early, 0.0));
}

}  // namespace engine
