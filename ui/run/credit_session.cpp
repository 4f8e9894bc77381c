#include "ui/run/credit_session.h"

#include <algorithm>

#include "ui/run/run_model.h"

namespace ui {
namespace {

constexpr double kRounding = 1 + 1e-6;

CreditSession::Moment momentOf(const engine::VirtualMachine& machine, qint64 step) {
  return {step, machine.seconds(), machine.balance(), machine.utilisation()};
}

}  // namespace

CreditSession::CreditSession(const RunModel& model, const engine::InstanceType& type,
                             const engine::MachineOptions& options, double secondsPerStep,
                             QObject* parent)
    : QObject(parent),
      m_model(model),
      m_options(options),
      m_secondsPerStep(secondsPerStep),
      m_machine(type, options),
      m_openingBalance(m_machine.balance()) {
  connect(&model, &RunModel::started, this, &CreditSession::restart);
  connect(&model, &RunModel::grew, this, &CreditSession::follow);
  if (model.run()) restart();
}

void CreditSession::restart() {
  m_machine = engine::VirtualMachine(type(), m_options);
  m_moments.clear();
  m_seconds.clear();
  m_outlook = lookAhead(m_model.run()->totalSteps);
  emit restarted();
  follow();
}

void CreditSession::follow() {
  const auto& steps = m_model.steps();
  if (m_moments.size() == steps.size()) return;
  while (m_moments.size() < steps.size()) {
    m_machine.run(m_secondsPerStep);
    m_moments.push_back(momentOf(m_machine, steps[m_moments.size()].step));
    m_seconds.push_back(m_moments.back().seconds);
  }
  emit grew();
}

CreditSession::Outlook CreditSession::lookAhead(qint64 steps) const {
  constexpr qint64 kMostMoments = 100'000;
  const qint64 stride = 1 + (steps - 1) / kMostMoments;
  Outlook outlook;
  engine::VirtualMachine machine = m_machine;
  for (qint64 done = 0; done < steps;) {
    const qint64 count = std::min(stride, steps - done);
    const double work = static_cast<double>(count) * m_secondsPerStep;
    const double slowdown = machine.run(work) / work;
    done += count;
    const Moment moment = momentOf(machine, done - 1);
    outlook.moments.push_back(moment);
    if (slowdown > kRounding && !outlook.slowed) outlook.slowed = moment;
    if (slowdown > outlook.slowdown * kRounding) {
      outlook.slowdown = slowdown;
      outlook.slowest = moment;
    }
  }
  return outlook;
}

}  // namespace ui
