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
    bool isFinite() const { return std::isfinite(x) && std::isfinite(y); }
  };
  std::vector<Point> points;
};

/// Draws with a round pen, anti-aliased, clipped to the image. penWidth is in pixels of the image,
/// at least 1 for true greys. Points that are not finite are left out.
Coverage renderStrokes(std::span<const Stroke> strokes, const PixelTransform& transform,
                       double penWidth, int width, int height);

}  // namespace engine
