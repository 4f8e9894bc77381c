#include "ui/run/run_flags.h"

#include <algorithm>

#include "ui/charts/linked_axes.h"
#include "ui/run/credit_session.h"
#include "ui/run/run_model.h"

namespace ui {

RunFlags::RunFlags(const RunModel& model, const CreditSession& credits, LinkedAxes& axes,
                   QObject* parent)
    : QObject(parent), m_model(model), m_credits(credits), m_axes(axes) {
  connect(&model, &RunModel::started, this, [this] {
    m_validations = m_best = 0;
    update();
  });
  connect(&model, &RunModel::grew, this, &RunFlags::update);
  connect(&credits, &CreditSession::grew, this, &RunFlags::update);
}

void RunFlags::update() {
  std::vector<StepFlag> flags;
  using Kind = engine::RunEvent::Kind;
  for (const engine::RunEvent& event : m_model.events()) {
    const auto step = static_cast<double>(event.step);
    if (event.kind == Kind::LearningRate)
      flags.push_back(
          {StepFlag::Kind::LearningRate, step, tr("rate %1").arg(formatValue(event.value, 2))});
    else if (event.kind == Kind::Pause)
      flags.push_back({StepFlag::Kind::Pause, step, tr("pause")});
  }
  if (const auto& slowed = m_credits.slowed())
    flags.push_back({StepFlag::Kind::Throttle, static_cast<double>(slowed->step), tr("throttled")});
  const auto& validations = m_model.validations();
  const auto errors = [&](std::size_t i) { return validations[i].validation.wrong; };
  for (; m_validations < validations.size(); ++m_validations)
    if (errors(m_validations) < errors(m_best)) m_best = m_validations;
  if (!validations.empty())
    flags.push_back(
        {StepFlag::Kind::Best, static_cast<double>(validations[m_best].step.step), tr("best")});
  std::ranges::stable_sort(flags, {}, &StepFlag::step);
  m_axes.setFlags(std::move(flags));
}

}  // namespace ui
