#include "engine/credits/plan/recorded_machine.h"

#include <algorithm>
#include <cmath>

namespace engine {
namespace {

constexpr double kPieces = 240;  // of the whole job, so that its curve shows how it slows down
constexpr double kRounding = 1e-9;

// Whole hours that have begun until October 2017, then seconds.
double billed(double seconds, CreditRules rules) {
  return rules == CreditRules::Until2017 ? std::ceil(seconds / 3600 - kRounding) * 3600 : seconds;
}

}  // namespace

RecordedMachine::RecordedMachine(const PlanRequest& request, const InstanceType& type,
                                 CreditMode mode, std::optional<double> balance, double launched,
                                 Outcome& outcome)
    : m_request(request),
      m_machine(
          type,
          {.mode = mode, .rules = request.rules, .balance = balance, .throttle = request.throttle}),
      m_launched(launched),
      m_billedFrom(launched),
      m_outcome(outcome) {
  record();
}

double RecordedMachine::fullSpeedSeconds(double cpuSeconds, double threads) const {
  return cpuSeconds / std::min<double>(threads, m_machine.type().vCpus);
}

void RecordedMachine::steps(std::int64_t count) {
  work(static_cast<double>(count) * m_request.stepSeconds(m_machine.type()), m_request.job.threads);
  m_outcome.steps += count;
}

void RecordedMachine::overhead(double cpuSeconds) {
  work(cpuSeconds, 1);
}

void RecordedMachine::work(double cpuSeconds, double threads) {
  const double fullSpeed = fullSpeedSeconds(cpuSeconds, threads);
  double taken = 0;
  const auto pieces = static_cast<int>(
      std::ceil(kPieces * std::min(1.0, cpuSeconds / m_request.cpuSeconds(m_machine.type()))));
  for (int piece = 0; piece < pieces; ++piece) {
    taken += m_machine.run(cpuSeconds / pieces, threads);
    record();
  }
  m_outcome.slowed |= taken > fullSpeed * (1 + kRounding);
  m_outcome.cpuSeconds += cpuSeconds;
  m_outcome.fullSpeedSeconds += fullSpeed;
}

void RecordedMachine::idle(double seconds) {
  constexpr int kParts = 24;  // shows where the cap is reached
  for (int part = 0; part < kParts; ++part) {
    m_machine.idle(seconds / kParts);
    record();
  }
}

void RecordedMachine::setMode(CreditMode mode) {
  m_machine.setMode(mode);
  record();
}

void RecordedMachine::stop() {
  m_billedSeconds += billed(now() - m_billedFrom, m_request.rules);
  m_machine.stop();
  record();
}

void RecordedMachine::start(bool withLaunchCredits) {
  m_billedFrom = now();
  m_machine.start(withLaunchCredits);
  record();
}

std::int64_t RecordedMachine::stepsAtFullSpeed(std::int64_t most, double overhead) const {
  const double secondsPerStep = m_request.stepSeconds(m_machine.type());
  const auto fits = [&](std::int64_t steps) {
    VirtualMachine ahead = m_machine;
    const double work = static_cast<double>(steps) * secondsPerStep;
    const double taken = ahead.run(work, m_request.job.threads) + ahead.run(overhead);
    return taken <= (fullSpeedSeconds(work, m_request.job.threads) + overhead) * (1 + kRounding);
  };
  if (fits(most)) return most;
  std::int64_t enough = 0, tooMany = most;
  while (tooMany - enough > 1) {
    const std::int64_t middle = enough + (tooMany - enough) / 2;
    (fits(middle) ? enough : tooMany) = middle;
  }
  return enough;
}

bool RecordedMachine::doesAllAtFullSpeed(std::int64_t steps, double restSeconds) const {
  VirtualMachine ahead = m_machine;
  ahead.idle(restSeconds);
  const double work = static_cast<double>(steps) * m_request.stepSeconds(ahead.type());
  return ahead.run(work, m_request.job.threads) <=
         fullSpeedSeconds(work, m_request.job.threads) * (1 + kRounding);
}

void RecordedMachine::leave() {
  const CreditAccount& account = m_machine.account();
  const InstanceType& type = account.type();
  const CreditTotals totals = account.totals();
  m_outcome.totals.granted += totals.granted;
  m_outcome.totals.earned += totals.earned;
  m_outcome.totals.spent += totals.spent;
  m_outcome.totals.discarded += totals.discarded;
  m_outcome.totals.charged += totals.charged;
  m_outcome.balance += account.balance();
  m_outcome.surplus += account.surplus();
  m_outcome.credits += totals.spent;
  m_outcome.finish = now();

  const double owed = totals.charged + account.surplus();
  m_outcome.currency = type.currency;
  if (!type.pricePerHour || (owed > 0 && !type.surplusPricePerVCpuHour)) {
    m_outcome.cost.reset();
    return;
  }
  m_billedSeconds += billed(now() - m_billedFrom, m_request.rules);
  m_outcome.cost = m_outcome.cost.value_or(0) + m_billedSeconds / 3600 * *type.pricePerHour +
                   owed / 60 * type.surplusPricePerVCpuHour.value_or(0);
}

void RecordedMachine::record() {
  m_outcome.curve.push_back({now(), m_machine.balance()});
}

}  // namespace engine
