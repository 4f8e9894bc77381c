#include "ui/run/run_model.h"

#include <algorithm>

namespace ui {

void RunModel::start(const engine::RunStarted& run) {
  m_run = run;
  m_result.reset();
  m_steps.clear();
  m_validations.clear();
  m_moments.clear();
  m_firstMoved.reset();
  m_machineSeconds.clear();
  m_activeSeconds.clear();
  m_elapsedSeconds.clear();
  m_events.clear();
  m_learningRate.emplace(run);
  m_countedValidations = 0;
  const auto expected = static_cast<std::size_t>(std::max<std::int64_t>(run.totalSteps, 0));
  m_steps.reserve(expected);
  m_activeSeconds.reserve(expected);
  emit started();
}

void RunModel::append(std::span<const engine::StepDone> steps,
                      std::span<const engine::ValidationDone> validations,
                      std::span<const engine::RunEvent> pauses,
                      std::span<const engine::PaceMoment> moments) {
  m_validations.insert(m_validations.end(), validations.begin(), validations.end());
  for (const engine::StepDone& step : steps) {
    double seconds = m_activeSeconds.empty() ? 0 : m_activeSeconds.back();
    // An evaluation comes after its step, so its time belongs before the end of the next one.
    for (; m_countedValidations < m_validations.size() &&
           m_validations[m_countedValidations].step.step < step.step;
         ++m_countedValidations)
      seconds += m_validations[m_countedValidations].validation.seconds;
    if (const auto base = m_learningRate ? m_learningRate->changeAt(step) : std::nullopt)
      m_events.push_back({.kind = engine::RunEvent::Kind::LearningRate,
                          .step = step.step,
                          .value = *base,
                          .elapsed = step.elapsed - step.seconds});
    m_steps.push_back(step);
    m_activeSeconds.push_back(seconds + step.seconds);
    const double before = m_elapsedSeconds.empty() ? 0 : m_elapsedSeconds.back();
    m_elapsedSeconds.push_back(std::max(step.elapsed, before + step.seconds));
  }
  m_events.insert(m_events.end(), pauses.begin(), pauses.end());
  for (const engine::PaceMoment& moment : moments) {
    m_moments.push_back(moment);
    if (moment.step < 0 || moment.step < m_firstMoved.value_or(0)) continue;
    if (!m_firstMoved) m_firstMoved = m_steps.empty() ? moment.step : m_steps.front().step;
    m_machineSeconds.resize(static_cast<std::size_t>(moment.step - *m_firstMoved) + 1,
                            moment.seconds);
    m_machineSeconds.back() = moment.seconds;
  }
  if (!steps.empty() || !validations.empty() || !pauses.empty() || !moments.empty()) emit grew();
}

void RunModel::finish(const engine::RunFinished& run) {
  m_result = run;
  emit finished();
}

engine::RunRecord RunModel::record() const {
  engine::RunRecord record;
  record.start.source = "burstlab";
  if (m_run) {
    record.start.settings = *m_run;
    record.start.trainCount = m_run->trainCount;
    record.start.batchSize = m_run->config.batchSize;
  }
  record.steps.reserve(m_steps.size());
  for (const engine::StepDone& step : m_steps) record.steps.push_back(engine::recordOf(step));
  for (const engine::ValidationDone& validation : m_validations)
    record.validations.push_back(engine::recordOf(validation));
  record.events = m_events;
  if (!m_validations.empty())
    record.confusion = {.step = m_validations.back().step.step,
                        .counts = m_validations.back().validation.confusion};
  if (!m_result) return record;
  record.end = engine::recordOf(*m_result);
  if (m_result->test.count > 0)
    record.confusion = {
        .step = m_result->lastStep, .test = true, .counts = m_result->test.confusion};
  return record;
}

}  // namespace ui
