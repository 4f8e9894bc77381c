#include "ui/charts/curve.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "ui/theme.h"

namespace ui {

QColor curveColor(const CurveStyle& style, const QPalette& palette) {
  QColor color = seriesColor(style.color, isDark(palette));
  if (style.faint) color.setAlphaF(0.22F);
  if (style.ghost) color.setAlphaF(0.6F);
  return color;
}

QBrush markerBrush(const CurveStyle& style, const QPalette& palette) {
  switch (style.marker) {
    case Marker::Hollow:
      return palette.color(QPalette::Base);
    case Marker::Ring:
      return Qt::NoBrush;
    default:
      return curveColor(style, palette);
  }
}

std::optional<std::size_t> Curve::indexAt(double atX) const {
  const auto after = std::upper_bound(x.begin(), x.end(), atX);
  if (after == x.begin()) return std::nullopt;
  return static_cast<std::size_t>(after - x.begin()) - 1;
}

QString Curve::valueText(std::size_t index) const {
  if (std::abs(y[index]) >= kHugeValue) return formatValue(y[index]);
  return QLocale().toString(y[index], 'f', style.decimals);
}

Drawing draw(const Curve& curve, std::span<const std::size_t> kept, const ValueScale& scale,
             double markerGap) {
  Drawing drawing;
  QList<QPointF> piece;
  const auto mark = [markerGap](QList<QPointF>& markers, QPointF at) {
    if (markers.isEmpty() || at.x() - markers.back().x() >= markerGap) markers.append(at);
  };
  const auto endPiece = [&] {
    if (piece.size() > 1)
      drawing.lines.append(piece);
    else if (piece.size() == 1 && curve.style.marker == Marker::None)
      drawing.markers.append(piece.front());
    piece.clear();
  };
  for (const std::size_t i : kept) {
    const double value = curve.y[i];
    if (!std::isfinite(value)) {
      endPiece();
      continue;
    }
    const QPointF at(curve.x[i], scale.toPlot(value));
    if (curve.style.width > 0) piece.append(at);
    if (scale.lifts(value))
      mark(drawing.lifted, at);
    else if (curve.style.marker != Marker::None)
      mark(drawing.markers, at);
  }
  endPiece();
  return drawing;
}

}  // namespace ui
