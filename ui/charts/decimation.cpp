#include "ui/charts/decimation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ui {
namespace {

/// The points of one pixel column that are worth drawing.
class Column {
 public:
  explicit Column(std::span<const double> y) : m_y(y) {}

  void add(std::size_t i) {
    if (!std::isfinite(m_y[i])) {
      if (!m_gap) m_gap = i;
      return;
    }
    if (!m_first) m_first = m_low = m_high = i;
    if (m_y[i] < m_y[*m_low]) m_low = i;
    if (m_y[i] > m_y[*m_high]) m_high = i;
    m_last = i;
  }

  void moveTo(std::vector<std::size_t>& kept) {
    std::array indices{m_first, m_low, m_gap, m_high, m_last};
    std::sort(indices.begin(), indices.end());
    std::optional<std::size_t> previous;
    for (const auto& i : indices) {
      if (i && i != previous) kept.push_back(*i);
      previous = i;
    }
    *this = Column(m_y);
  }

 private:
  std::span<const double> m_y;
  std::optional<std::size_t> m_first, m_low, m_high, m_last, m_gap;
};

}  // namespace

std::pair<std::size_t, std::size_t> visiblePart(std::span<const double> x, Range visible) {
  const auto first = std::lower_bound(x.begin(), x.end(), visible.min);
  const auto last = std::upper_bound(first, x.end(), visible.max);
  return {static_cast<std::size_t>(first - x.begin()), static_cast<std::size_t>(last - x.begin())};
}

std::vector<std::size_t> decimate(std::span<const double> x, std::span<const double> y,
                                  Range visible, int columns) {
  std::vector<std::size_t> kept;
  if (columns <= 0 || !(visible.width() > 0)) return kept;
  const auto [first, last] = visiblePart(x, visible);
  kept.reserve(std::min(last - first, static_cast<std::size_t>(columns) * 5) + 2);

  if (first > 0) kept.push_back(first - 1);
  const double perX = columns / visible.width();
  Column column(y);
  int current = 0;
  for (std::size_t i = first; i < last; ++i) {
    const int at = static_cast<int>((x[i] - visible.min) * perX);
    if (at != current) column.moveTo(kept);
    current = at;
    column.add(i);
  }
  column.moveTo(kept);
  if (last < x.size()) kept.push_back(last);
  return kept;
}

}  // namespace ui
