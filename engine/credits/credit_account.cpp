#include "engine/credits/credit_account.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/credits/state_numbers.h"
#include "engine/error.h"
#include "engine/log/number_text.h"

namespace engine {
namespace {

constexpr double kDay = 24 * 3600;
constexpr double kForever = std::numeric_limits<double>::infinity();

}  // namespace

CreditAccount::CreditAccount(InstanceType type, CreditMode mode, CreditRules rules)
    : m_type(std::move(type)), m_mode(mode), m_rules(rules) {
  checkMode(mode);
  if (rules == CreditRules::Until2017) m_lots.emplace();
  grantLaunchCredits();
}

void CreditAccount::Flow::endAfter(double limit, Event what) {
  if (limit >= seconds) return;
  seconds = limit;
  event = what;
}

CreditAccount::Flow CreditAccount::flow(double vCpus) const {
  Flow flow;
  flow.seconds = kForever;
  if (m_running || m_type.stopPolicy == StopPolicy::KeepEarning)
    flow.income = m_type.creditsPerHour / 3600;
  flow.spent = m_running ? vCpus / 60 : 0;

  double net = flow.income;
  if (m_launch <= 0) {
    net -= flow.spent;
  } else if (flow.spent > 0) {
    flow.launch = -flow.spent;
    flow.endAfter(m_launch / flow.spent, Event::LaunchSpent);
  }

  if (net > 0 && m_surplus > 0) {
    flow.surplus = -net;
    flow.endAfter(m_surplus / net, Event::SurplusRepaid);
  } else if (net > 0 && m_earned >= m_type.maxCredits) {
    flow.discarded = net;
  } else if (net > 0) {
    flow.earned = net;
    flow.endAfter((m_type.maxCredits - m_earned) / net, Event::Full);
  } else if (net < 0 && m_earned > 0) {
    flow.earned = net;
    flow.endAfter(m_earned / -net, Event::Empty);
  } else if (net < 0 && m_mode == CreditMode::Standard) {
    flow.spent = flow.income;
  } else if (net < 0 && m_surplus < m_type.maxCredits) {
    flow.surplus = -net;
    flow.endAfter((m_type.maxCredits - m_surplus) / -net, Event::SurplusFull);
  } else if (net < 0) {
    flow.charged = -net;
  }

  if (m_lots) flow.endAfter(m_lots->secondsToEnd(), Event::LotEnds);
  if (!m_running && m_type.stopPolicy == StopPolicy::KeepSevenDays && balance() > 0)
    flow.endAfter(7 * kDay - m_stoppedSeconds, Event::Forgotten);
  return flow;
}

double CreditAccount::advance(double vCpus, double seconds) {
  double spent = 0;
  while (seconds > 0) {
    const Flow now = flow(vCpus);
    const double step = std::min(seconds, now.seconds);
    apply(now, step);
    spent += now.spent * step;
    seconds -= step;
    if (step < now.seconds) break;
    happen(now.event);
    // Others may be due at the same moment. A caller must never be told to wait for no time.
    for (Flow next = flow(vCpus); next.seconds <= 0; next = flow(vCpus)) happen(next.event);
  }
  return spent;
}

void CreditAccount::apply(const Flow& flow, double seconds) {
  m_seconds += seconds;
  if (!m_running) m_stoppedSeconds += seconds;
  m_launch += flow.launch * seconds;
  m_earned += flow.earned * seconds;
  m_surplus += flow.surplus * seconds;
  m_income += flow.income * seconds;
  m_spent += flow.spent * seconds;
  m_discarded += flow.discarded * seconds;
  m_charged += flow.charged * seconds;
  m_launch.clamp(0, m_type.launchCredits);
  m_earned.clamp(0, m_type.maxCredits);
  m_surplus.clamp(0, m_type.maxCredits);
  if (!m_lots) return;
  m_lots->advance(flow.earned * seconds, seconds);
  if (flow.discarded > 0) m_lots->replaceOldest(flow.discarded * seconds);
}

// Sets what has reached its limit to that limit exactly, so that rounding leaves no crumbs.
void CreditAccount::happen(Event event) {
  switch (event) {
    case Event::None:
      break;
    case Event::LaunchSpent:
      m_launch = 0;
      break;
    case Event::Full:
      m_earned = m_type.maxCredits;
      break;
    case Event::Empty:
      m_earned = 0;
      if (m_lots) m_lots->reset();
      break;
    case Event::SurplusRepaid:
      m_surplus = 0;
      break;
    case Event::SurplusFull:
      m_surplus = m_type.maxCredits;
      break;
    case Event::LotEnds: {
      const double expired = std::min<double>(m_lots->endInterval(), m_earned);
      m_earned -= expired;
      m_discarded += expired;
      break;
    }
    case Event::Forgotten:
      discardLaunch();
      discardEarned();
      break;
  }
}

double CreditAccount::mostCredits() const noexcept {
  const bool launch = m_mode == CreditMode::Standard || m_type.launchCreditsInUnlimited;
  return (launch ? m_type.launchCredits : 0) + m_type.maxCredits;
}

void CreditAccount::setBalance(double credits) {
  const double most = mostCredits();
  if (!(credits >= 0 && credits <= most))
    throw Error("A " + m_type.name + " cannot hold " + fixedText(credits, 1) +
                " credits; choose 0 to " + fixedText(most, 1) + ".");
  m_granted += credits - balance() + m_surplus;
  m_surplus = 0;
  m_launch = std::min(credits, most - m_type.maxCredits);
  m_earned = credits - m_launch;
  if (m_lots) m_lots->reset(m_earned);
}

void CreditAccount::restore(double launchCredits, double earned, double surplus) {
  const double before = balance() - m_surplus;
  m_launch = std::clamp(launchCredits, 0.0, m_type.launchCredits);
  m_earned = std::clamp(earned, 0.0, m_type.maxCredits);
  m_surplus = std::clamp(surplus, 0.0, m_type.maxCredits);
  m_granted += balance() - m_surplus - before;
  if (m_lots) m_lots->reset(m_earned);
}

void CreditAccount::setMode(CreditMode mode) {
  checkMode(mode);
  if (mode == m_mode) return;
  m_mode = mode;
  if (mode == CreditMode::Standard) billSurplus();
  if (mode == CreditMode::Unlimited && !m_type.launchCreditsInUnlimited) discardLaunch();
}

void CreditAccount::stop() {
  if (!m_running) return;
  m_running = false;
  m_stoppedSeconds = 0;
  billSurplus();
  if (m_type.stopPolicy != StopPolicy::Lose) return;
  discardLaunch();
  discardEarned();
}

void CreditAccount::start(bool withLaunchCredits) {
  if (m_running) return;
  m_running = true;
  if (withLaunchCredits && m_type.stopPolicy == StopPolicy::Lose) grantLaunchCredits();
}

CreditTotals CreditAccount::totals() const noexcept {
  return {m_granted, m_income, m_spent, m_discarded, m_charged};
}

double CreditAccount::surplusCost() const noexcept {
  return m_charged / 60 * m_type.surplusPricePerVCpuHour.value_or(0);
}

void CreditAccount::exchangeState(StateNumbers& numbers) {
  constexpr double kMost = StateNumbers::kMost;
  bool unlimited = m_mode == CreditMode::Unlimited;
  numbers.exchange(unlimited);
  m_mode = unlimited ? CreditMode::Unlimited : CreditMode::Standard;
  checkMode(m_mode);
  numbers.exchange(m_running);
  numbers.exchange(m_launch, 0, m_type.launchCredits);
  numbers.exchange(m_earned, 0, m_type.maxCredits);
  numbers.exchange(m_surplus, 0, m_type.maxCredits);
  for (CompensatedSum* sum :
       {&m_seconds, &m_stoppedSeconds, &m_income, &m_spent, &m_discarded, &m_charged})
    numbers.exchange(*sum, 0, kMost);
  numbers.exchange(m_granted, -kMost, kMost);
  numbers.exchange(m_launches, 1000, 0, kMost);
  if (m_lots) m_lots->exchangeState(numbers, m_type.maxCredits);
}

void CreditAccount::checkMode(CreditMode mode) const {
  if (mode == CreditMode::Standard) return;
  if (!m_type.offersUnlimited)
    throw Error("A " + m_type.name + " has no unlimited mode; choose standard.");
  if (m_rules == CreditRules::Until2017)
    throw Error("Unlimited mode came with the rules of November 2017; choose today's rules.");
}

void CreditAccount::grantLaunchCredits() {
  if (m_mode == CreditMode::Unlimited && !m_type.launchCreditsInUnlimited) return;
  while (!m_launches.empty() && m_seconds - m_launches.front() >= kDay) m_launches.pop_front();
  if (m_type.launchesPerDay && std::ssize(m_launches) >= *m_type.launchesPerDay) return;
  m_launches.push_back(m_seconds);
  m_granted += m_type.launchCredits - m_launch;
  m_launch = m_type.launchCredits;
}

void CreditAccount::discardLaunch() {
  m_discarded += m_launch;
  m_launch = 0;
}

void CreditAccount::discardEarned() {
  m_discarded += m_earned;
  m_earned = 0;
  if (m_lots) m_lots->reset();
}

void CreditAccount::billSurplus() {
  m_charged += m_surplus;
  m_surplus = 0;
}

}  // namespace engine
