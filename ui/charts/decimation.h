#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ui/charts/axis_scale.h"
#include "ui/charts/series_summary.h"

namespace ui {

/// Indices, rising, of the points that draw the visible part of a series like all of its points
/// would: first, lowest, highest and last of each pixel column, so that a spike of one point shows
/// at every zoom. One point beyond either end is kept, so that the line runs to the edge, and one
/// that is not finite in each column that has any, as the place of a gap. At most five per column.
/// x is rising; x and y have the same length; summary is up to date with y.
std::vector<std::size_t> decimate(std::span<const double> x, std::span<const double> y,
                                  const SeriesSummary& summary, Range visible, int columns);

/// [first, last) of the points whose x is visible.
std::pair<std::size_t, std::size_t> visiblePart(std::span<const double> x, Range visible);

}  // namespace ui
