#include "ui/charts/value_axis.h"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

/// In decades.
Range positiveRange(std::span<const double> values) {
  constexpr double kDecades = 4;
  double low = HUGE_VAL, high = 0;
  for (const double value : values) {
    if (!(value > 0) || !std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (high == 0) return {-1, 0};
  return {std::max(std::log10(low), std::log10(high) - kDecades), std::log10(high)};
}

}  // namespace

void ValueAxis::setLogarithmic(bool logarithmic) {
  m_scale.logarithmic = logarithmic && !m_fixed;
  m_steady.reset();
  m_zoom.reset();
}

void ValueAxis::setShowAll(bool all) {
  m_showAll = all;
  m_steady.reset();
  m_zoom.reset();
}

void ValueAxis::zoom(double factor, double at) {
  const Range range = this->range();
  m_zoom = Range{at + (range.min - at) * factor, at + (range.max - at) * factor};
}

void ValueAxis::fit(std::span<const double> values) {
  if (m_fixed) return;
  if (m_scale.logarithmic) {
    const Range& range = m_steady.follow(positiveRange(values));
    m_scale.floor = std::pow(10, range.min + 0.05 * range.width());
    return;
  }
  Range range = robustRange(values);
  if (m_showAll)
    for (const double value : values)
      if (std::isfinite(value)) range.max = std::max(range.max, value);
  m_steady.follow(range);
}

Range ValueAxis::range() const {
  return m_zoom.value_or(m_fixed.value_or(m_steady.range()));
}

std::vector<Tick> ValueAxis::ticks(int maxCount) const {
  return m_scale.logarithmic ? logarithmicTicks(range(), maxCount) : linearTicks(range(), maxCount);
}

}  // namespace ui
