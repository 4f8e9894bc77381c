#pragma once

#include <QBrush>
#include <QList>
#include <QPointF>
#include <QString>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "ui/charts/axis_scale.h"
#include "ui/charts/series_summary.h"

class QPalette;

namespace ui {

enum class Side { Left, Right };
enum class Marker {
  None,
  Dot,
  Hollow,  ///< filled with the ground
  Ring,    ///< around something else
};

/// How a curve looks. It keeps the index of its colour, not the colour, so that it can follow the
/// theme.
struct CurveStyle {
  QString name = {};     ///< in legend and tables; empty: in neither
  const char* key = "";  ///< name of the column in tables for programs; empty: the name
  int decimals = 2;
  int color = 0;        ///< see seriesColor()
  double width = 1.75;  ///< of the line; 0: markers only
  Qt::PenStyle dash = Qt::SolidLine;
  Marker marker = Marker::None;
  double markerSize = 5;
  bool faint = false;   ///< raw values behind a smoothed curve
  bool ghost = false;   ///< of another run; paler
  bool filled = false;  ///< down to the lower edge
  Side side = Side::Left;
  QString meaning = {};  ///< for the legend's tooltip
  int rank = 0;          ///< in a narrow legend the highest goes first
};

QColor curveColor(const CurveStyle& style, const QPalette& palette);
QBrush markerBrush(const CurveStyle& style, const QPalette& palette);

/// A series along the chosen x axis. x only grows.
struct Curve {
  CurveStyle style;
  std::vector<double> x = {};
  std::vector<double> y = {};
  SeriesSummary summary = {};  ///< of y, as of the last drawing
  bool visible = true;
  int number = 0;  ///< in its plot

  void append(double atX, double value) {
    x.push_back(atX);
    y.push_back(value);
  }
  void clear() {
    x.clear();
    y.clear();
    summary = {};
  }
  /// The last point that is not right of atX.
  std::optional<std::size_t> indexAt(double atX) const;
  QString valueText(std::size_t index) const;  ///< in the user's locale
};

/// What is drawn of a curve, in plot coordinates: pieces of line between gaps, and markers.
/// Hollow markers stand for points that were lifted to the floor of a logarithmic axis.
struct Drawing {
  QList<QList<QPointF>> lines;
  QList<QPointF> markers;
  QList<QPointF> lifted;
};

/// Draws the points kept of a curve. Points that are not finite part the line; one that is left
/// alone becomes a marker. Markers keep a distance of markerGap on the x axis.
Drawing draw(const Curve& curve, std::span<const std::size_t> kept, const ValueScale& scale,
             double markerGap);

}  // namespace ui
