#pragma once

#include <QPixmap>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/charts/axis_scale.h"
#include "ui/charts/band.h"
#include "ui/charts/curve.h"

class QAbstractSeries;
class QAreaSeries;
class QCategoryAxis;
class QChart;
class QGraphicsScene;
class QLineSeries;
class QScatterSeries;

namespace ui {

/// A line across the chart where something happened.
struct Flag {
  double x = 0;
  int color = 0;  ///< see seriesColor()
  QString label;  ///< at the bottom; left out where the one before it needs the place
};

/// Where the crosshair meets the chart, in plot coordinates.
struct Crosshair {
  struct Dot {
    QPointF at;
    CurveStyle style;
  };
  double x = 0;
  QList<Dot> dots;
  QString label;  ///< drawn over the labels of the x axis
};

/// Draws curves over two or three axes; the only class that knows Qt Charts. It is told what to
/// draw in plot coordinates and decides nothing. The plot areas of all plots of the same size and
/// font lie exactly above each other. Painted from a pixmap, so that the crosshair costs nothing.
class Plot : public QWidget {
  Q_OBJECT

 public:
  explicit Plot(QWidget* parent = nullptr);
  ~Plot() override;

  int addCurve(const CurveStyle& style);  ///< returns its number
  void removeCurve(int number);           ///< its number goes to the next curve that is added
  void setStyle(int number, const CurveStyle& style);  ///< of the same side
  /// Its axes come first: what lies far outside of them is left out.
  void setCurve(int number, const Drawing& drawing);
  void setXAxis(Range range, const std::vector<Tick>& ticks);
  void setYAxis(Side side, Range range, const std::vector<Tick>& ticks);
  void setXLabels(bool visible, const QString& axisName);
  void setBands(std::vector<Band> bands);
  void setFlags(std::vector<Flag> flags);
  void setCrosshair(std::optional<Crosshair> crosshair);
  void setSelection(std::optional<Range> x);
  std::optional<Range> selection() const { return m_selection; }

  /// The rectangle of the curves, in widget coordinates.
  QRectF area() const;
  QPointF toPlot(QPointF position, Side side = Side::Left) const;
  QPointF toPosition(QPointF plot, Side side = Side::Left) const;

  /// The chart as it is on the screen, but for focus and selection.
  void draw(QPainter& painter);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Series {
    CurveStyle style;
    std::vector<QLineSeries*> lines;  // one for each piece between gaps; never fewer than before
    QScatterSeries* markers;
    QScatterSeries* lifted;
    QList<QList<QPointF>> dense;  // pieces that Qt Charts would be slow with
    QLineSeries* edge = nullptr;  // of the area, where there is one
    QAreaSeries* area = nullptr;
  };
  struct Axis {
    QCategoryAxis* axis = nullptr;
    Range range;
    std::vector<Tick> ticks;
  };

  void setAxis(Axis& axis, Range range, const std::vector<Tick>& ticks);
  Axis& yAxis(Side side) { return side == Side::Left ? m_left : m_right; }
  const Axis& yAxis(Side side) const { return side == Side::Left ? m_left : m_right; }
  void attach(QAbstractSeries* series, Side side);
  bool isDense(const QList<QPointF>& line) const;
  void layOut();
  QFont labelFont() const;
  void applyColors();
  void color(Series& series);
  void drawChart(QPainter& painter);
  void drawBands(QPainter& painter) const;
  void drawDense(QPainter& painter) const;
  void drawFlags(QPainter& painter) const;
  void drawCrosshair(QPainter& painter) const;
  void redraw();

  QGraphicsScene* m_scene;
  QChart* m_chart;  // of the scene; owns series and axes
  Axis m_x, m_left, m_right;
  std::vector<Series> m_series;
  std::vector<Band> m_bands;
  std::vector<Flag> m_flags;
  std::optional<Crosshair> m_crosshair;
  std::optional<Range> m_selection;
  QString m_xName;
  bool m_xLabels = true;
  bool m_showsFocus = false;  // only where the keyboard chose this plot
  QPixmap m_picture;          // null: to be drawn anew
};

}  // namespace ui
