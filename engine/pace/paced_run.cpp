#include "engine/pace/paced_run.h"

#include <algorithm>
#include <cmath>

#include "engine/credits/state_numbers.h"
#include "engine/error.h"

namespace engine {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

// The mean of what was measured, in which the latest counts more.
void learn(double& mean, double latest) noexcept {
  constexpr double kMemory = 0.98;
  mean = mean == 0 ? latest : kMemory * mean + (1 - kMemory) * latest;
}

}  // namespace

PacedRun::PacedRun(const PaceSettings& settings)
    : m_settings(settings), m_machine(settings.type, settings.machine) {
  if (settings.threads < 1) throw Error("A run needs at least one vCPU; choose 1 or more.");
}

PacedRun::Order PacedRun::runStarted(const RunStarted& run) {
  m_totalSteps = run.totalSteps;
  m_validationCount = run.validationCount;
  m_testCount = run.testCount;
  m_interval = run.config.evaluationInterval;
  m_batchSize = run.config.batchSize;
  m_ownThreads = std::max(1, run.config.threads);
  Order order;
  if (seconds() > 0) return order;
  // A new machine, perhaps for a run that began on another one.
  m_nextStep = m_lapStep = run.firstStep;
  if (std::holds_alternative<AvoidSlowDown>(m_settings.policy)) avoidSlowDown(order);
  return order;
}

PacedRun::Order PacedRun::stepDone(const StepDone& step) {
  learn(m_ownStep, step.seconds * m_ownThreads);
  const bool measured = m_settings.cost.kind == StepCost::Kind::Measured;
  work(measured ? m_settings.cost.value * step.seconds * m_ownThreads : trainingSeconds(1));
  m_nextStep = step.step + 1;
  if (!reportsAt(step.step)) return decide(false);
  endLap();
  return {};
}

PacedRun::Order PacedRun::validationDone(const ValidationDone& report) {
  const Evaluation& validation = report.validation;
  const double own = validation.seconds * m_ownThreads;
  if (validation.count > 0) learn(m_ownImage, own / static_cast<double>(validation.count));
  const bool measured = m_settings.cost.kind == StepCost::Kind::Measured;
  work(measured ? m_settings.cost.value * own : evaluationSeconds(validation.count));
  return decide(true);
}

void PacedRun::runFinished(const RunFinished& run) {
  const bool measured = m_settings.cost.kind == StepCost::Kind::Measured;
  work(measured ? m_settings.cost.value * run.test.seconds * m_ownThreads
                : evaluationSeconds(run.test.count));
}

PacedRun::Order PacedRun::foretell(std::int64_t count) {
  const std::int64_t first = m_nextStep, last = first + count - 1;
  // Reports before the last step, but not the one behind it.
  const std::int64_t reports =
      count > 1 ? (last - 1 + m_interval) / m_interval - (first - 1 + m_interval) / m_interval : 0;
  work(trainingSeconds(count) + evaluationSeconds(reports * m_validationCount));
  m_nextStep = last + 1;
  if (reports > 0 || reportsAt(last)) endLap();
  if (reportsAt(last)) work(evaluationSeconds(m_validationCount));
  return decide(reports > 0 || reportsAt(last));
}

PaceMoment PacedRun::moment() const {
  const CreditAccount& account = m_machine.account();
  return {.step = m_nextStep - 1,
          .seconds = seconds(),
          .launchCredits = account.launchCredits(),
          .earnedCredits = account.earnedCredits(),
          .surplus = account.surplus(),
          .spent = m_spentBefore + account.totals().spent,
          .slowdown = m_slowdown,
          .afterRest = m_afterRest};
}

double PacedRun::secondsPerStep() const noexcept {
  return trainingSeconds(1);
}

void PacedRun::setMode(CreditMode mode) {
  m_machine.setMode(mode);
  m_settings.machine.mode = mode;
  m_settings.machine.balance = m_machine.balance();
}

void PacedRun::setBalance(double credits) {
  m_machine.setBalance(credits);
}

