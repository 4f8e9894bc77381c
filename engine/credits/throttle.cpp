#include "engine/credits/throttle.h"

#include <algorithm>
#include <limits>

#include "engine/credits/state_numbers.h"

namespace engine {
namespace {

constexpr int kRiseSteps = 6;

}  // namespace

Throttle::Throttle(const InstanceType& type, double balance, const ThrottleParameters& parameters)
    : m_parameters(parameters),
      m_baseline(type.baseline),
      m_tickCredits(type.throttle == ThrottleKind::Hard ? 0 : parameters.tickCredits * type.vCpus),
      m_toTick(parameters.firstTickSeconds),
      m_toRise(parameters.riseSeconds / kRiseSteps) {
  settle(balance);
}

double Throttle::secondsUnchanged() const noexcept {
  if (m_tickCredits == 0) return std::numeric_limits<double>::infinity();
  return m_ceiling < m_target ? std::min<double>(m_toTick, m_toRise) : double(m_toTick);
}

void Throttle::advance(double seconds, double balance) noexcept {
  if (m_tickCredits == 0) return;
  if (m_ceiling < m_target) {
    m_toRise -= seconds;
    if (m_toRise <= 0) {
      m_toRise = m_parameters.riseSeconds / kRiseSteps;
      m_ceiling = std::min(m_target, m_ceiling + (1 - m_baseline) / kRiseSteps);
    }
  }
  m_toTick -= seconds;
  if (m_toTick > 0) return;
  m_toTick = m_parameters.tickSeconds;
  m_target = target(balance);
  m_ceiling = std::min(m_ceiling, m_target);
}

void Throttle::settle(double balance) noexcept {
  m_target = target(balance);
  m_ceiling = m_target;
}

void Throttle::exchangeState(StateNumbers& numbers) {
  numbers.exchange(m_target, m_baseline, 1);
  numbers.exchange(m_ceiling, m_baseline, 1);
  numbers.exchange(m_toTick, 0, std::max(m_parameters.tickSeconds, m_parameters.firstTickSeconds));
  numbers.exchange(m_toRise, 0, m_parameters.riseSeconds / kRiseSteps);
}

double Throttle::threshold() const noexcept {
  const double rise = 1 - m_baseline, atOne = m_parameters.gentleOffset + m_parameters.gentleSlope;
  const double x = atOne < rise ? 1 + rise - atOne
                                : (rise - m_parameters.gentleOffset) / m_parameters.gentleSlope;
  return m_tickCredits * std::max(x, rise);
}

double Throttle::target(double balance) const noexcept {
  if (m_tickCredits == 0 || balance >= threshold()) return 1;
  const double x = balance / m_tickCredits;
  const double gentle = m_parameters.gentleOffset + m_parameters.gentleSlope * std::min(x, 1.0) +
                        std::max(x - 1, 0.0);
  return std::min(1.0, m_baseline + std::min(x, gentle));
}

}  // namespace engine
