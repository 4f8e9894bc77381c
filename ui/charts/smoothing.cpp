#include "ui/charts/smoothing.h"

#include <algorithm>
#include <cmath>

namespace ui {

SmoothedMean::SmoothedMean(double weight) : m_weight(std::clamp(weight, 0.0, kMaxWeight)) {}

double SmoothedMean::add(double value, double steps) {
  if (!std::isfinite(value)) return value;
  const double decay = std::pow(m_weight, steps);
  const double share = 1 - decay;
  m_debias = m_debias * decay + share;
  // Moving by the difference keeps a constant exact, which a quotient of two sums would not.
  const double gain = share / m_debias;
  m_mean = gain == 1 ? value : m_mean + gain * (value - m_mean);
  return m_mean;
}

}  // namespace ui
