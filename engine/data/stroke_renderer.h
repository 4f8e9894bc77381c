#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "engine/data/coverage.h"

namespace engine {

/// One movement of the pen, in any unit; y points down. Its points are joined by straight lines; a
/// single point is a dot.
struct Stroke {
  struct Point {
    double x = 0;
    double y = 0;
    double width =
        1;  ///< of the line here, as a multiple of the pen's: above 1 where it is pressed
    bool isFinite() const { return std::isfinite(x) && std::isfinite(y) && std::isfinite(width); }
    bool operator==(const Point&) const = default;
  };
  std::vector<Point> points;
  bool operator==(const Stroke&) const = default;
};

/// Draws with a round pen, whose width changes evenly from point to point, anti-aliased, clipped to
/// the image. penWidth is in pixels of the image, at least 1 for true greys. Points that are not
/// finite are left out.
Coverage renderStrokes(std::span<const Stroke> strokes, const PixelTransform& transform,
                       double penWidth, int width, int height);

}  // namespace engine
