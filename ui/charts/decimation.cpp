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
  std::size_t length = 1;  // of the last column; the next one is probably as long
  for (std::size_t begin = first; begin < last;) {
    const auto isInside = [&, column = columnOf(x[begin])](double at) {
      return columnOf(at) <= column;
    };
    std::size_t low = begin + 1, high = begin + length;
    for (std::size_t step = 1; high < last && isInside(x[high]); step *= 2) {
      low = high + 1;
      high += step;
    }
    high = std::min(high, last);
    const auto at = [&](std::size_t i) { return x.begin() + static_cast<std::ptrdiff_t>(i); };
    const auto end = static_cast<std::size_t>(
        std::partition_point(at(std::min(low, high)), at(high), isInside) - x.begin());
    keep(kept, summary.of(y, begin, end));
    length = end - begin;
    begin = end;
  }
  if (last < x.size()) kept.push_back(last);
  return kept;
}

}  // namespace ui
