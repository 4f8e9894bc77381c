#include "engine/data/stroke_renderer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace engine {
namespace {

using Point = Stroke::Point;

// From p to the edge of the line's ink; negative within. width is in pixels here. Exact where the
// width does not change, and off by less than its change over the width where it does.
double distanceToInk(Point p, Point a, Point b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double squaredLength = dx * dx + dy * dy;
  const double along =
      squaredLength > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / squaredLength : 0;
  const double t = std::clamp(along, 0.0, 1.0);
  const double ex = p.x - a.x - t * dx;
  const double ey = p.y - a.y - t * dy;
  return std::sqrt(ex * ex + ey * ey) - (a.width + t * (b.width - a.width)) / 2;
}

// The pixels whose centres lie within reach of [low, high], clipped to [0, count).
struct Range {
  int begin;
  int end;
};
Range pixelsNear(double low, double high, double reach, int count) {
  return {static_cast<int>(std::clamp(std::floor(low - reach), 0.0, double(count))),
          static_cast<int>(std::clamp(std::ceil(high + reach), 0.0, double(count)))};
}

}  // namespace

Coverage renderStrokes(std::span<const Stroke> strokes, const PixelTransform& transform,
                       double penWidth, int width, int height) {
  // The distance to the nearest line decides, so that overlapping strokes do not add up. The pen
  // covers the share 1/2 - distance to its edge of a pixel: exactly so beside upright and level
  // lines, while a whole line at 45 degrees comes out 5 % too thick.
  Coverage nearest(width, height);
  std::ranges::fill(nearest.values, std::numeric_limits<float>::infinity());

  const auto drawLine = [&](Point a, Point b) {
    const double reach = std::max(a.width, b.width) / 2 + 0.5;
    const Range rows = pixelsNear(std::min(a.y, b.y), std::max(a.y, b.y), reach, height);
    const Range columns = pixelsNear(std::min(a.x, b.x), std::max(a.x, b.x), reach, width);
    for (int row = rows.begin; row < rows.end; ++row) {
      for (int column = columns.begin; column < columns.end; ++column) {
        float& value = nearest.at(row, column);
        value = std::min(value, static_cast<float>(distanceToInk({column + 0.5, row + 0.5}, a, b)));
      }
    }
  };
  for (const Stroke& stroke : strokes) {
    std::optional<Point> from;
    for (const Point& point : stroke.points) {
      if (!point.isFinite()) continue;
      const Point to{transform.scale * point.x + transform.offsetX,
                     transform.scale * point.y + transform.offsetY, penWidth * point.width};
      drawLine(from.value_or(to), to);
      from = to;
    }
  }
  for (float& value : nearest.values) value = std::clamp(0.5f - value, 0.0f, 1.0f);
  return nearest;
}

}  // namespace engine
