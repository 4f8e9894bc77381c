#pragma once

#include <QList>
#include <QPointF>
#include <QPolygonF>

namespace ui {

/// A line with more points than this in a column of pixels is drawn as its envelope.
inline constexpr double kDensePointsPerColumn = 1;

/// The outlines of what a line covers, column by column of one unit of x: where it has many points
/// in each, filling them is much cheaper than stroking the line, and looks the same. line is in
/// pixels, x rising; thickness is added in the direction of y. Other than a solid line it gets
/// gaps.
QList<QPolygonF> envelope(const QList<QPointF>& line, double thickness, Qt::PenStyle dash);

}  // namespace ui
