#include "ui/run/run_model.h"

namespace ui {

void RunModel::start(const engine::RunStarted& run) {
  m_run = run;
  m_result.reset();
  m_steps.clear();
  m_validations.clear();
  m_activeSeconds.clear();
  m_countedValidations = 0;
  const auto expected = static_cast<std::size_t>(std::max<std::int64_t>(run.totalSteps, 0));
  m_steps.reserve(expected);
  m_activeSeconds.reserve(expected);
  emit started();
}

void RunModel::append(std::span<const engine::StepDone> steps,
                      std::span<const engine::ValidationDone> validations) {
  m_validations.insert(m_validations.end(), validations.begin(), validations.end());
  for (const engine::StepDone& step : steps) {
    double seconds = m_activeSeconds.empty() ? 0 : m_activeSeconds.back();
    // An evaluation comes after its step, so its time belongs before the end of the next one.
    for (; m_countedValidations < m_validations.size() &&
           m_validations[m_countedValidations].step.step < step.step;
         ++m_countedValidations)
      seconds += m_validations[m_countedValidations].validation.seconds;
    m_steps.push_back(step);
    m_activeSeconds.push_back(seconds + step.seconds);
  }
  if (!steps.empty() || !validations.empty()) emit grew();
}

void RunModel::finish(const engine::RunFinished& run) {
  m_result = run;
  emit finished();
}

}  // namespace ui
