#include "engine/credits/expiring_lots.h"

#include <algorithm>

#include "engine/credits/state_numbers.h"

namespace engine {
namespace {

constexpr double kIntervalSeconds = 300;
constexpr std::size_t kLotsPerDay = 288;

}  // namespace

void ExpiringLots::advance(double net, double seconds) noexcept {
  m_net += net;
  m_secondsToEnd -= seconds;
}

void ExpiringLots::replaceOldest(double credits) noexcept {
  takeOldest(credits);
  m_net += credits;
}

double ExpiringLots::endInterval() {
  const double net = m_net;
  if (net < 0) takeOldest(-net);
  m_lots.push_back(std::max(net, 0.0));
  m_net = 0;
  m_secondsToEnd = kIntervalSeconds;
  if (m_lots.size() <= kLotsPerDay) return 0;
  const double expired = m_lots.front();
  m_lots.pop_front();
  return expired;
}

void ExpiringLots::reset(double credits) noexcept {
  m_lots.clear();
  m_net = credits;
}

void ExpiringLots::exchangeState(StateNumbers& numbers, double mostCredits) {
  numbers.exchange(m_lots, kLotsPerDay, 0, mostCredits);
  numbers.exchange(m_net, -mostCredits, mostCredits);
  numbers.exchange(m_secondsToEnd, 0, kIntervalSeconds);
}

void ExpiringLots::takeOldest(double credits) noexcept {
  // Emptied lots stay: their places carry the ages of those behind them.
  for (double& lot : m_lots) {
    const double taken = std::min(lot, credits);
    lot -= taken;
    credits -= taken;
    if (credits <= 0) return;
  }
}

}  // namespace engine
