#include "engine/host/live_account.h"

#include <algorithm>
#include <cmath>

namespace engine {
namespace {

// CloudWatch is up to 15 minutes late; after an outage it fills in what it missed.
constexpr double kRememberedSeconds = 4 * 3600;

}  // namespace

LiveAccount::LiveAccount(const InstanceType& type, CreditMode mode) : m_account(type, mode) {}

void LiveAccount::assumeSinceBoot(const CpuUse& sinceBoot) {
  advance(sinceBoot.vCpus(), sinceBoot.seconds);
  m_intervals.clear();
  m_watchedSeconds = 0;
}

void LiveAccount::add(const CpuUse& use) {
  if (use.seconds <= 0) return;
  advance(use.vCpus(), use.seconds);
  if (m_secondsSinceTruth) *m_secondsSinceTruth += use.seconds;
  while (m_watchedSeconds - m_intervals.front().seconds > kRememberedSeconds) {
    m_watchedSeconds -= m_intervals.front().seconds;
    m_intervals.pop_front();
  }
}

void LiveAccount::advance(double vCpus, double seconds) {
  vCpus = std::min(vCpus, static_cast<double>(m_account.type().vCpus));
  m_account.advance(vCpus, seconds);
  m_intervals.push_back({seconds, vCpus});
  m_watchedSeconds += seconds;
}

void LiveAccount::correct(const MeasuredCredits& truth, double secondsAgo) {
  secondsAgo = std::max(0.0, secondsAgo);
  std::deque<Interval> since;
  double seconds = 0, used = 0;
  for (auto at = m_intervals.rbegin(); at != m_intervals.rend() && seconds < secondsAgo; ++at) {
    const double part = std::min(at->seconds, secondsAgo - seconds);
    since.push_front({part, at->vCpus});
    seconds += part;
    used += part * at->vCpus / 60;
  }
  if (seconds < secondsAgo) {
    since.push_front({secondsAgo - seconds, truth.vCpus});
    used += (secondsAgo - seconds) * truth.vCpus / 60;
  }

  // How much of it are launch credits matters for the cap alone.
  const InstanceType& type = m_account.type();
  double launch = m_account.launchCredits();
  if (launch > 0) launch = std::min({launch + used, type.launchCredits, truth.balance});
  launch = std::max(launch, truth.balance - type.maxCredits);
  const double estimate = m_account.balance() - m_account.surplus();
  m_account.restore(launch, truth.balance - launch, truth.surplus);
  m_intervals.clear();
  m_watchedSeconds = 0;
  for (const Interval& interval : since) advance(interval.vCpus, interval.seconds);
  if (isMeasured()) m_error = estimate - (m_account.balance() - m_account.surplus());
  m_secondsSinceTruth = secondsAgo;
}

std::optional<double> secondsUntilBalance(const CreditAccount& account, double vCpus,
                                          double balance) {
  const bool falling = account.balance() > balance;
  CreditAccount future = account;
  double seconds = 0;
  // Launch credits spent, full, empty: few events can lie before the last one.
  for (int events = 0; events < 8; ++events) {
    const double before = future.balance();
    if (before == balance) return seconds;
    const double unchanged = future.secondsUnchanged(vCpus);
    const double step = std::isinf(unchanged) ? 1 : unchanged;
    future.advance(vCpus, step);
    const double rate = (future.balance() - before) / step;
    if (falling ? rate < 0 : rate > 0) {
      const double toGo = (balance - before) / rate;
      if (toGo <= step || std::isinf(unchanged)) return seconds + toGo;
    } else if (std::isinf(unchanged)) {
      return std::nullopt;
    }
    seconds += step;
  }
  return std::nullopt;
}

}  // namespace engine
