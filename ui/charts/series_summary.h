#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace ui {

/// The points of a piece of a series that are worth drawing, as indices; kNone where there is none.
struct Landmarks {
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  std::size_t first = kNone, low = kNone, high = kNone, last = kNone;  ///< of the finite ones
  std::size_t gap = kNone;                                             ///< the first that is not
};

/// Finds the landmarks of any piece of a long series without looking at all of its points: knows
/// them for blocks, blocks of blocks and so on. Costs about 1.5 bytes per point.
class SeriesSummary {
 public:
  /// Takes in what was appended to y since the last call; a shorter y is another series.
  void update(std::span<const double> y);

  /// Of y[begin, end). y is that of the last update().
  Landmarks of(std::span<const double> y, std::size_t begin, std::size_t end) const;
  /// How many finite values of y[begin, end) are above top.
  std::size_t countAbove(std::span<const double> y, std::size_t begin, std::size_t end,
                         double top) const;

 private:
  template <typename Point, typename Block>
  void walk(std::size_t begin, std::size_t end, const Point& point, const Block& block) const;

  std::size_t m_count = 0;
  std::vector<std::vector<Landmarks>> m_levels;  ///< whole blocks only
};

}  // namespace ui
