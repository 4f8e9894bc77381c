#include "ui/charts/envelope.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ui {
namespace {

struct Column {
  double top = std::numeric_limits<double>::max();
  double bottom = std::numeric_limits<double>::lowest();

  void include(double y) {
    top = std::min(top, y);
    bottom = std::max(bottom, y);
  }
};

/// What the line covers from pixel first on.
std::vector<Column> columnsOf(const QList<QPointF>& line, int first) {
  std::vector<Column> columns(
      static_cast<std::size_t>(static_cast<int>(std::floor(line.back().x())) - first + 1));
  QPointF before = line.front();
  for (const QPointF& point : line) {
    const double slope =
        point.x() > before.x() ? (point.y() - before.y()) / (point.x() - before.x()) : 0;
    const int last = static_cast<int>(std::floor(point.x()));
    for (int at = static_cast<int>(std::floor(before.x())); at <= last; ++at) {
      Column& column = columns[static_cast<std::size_t>(at - first)];
      column.include(at <= before.x() ? before.y() : before.y() + slope * (at - before.x()));
      column.include(at == last ? point.y() : before.y() + slope * (at + 1 - before.x()));
    }
    before = point;
  }
  return columns;
}

/// In units of the thickness, as Qt's own dashes are.
bool isDrawn(double along, Qt::PenStyle dash) {
  switch (dash) {
    case Qt::DashLine:
      return std::fmod(along, 6) < 4;
    case Qt::DotLine:
      return std::fmod(along, 3) < 1;
    case Qt::DashDotLine: {
      const double at = std::fmod(along, 9);
      return at < 4 || (at >= 6 && at < 7);
    }
    default:
      return true;
  }
}

}  // namespace

QList<QPolygonF> envelope(const QList<QPointF>& line, double thickness, Qt::PenStyle dash) {
  QList<QPolygonF> outlines;
  if (line.isEmpty()) return outlines;
  const int first = static_cast<int>(std::floor(line.front().x()));
  const std::vector<Column> columns = columnsOf(line, first);
  const double half = thickness / 2;
  for (std::size_t begin = 0; begin < columns.size();) {
    std::size_t end = begin;
    const auto drawn = [&](std::size_t at) {
      return isDrawn(static_cast<double>(at) / std::max(thickness, 1.0), dash);
    };
    while (end < columns.size() && drawn(end)) ++end;
    QPolygonF outline;
    outline.reserve(static_cast<qsizetype>(4 * (end - begin)));
    for (std::size_t i = begin; i < end; ++i) {
      const double x = first + static_cast<double>(i), y = columns[i].top - half;
      outline << QPointF(x, y) << QPointF(x + 1, y);
    }
    for (std::size_t i = end; i-- > begin;) {
      const double x = first + static_cast<double>(i), y = columns[i].bottom + half;
      outline << QPointF(x + 1, y) << QPointF(x, y);
    }
    if (!outline.isEmpty()) outlines << outline;
    begin = std::max(end, begin + 1);
  }
  return outlines;
}

}  // namespace ui
