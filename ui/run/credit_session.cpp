#include "ui/run/credit_session.h"

#include <algorithm>
#include <limits>

#include "ui/run/run_model.h"
#include "ui/run/training_session.h"

namespace ui {
namespace {

constexpr qint64 kForecastInterval = 1000;         // ms
constexpr std::int64_t kForecastMoments = 20'000;  // a few milliseconds

}  // namespace

CreditSession::CreditSession(const RunModel& model, const engine::PaceSettings& settings,
                             TrainingSession* session, QObject* parent)
    : QObject(parent),
      m_model(model),
      m_session(session),
      m_settings(settings),
      m_pace(std::numeric_limits<double>::infinity()) {
  setMachine(settings.type, settings.machine);
  connect(&model, &RunModel::started, this, &CreditSession::restart);
  connect(&model, &RunModel::grew, this, &CreditSession::follow);
  if (session) connect(session, &TrainingSession::stateChanged, this, &CreditSession::lookAhead);
  if (model.run()) restart();
}

double CreditSession::openingBalance() const {
  return engine::VirtualMachine(m_settings.type, m_settings.machine).balance();
}

engine::PacedRun CreditSession::run() const {
  const auto run = m_session ? m_session->pacedRun() : std::nullopt;
  return run ? *run : engine::PacedRun(m_settings);
}

bool CreditSession::isActive() const {
  return m_session && m_session->isActive() && !m_session->isAttached();
}

bool CreditSession::endedByPolicy() const {
  return m_session && m_session->endedByPolicy();
}

void CreditSession::setMachine(const engine::InstanceType& type,
                               const engine::MachineOptions& options) {
  engine::PaceSettings settings = m_settings;
  settings.type = type;
  settings.machine = options;
  const engine::PacedRun possible(settings);
  if (m_session)
    m_session->changeMachine([&](engine::PacedRun& run) {
      run.setType(type);
      if (options.mode) run.setMode(*options.mode);
      if (options.balance) run.setBalance(*options.balance);
    });
  m_settings = settings;
  if (m_session) m_session->setMachine(m_settings);
  lookAhead();
}

void CreditSession::setMode(engine::CreditMode mode) {
  engine::PaceSettings settings = m_settings;
  settings.machine.mode = mode;
  // Launch credits are not for every mode.
  if (settings.machine.balance) {
    settings.machine.balance.reset();
    const double most =
        engine::VirtualMachine(settings.type, settings.machine).account().mostCredits();
    settings.machine.balance = std::min(*m_settings.machine.balance, most);
  }
  const engine::PacedRun possible(settings);
  if (m_session) m_session->changeMachine([&](engine::PacedRun& run) { run.setMode(mode); });
  m_settings = settings;
  if (m_session) m_session->setMachine(m_settings);
  lookAhead();
}

void CreditSession::setBalance(double credits) {
  if (isActive()) {
    if (m_session)
      m_session->changeMachine([&](engine::PacedRun& run) { run.setBalance(credits); });
  } else {
    engine::PaceSettings settings = m_settings;
    settings.machine.balance = credits;
    const engine::PacedRun possible(settings);
    m_settings = settings;
    if (m_session) m_session->setMachine(m_settings);
  }
  lookAhead();
}

void CreditSession::setCost(const engine::StepCost& cost) {
  if (m_session) m_session->changeMachine([&](engine::PacedRun& run) { run.setCost(cost); });
  m_settings.cost = cost;
  if (m_session) m_session->setMachine(m_settings);
  lookAhead();
}

void CreditSession::setPolicy(const engine::CreditPolicy& policy) {
  if (m_session) m_session->changeMachine([&](engine::PacedRun& run) { run.setPolicy(policy); });
  m_settings.policy = policy;
  if (m_session) m_session->setMachine(m_settings);
  lookAhead();
}

void CreditSession::setPace(double pace) {
  m_pace = pace;
  if (m_session) m_session->setPace(pace);
  emit changed();
}

void CreditSession::restart() {
  m_moments = 0;
  m_slowed.reset();
  m_worstSlowdown = 1;
  m_restSeconds = 0;
  m_sinceForecast.invalidate();
  emit restarted();
  follow();
}

void CreditSession::follow() {
  const std::vector<engine::PaceMoment>& moments = m_model.moments();
  for (; m_moments < moments.size(); ++m_moments) {
    const engine::PaceMoment& moment = moments[m_moments];
    if (moment.isSlowed() && !m_slowed) m_slowed = moment;
    m_worstSlowdown = std::max(m_worstSlowdown, moment.slowdown);
    if (moment.afterRest && m_moments > 0)
      m_restSeconds += moment.seconds - moments[m_moments - 1].seconds;
  }
  if (!m_sinceForecast.isValid() || m_sinceForecast.hasExpired(kForecastInterval)) lookAhead();
  emit grew();
}

void CreditSession::lookAhead() {
  m_forecast = {};
  // Before it is told of the start, the machine does not know how long the run is.
  if (isActive() && m_model.run() && !m_model.result())
    m_forecast = engine::foretell(run(), kForecastMoments);
  m_sinceForecast.start();
  emit changed();
}

}  // namespace ui
