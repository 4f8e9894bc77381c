#include "ui/charts/decimation.h"

#include <algorithm>
#include <array>

namespace ui {
namespace {

void keep(std::vector<std::size_t>& kept, const Landmarks& marks) {
  std::array indices{marks.first, marks.low, marks.gap, marks.high, marks.last};
  std::ranges::sort(indices);
  std::size_t previous = Landmarks::kNone;
  for (const std::size_t i : indices) {
    if (i != Landmarks::kNone && i != previous) kept.push_back(i);
    previous = i;
  }
}

}  // namespace

std::pair<std::size_t, std::size_t> visiblePart(std::span<const double> x, Range visible) {
  const auto first = std::lower_bound(x.begin(), x.end(), visible.min);
  const auto last = std::upper_bound(first, x.end(), visible.max);
  return {static_cast<std::size_t>(first - x.begin()), static_cast<std::size_t>(last - x.begin())};
}

std::vector<std::size_t> decimate(std::span<const double> x, std::span<const double> y,
                                  const SeriesSummary& summary, Range visible, int columns) {
  std::vector<std::size_t> kept;
  if (columns <= 0 || !(visible.width() > 0)) return kept;
  const auto [first, last] = visiblePart(x, visible);
  kept.reserve(std::min(last - first, static_cast<std::size_t>(columns) * 5) + 2);

  if (first > 0) kept.push_back(first - 1);
  const double perX = columns / visible.width();
  const auto columnOf = [&](double at) { return static_cast<int>((at - visible.min) * perX); };
  for (std::size_t begin = first; begin < last;) {
    const auto behind = std::partition_point(
        x.begin() + static_cast<std::ptrdiff_t>(begin) + 1,
        x.begin() + static_cast<std::ptrdiff_t>(last),
        [&, column = columnOf(x[begin])](double at) { return columnOf(at) <= column; });
    const auto end = static_cast<std::size_t>(behind - x.begin());
    keep(kept, summary.of(y, begin, end));
    begin = end;
  }
  if (last < x.size()) kept.push_back(last);
  return kept;
}

}  // namespace ui
