#include "engine/host/live_machine.h"

#include <utility>

#include "engine/credits/throttle.h"

namespace engine {

LiveMachine::LiveMachine(std::unique_ptr<CpuSource> source, const Clock& clock)
    : m_clock(clock), m_lastTick(clock.seconds()) {
  if (source) m_meter = std::make_unique<CpuMeter>(std::move(source));
}

void LiveMachine::setType(const InstanceType& type, std::optional<CreditMode> mode) {
  const CreditMode wanted = mode.value_or(type.defaultMode);
  m_modeIsKnown |= mode.has_value();
  if (m_account && m_account->account().type().name == type.name) {
    if (mode) m_account->setMode(wanted);
  } else {
    m_account.emplace(type, wanted);
    if (m_meter) m_account->assumeSinceBoot(cpuUseSinceBoot(m_meter->counters()));
    m_status.truth.reset();
  }
  describe();
}

void LiveMachine::apply(const CloudReading& reading) {
  if (!m_account) return;
  if (reading.mode) setType(m_account->account().type(), reading.mode);
  if (!reading.creditUsage.empty())
    m_remoteVCpus = reading.creditUsage.back().value * 60 / reading.periodSeconds;
  if (!reading.cpuUtilization.empty()) {
    m_status.utilization = reading.cpuUtilization.back();
    m_status.secondsSinceUtilization = reading.now - m_status.utilization->time;
  }
  if (reading.creditBalance.empty()) return;
  const MetricPoint newest = reading.creditBalance.back();
  // A value stands for the time that its interval begins: where it is of a later moment, the use
  // in between is counted twice, and the estimate is on the safe side while the machine works.
  if (m_status.truth && newest.time <= m_status.truth->time) return;
  MeasuredCredits truth{.balance = newest.value, .vCpus = m_remoteVCpus};
  for (const MetricPoint& point : reading.surplusCreditBalance)
    if (point.time == newest.time) truth.surplus = point.value;
  m_account->correct(truth, reading.now - newest.time);
  m_status.truth = newest;
  describe();
}

const LiveStatus& LiveMachine::tick() {
  const double now = m_clock.seconds();
  const double seconds = now - std::exchange(m_lastTick, now);
  if (m_status.secondsSinceUtilization) *m_status.secondsSinceUtilization += seconds;
  if (m_meter) {
    m_status.use = m_meter->measure();
    m_status.quota = cpuQuota(m_meter->counters());
    if (m_account) m_account->add(m_status.use);
  } else if (m_account && seconds > 0) {
    m_account->add({.seconds = seconds,
                    .cpus = m_account->account().type().vCpus,
                    .busy = m_remoteVCpus * seconds});
  }
  describe();
  return m_status;
}

void LiveMachine::describe() {
  if (!m_account) return;
  const CreditAccount& account = m_account->account();
  const InstanceType& type = account.type();
  m_status.type = type;
  m_status.mode = account.mode();
  m_status.modeIsKnown = m_modeIsKnown;
  m_status.balance = account.balance();
  m_status.surplus = account.surplus();
  m_status.measured = m_account->isMeasured();
  m_status.secondsSinceTruth = m_account->secondsSinceTruth();
  m_status.error = m_account->error();
  const bool slows = account.mode() == CreditMode::Standard;
  m_status.slowDownBalance = slows ? Throttle(type, account.balance()).threshold() : 0;
  m_status.secondsToSlowDown.reset();
  if (account.balance() <= m_status.slowDownBalance && slows)
    m_status.secondsToSlowDown = 0;
  else if (slows)
    m_status.secondsToSlowDown = secondsUntilBalance(account, type.vCpus, m_status.slowDownBalance);
  m_status.secondsToEmpty = secondsUntilBalance(account, type.vCpus, 0);
  m_status.secondsToFull =
      secondsUntilBalance(account, 0, account.launchCredits() + type.maxCredits);
}

}  // namespace engine
