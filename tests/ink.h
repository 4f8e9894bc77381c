#pragma once

#include <QPolygonF>

#include "ui/panels/sketch.h"

/// Strokes as polygons, which Qt Test can compare and print.
using Ink = QList<QPolygonF>;

inline Ink inkOf(const ui::Sketch& sketch) {
  Ink ink;
  for (const engine::Stroke& stroke : sketch.strokes()) {
    QPolygonF line;
    for (const auto& point : stroke.points) line << QPointF(point.x, point.y);
    ink << line;
  }
  return ink;
}

inline ui::Strokes strokesOf(const Ink& ink, QPointF shift = {}, double scale = 1) {
  ui::Strokes strokes;
  for (const QPolygonF& line : ink) {
    strokes.emplace_back();
    for (const QPointF& point : line)
      strokes.back().points.push_back(
          {scale * point.x() + shift.x(), scale * point.y() + shift.y()});
  }
  return strokes;
}
