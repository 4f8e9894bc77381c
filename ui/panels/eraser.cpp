#include "ui/panels/eraser.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace ui {

namespace {

using Point = engine::Stroke::Point;

constexpr double kSliver = 1e-9;

/// Of a line from t = 0 to t = 1.
struct Part {
  double from;
  double to;
};

Point between(const Point& a, const Point& b, double t) {
  return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.width + t * (b.width - a.width)};
}

double dot(QPointF a, QPointF b) {
  return QPointF::dotProduct(a, b);
}

/// Where start + t * way is within radius of the origin.
std::optional<Part> withinDisc(QPointF start, QPointF way, double radius) {
  const double a = dot(way, way);
  const double b = dot(start, way);
  const double c = dot(start, start) - radius * radius;
  if (a == 0) return c < 0 ? std::optional(Part{0, 1}) : std::nullopt;
  const double root = b * b - a * c;
  if (root <= 0) return std::nullopt;
  return Part{(-b - std::sqrt(root)) / a, (-b + std::sqrt(root)) / a};
}

/// Where low < start + t * way < high.
std::optional<Part> withinBand(double start, double way, double low, double high) {
  if (way == 0)
    return low < start && start < high ? std::optional(Part{-INFINITY, INFINITY}) : std::nullopt;
  const auto [from, to] = std::minmax({(low - start) / way, (high - start) / way});
  return Part{from, to};
}

/// The part of the line from a to b that is within reach of path. There is one at most: what is
/// within reach is convex, two discs and the band between them.
std::optional<Part> withinReach(const Point& a, const Point& b, const QLineF& path, double reach) {
  const QPointF start = QPointF(a.x, a.y) - path.p1();
  const QPointF way(b.x - a.x, b.y - a.y);
  std::optional<Part> all;
  const auto add = [&all](double from, double to) {
    from = std::max(from, 0.0);
    to = std::min(to, 1.0);
    // Where the eraser has just been, rounding leaves slivers.
    if (to - from < kSliver) return;
    all = all ? Part{std::min(all->from, from), std::max(all->to, to)} : Part{from, to};
  };
  for (const QPointF end : {QPointF(), path.p2() - path.p1()})
    if (const auto part = withinDisc(start - end, way, reach)) add(part->from, part->to);
  if (const double length = path.length(); length > 0) {
    const QPointF along = (path.p2() - path.p1()) / length;
    const QPointF across(-along.y(), along.x());
    const auto beside = withinBand(dot(start, across), dot(way, across), -reach, reach);
    const auto ahead = withinBand(dot(start, along), dot(way, along), 0, length);
    if (beside && ahead) add(std::max(beside->from, ahead->from), std::min(beside->to, ahead->to));
  }
  return all;
}

}  // namespace

Strokes erased(const Strokes& strokes, const QLineF& path, double reach) {
  Strokes rest;
  engine::Stroke piece;
  const auto cut = [&] {
    if (!piece.points.empty()) rest.push_back(std::exchange(piece, {}));
  };
  for (const engine::Stroke& stroke : strokes) {
    for (std::size_t i = 0; i < stroke.points.size(); ++i) {
      const Point& to = stroke.points[i];
      const Point& from = stroke.points[i == 0 ? 0 : i - 1];
      const auto gone = withinReach(from, to, path, reach);
      if (!gone) {
        piece.points.push_back(to);
        continue;
      }
      if (gone->from > 0) piece.points.push_back(between(from, to, gone->from));
      cut();
      if (gone->to < 1) piece.points = {between(from, to, gone->to), to};
    }
    cut();
  }
  return rest;
}

void erase(std::span<std::uint8_t> pixels, const QLineF& path, double reach, double paperSide) {
  constexpr int side = engine::kImageSide;
  const double scale = side / paperSide;
  const Strokes line{{{{path.x1(), path.y1()}, {path.x2(), path.y2()}}}};
  const engine::Coverage gone =
      engine::renderStrokes(line, {scale, 0, 0}, 2 * reach * scale, side, side);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const auto most = static_cast<std::uint8_t>(std::lround(255 * (1 - gone.values[i])));
    pixels[i] = std::min(pixels[i], most);
  }
}

}  // namespace ui
