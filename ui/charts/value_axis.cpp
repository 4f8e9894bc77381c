#include "ui/charts/value_axis.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ui {
namespace {

/// In decades.
Range positiveRange(std::span<const double> values) {
  constexpr double kDecades = 4;
  std::vector<double> positive;
  std::copy_if(values.begin(), values.end(), std::back_inserter(positive),
               [](double value) { return value > 0 && std::isfinite(value); });
  if (positive.empty()) return {-1, 0};
  const auto [low, high] = std::ranges::minmax(positive);
  // Below the median, so that a run that diverges leaves the rest in sight.
  const auto median = positive.begin() + static_cast<std::ptrdiff_t>(positive.size() / 2);
  std::nth_element(positive.begin(), median, positive.end());
  return {std::max(std::log10(low), std::log10(*median) - kDecades), std::log10(high)};
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
  if (m_zoom) return *m_zoom;
  if (m_fixed) return *m_fixed;
  Range range = m_steady.range();
  // A little room, so that a line along the ceiling is seen whole.
  range.max = std::min(range.max, m_scale.toPlot(m_ceiling) + 0.05 * range.width());
  return range;
}

std::vector<Tick> ValueAxis::ticks(int maxCount) const {
  auto ticks =
      m_scale.logarithmic ? logarithmicTicks(range(), maxCount) : linearTicks(range(), maxCount);
  const double most = m_scale.toPlot(m_ceiling);
  std::erase_if(ticks, [most](const Tick& tick) { return tick.position > most + 1e-9; });
  return ticks;
}

}  // namespace ui