void PacedRun::setType(const InstanceType& type) {
  MachineOptions options = m_settings.machine;
  const CreditMode mode = type.offersUnlimited ? m_machine.account().mode() : CreditMode::Standard;
  options.mode = mode;
  options.balance.reset();
  const double most = VirtualMachine(type, options).account().mostCredits();
  options.balance = std::min(m_machine.balance(), most);
  VirtualMachine machine(type, options);
  m_secondsBefore += m_machine.seconds();
  m_spentBefore += m_machine.account().totals().spent;
  m_machine = std::move(machine);
  m_settings.type = type;
  m_settings.machine = options;
}

void PacedRun::work(double cpuSeconds) {
  m_afterRest = false;
  const double threads = std::min(m_settings.threads, m_machine.type().vCpus);
  const double seconds = m_machine.run(cpuSeconds, threads);
  m_workedSeconds += seconds;
  if (cpuSeconds > 0) m_slowdown = std::max(1.0, seconds * threads / cpuSeconds);
}

void PacedRun::rest(double seconds, Order& order) {
  if (order.restSeconds == 0) order.beforeRest = moment();
  m_machine.idle(seconds);
  order.restSeconds += seconds;
  m_workedSeconds = 0;
  m_afterRest = true;
}

double PacedRun::trainingSeconds(std::int64_t steps) const noexcept {
  const StepCost& cost = m_settings.cost;
  return static_cast<double>(steps) * (cost.kind == StepCost::Kind::Measured
                                           ? cost.value * m_ownStep
                                           : cost.trainingSeconds(m_batchSize));
}

double PacedRun::evaluationSeconds(std::int64_t images) const noexcept {
  const StepCost& cost = m_settings.cost;
  return cost.kind == StepCost::Kind::Measured
             ? cost.value * m_ownImage * static_cast<double>(images)
             : cost.evaluationSeconds(images);
}

void PacedRun::endLap() {
  // The sample divides by the interval at step 0 too.
  const auto steps = std::max<std::int64_t>(m_interval, m_nextStep - m_lapStep);
  m_scriptMilliseconds = (seconds() - m_lapStart) * 1000 / static_cast<double>(steps);
  m_lapStart = seconds();
  m_lapStep = m_nextStep;
}

PacedRun::Order PacedRun::decide(bool afterReport) {
  Order order;
  if (stepsLeft() <= 0) return order;
  std::visit(
      Overloaded{
          [](std::monostate) {},
          [&](const SleepWhenSlow& policy) {
            if (!afterReport || m_scriptMilliseconds <= policy.limitSeconds * 1000) return;
            rest(policy.restSeconds, order);
            m_lapStart += policy.restSeconds;
          },
          [&](const StopAt& policy) { order.stop = m_machine.balance() <= policy.credits; },
          [&](const WorkAndRest& policy) {
            if (m_workedSeconds >= policy.workSeconds) rest(policy.restSeconds, order);
          },
          [&](const WorkShare& policy) { rest(m_workedSeconds * (1 / policy.share - 1), order); },
          [&](const AvoidSlowDown&) { avoidSlowDown(order); },
      },
      m_settings.policy);
  return order;
}

// Before the next order there is no chance to rest. What is earned meanwhile is left out: it may
// fall to the cap.
double PacedRun::creditsOfNextStep() const noexcept {
  double seconds = trainingSeconds(1);
  if (reportsAt(m_nextStep)) seconds += evaluationSeconds(m_validationCount);
  if (m_nextStep + 1 == m_totalSteps) seconds += evaluationSeconds(m_testCount);
  return seconds / 60;
}

void PacedRun::avoidSlowDown(Order& order) {
  if (m_machine.account().mode() == CreditMode::Unlimited) return;
  const InstanceType& type = m_machine.type();
  const double wanted = std::min(m_machine.slowDownBalance() + creditsOfNextStep(),
                                 m_machine.account().mostCredits());
  // Where credits expire, or at the cap with launch credits used up, it may never get there.
  constexpr double kNearly = 1e-9;
  for (double before = -1; m_machine.balance() < wanted && m_machine.balance() > before;) {
    before = m_machine.balance() + kNearly;
    rest((wanted - m_machine.balance() + kNearly) * 3600 / type.creditsPerHour, order);
  }
}

}  // namespace engine
