#include "ui/charts/series_summary.h"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr std::size_t kNone = Landmarks::kNone;
constexpr std::size_t kBlock = 32;  // points
constexpr std::size_t kFan = 8;     // blocks in a block of the next level

void addPoint(Landmarks& marks, std::span<const double> y, std::size_t i) {
  if (!std::isfinite(y[i])) {
    marks.gap = std::min(marks.gap, i);
    return;
  }
  if (marks.first == kNone) marks.first = marks.low = marks.high = i;
  if (y[i] < y[marks.low]) marks.low = i;
  if (y[i] > y[marks.high]) marks.high = i;
  marks.last = i;
}

/// next lies behind marks.
void addBlock(Landmarks& marks, std::span<const double> y, const Landmarks& next) {
  marks.gap = std::min(marks.gap, next.gap);
  if (next.first == kNone) return;
  if (marks.first == kNone) {
    marks = {next.first, next.low, next.high, next.last, marks.gap};
    return;
  }
  if (y[next.low] < y[marks.low]) marks.low = next.low;
  if (y[next.high] > y[marks.high]) marks.high = next.high;
  marks.last = next.last;
}

}  // namespace

void SeriesSummary::update(std::span<const double> y) {
  if (y.size() < m_count) m_levels.clear();
  m_count = y.size();
  if (m_levels.empty()) m_levels.emplace_back();
  for (std::size_t begin = m_levels[0].size() * kBlock; begin + kBlock <= y.size();
       begin += kBlock) {
    Landmarks& block = m_levels[0].emplace_back();
    for (std::size_t i = begin; i < begin + kBlock; ++i) addPoint(block, y, i);
  }
  for (std::size_t level = 0; m_levels[level].size() >= kFan; ++level) {
    if (level + 1 == m_levels.size()) m_levels.emplace_back();
    const std::vector<Landmarks>& below = m_levels[level];
    std::vector<Landmarks>& above = m_levels[level + 1];
    for (std::size_t begin = above.size() * kFan; begin + kFan <= below.size(); begin += kFan) {
      Landmarks& block = above.emplace_back();
      for (std::size_t i = begin; i < begin + kFan; ++i) addBlock(block, y, below[i]);
    }
  }
}

// Goes over [begin, end) from left to right in the largest steps that the blocks allow.
template <typename Point, typename Block>
void SeriesSummary::walk(std::size_t begin, std::size_t end, const Point& point,
                         const Block& block) const {
  while (begin < end) {
    std::size_t size = kBlock, chosen = 0, level = 0;
    for (; level < m_levels.size() && begin % size == 0 && begin + size <= end &&
           begin / size < m_levels[level].size();
         ++level, size *= kFan)
      chosen = size;
    if (chosen > 0 && block(m_levels[level - 1][begin / chosen])) {
      begin += chosen;
      continue;
    }
    const std::size_t stop = std::min(end, (begin / kBlock + 1) * kBlock);
    for (; begin < stop; ++begin) point(begin);
  }
}

Landmarks SeriesSummary::of(std::span<const double> y, std::size_t begin, std::size_t end) const {
  Landmarks marks;
  walk(
      begin, end, [&](std::size_t i) { addPoint(marks, y, i); },
      [&](const Landmarks& block) {
        addBlock(marks, y, block);
        return true;
      });
  return marks;
}

std::size_t SeriesSummary::countAbove(std::span<const double> y, std::size_t begin, std::size_t end,
                                      double top) const {
  std::size_t count = 0;
  walk(
      begin, end, [&](std::size_t i) { count += std::isfinite(y[i]) && y[i] > top; },
      [&](const Landmarks& block) { return block.first == kNone || !(y[block.high] > top); });
  return count;
}

}  // namespace ui
