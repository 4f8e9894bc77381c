#include "engine/log/run_replay.h"

#include <cmath>

namespace engine {
namespace {

constexpr std::int64_t kMostMissing = 100'000;

double orElse(double value, double otherwise) {
  return isUnknown(value) ? otherwise : value;
}

std::int64_t wrongOf(double errorRate, std::int64_t count) {
  return std::isfinite(errorRate) ? std::llround(errorRate / 100 * static_cast<double>(count)) : 0;
}

}  // namespace

void RunReplay::add(const RunNews& news) {
  if (const auto* const matrix = std::get_if<RecordedConfusion>(&news)) return confusion(*matrix);
  flush();
  if (const auto* const begin = std::get_if<RecordedStart>(&news)) return start(*begin);
  // After its end nothing more happens in a run.
  if (m_end) return;
  if (const auto* const done = std::get_if<RecordedStep>(&news)) step(*done);
  if (const auto* const done = std::get_if<RecordedValidation>(&news)) validation(*done);
  if (const auto* const happened = std::get_if<RunEvent>(&news)) event(*happened);
  if (const auto* const end = std::get_if<RecordedEnd>(&news)) m_end = *end;
}

void RunReplay::flush() {
  if (!m_validation) return;
  m_observer.validationDone(*m_validation);
  m_validation.reset();
}

void RunReplay::start(const RecordedStart& start) {
  m_step.reset();
  m_test.reset();
  m_end.reset();
  m_run = start.settings.value_or(RunStarted{});
  if (!start.settings) {
    m_run.trainCount = start.trainCount;
    m_run.config.batchSize = static_cast<int>(start.batchSize);
    m_run.kernels = start.source;
  }
  m_observer.runStarted(m_run);
}

void RunReplay::step(const RecordedStep& step) {
  // Steps that are done again, or are none.
  if (m_step && (step.step <= m_step->step || step.step - m_step->step > kMostMissing)) return;
  // The place of what is missing stays empty, for an observer relies on every step.
  while (m_step && m_step->step + 1 < step.step) {
    StepDone& missing = *m_step;
    ++missing.step;
    missing.crossEntropy = missing.weightPenalty = missing.minibatchError = kUnknown;
    missing.seconds = 0;
    m_observer.stepDone(missing);
  }
  const double crossEntropy = orElse(step.crossEntropy, step.loss);
  const double seconds = orElse(step.seconds, 0);
  m_step =
      StepDone{.step = step.step,
               .epoch = orElse(step.epoch, static_cast<double>(step.step) * m_run.config.batchSize /
                                               static_cast<double>(m_run.trainCount)),
               .crossEntropy = crossEntropy,
               .weightPenalty = step.loss - crossEntropy,
               .learningRate = step.learningRate,
               .minibatchError = step.minibatchError,
               .seconds = seconds,
               .elapsed = orElse(step.elapsed, (m_step ? m_step->elapsed : 0) + seconds)};
  m_observer.stepDone(*m_step);
}

void RunReplay::validation(const RecordedValidation& validation) {
  if (!m_step || validation.step != m_step->step) return;
  const std::int64_t count = validation.count > 0 ? validation.count : m_run.validationCount;
  // A validation of no images has no error rate.
  if (count <= 0) return;
  m_validation = ValidationDone{
      .step = *m_step,
      .scriptMillisecondsPerStep = validation.scriptMilliseconds,
      .validation = {
          .count = count,
          .wrong = validation.count > 0 ? validation.wrong : wrongOf(validation.errorRate, count),
          .seconds = orElse(validation.seconds, 0)}};
}

void RunReplay::confusion(const RecordedConfusion& confusion) {
  if (confusion.test)
    m_test = confusion;
  else if (m_validation && m_validation->step.step == confusion.step)
    m_validation->validation.confusion = confusion.counts;
}

void RunReplay::event(const RunEvent& event) {
  if (event.kind == RunEvent::Kind::Pause) m_observer.paused(event.step);
  if (event.kind == RunEvent::Kind::Resume) m_observer.resumed();
}

void RunReplay::finish() {
  flush();
  if (!m_end) return;
  RunFinished run;
  run.reason = m_end->reason;
  run.steps = m_end->steps;
  run.lastStep = m_end->lastStep;
  run.seconds = orElse(m_end->seconds, 0);
  if (std::isfinite(m_end->testError) && m_run.testCount > 0) {
    run.test.count = m_run.testCount;
    run.test.wrong = wrongOf(m_end->testError, run.test.count);
    if (m_test) run.test.confusion = m_test->counts;
  }
  m_observer.runFinished(run);
}

}  // namespace engine
