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
      m_threshold(type.throttle == ThrottleKind::Hard ? 0 : parameters.threshold * type.vCpus),
      m_toTick(parameters.firstTickSeconds),
      m_toRise(parameters.riseSeconds / kRiseSteps) {
  settle(balance);
}

double Throttle::secondsUnchanged() const noexcept {
  if (m_threshold == 0) return std::numeric_limits<double>::infinity();
  return m_ceiling < m_target ? std::min<double>(m_toTick, m_toRise) : double(m_toTick);
}

void Throttle::advance(double seconds, double balance) noexcept {
  if (m_threshold == 0) return;
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

double Throttle::target(double balance) const noexcept {
  if (balance >= m_threshold) return 1;
  const double x = balance / m_threshold;
  return std::min(
      1.0, m_baseline + std::min(x, m_parameters.gentleOffset + m_parameters.gentleSlope * x));
}

}  // namespace engine
