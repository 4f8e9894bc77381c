#pragma once

#include <QTimer>
#include <QWidget>
#include <chrono>
#include <list>

#include "ui/charts/curve.h"
#include "ui/charts/linked_axes.h"
#include "ui/charts/plot.h"
#include "ui/charts/value_axis.h"

class QHBoxLayout;
class QMenu;

namespace ui {

class Legend;

/// One chart: title and legend with values, plot, and what one can do with it. Its owner fills the
/// curves and then calls scheduleRefresh(); drawing happens at most five times a second, less
/// often where it is dear, and only while the chart is visible.
class ChartPane : public QWidget {
  Q_OBJECT

 public:
  ChartPane(const QString& title, LinkedAxes& axes, QWidget* parent = nullptr);

  /// The reference stays valid until the curve is removed.
  Curve& addCurve(const CurveStyle& style);
  void removeCurve(const Curve& curve);  ///< one without a name, or the legend would keep it
  void setVisible(Curve& curve, bool visible);
  using QWidget::setVisible;
  const std::list<Curve>& curves() const { return m_curves; }

  void fixRange(Side side,
                Range values);    ///< the axis then neither follows data nor gets logarithmic
  void setCeiling(double value);  ///< of the left axis; see ValueAxis
  void setLogarithmic(bool logarithmic);
  void zoomY(double factor, double at);  ///< of the left axis; see ValueAxis::zoom()
  void resetZoom();                      ///< of y here, of x everywhere
  void setBandLabels(bool visible);      ///< of LinkedAxes::bands(), over those of the epochs
  void setXLabels(bool visible);
  /// A small control for this chart, beside its legend.
  void addToHeader(QWidget& control);
  void setFaint(Curve& curve, bool faint);

  /// Shows or hides the curve of a place in the legend.
  void toggleEntry(int place);

  void scheduleRefresh();
  void refresh();  ///< now

  const QString& title() const { return m_title; }
  LinkedAxes& axes() const { return m_axes; }
  Plot& plot() const { return *m_plot; }
  const ValueAxis& valueAxis(Side side) const { return side == Side::Left ? m_left : m_right; }
  QStringList legendValues() const { return m_values; }
  const Legend& legend() const { return *m_legend; }

  /// Legend and plot with labels at the x axis, for an export; the size is that of the pane.
  void draw(QPainter& painter);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refreshSoon();
  void setShowAll(bool all);
  void drawCurves();
  void drawBands();
  void showValues();
  void offerHiddenPoints();
  QString xAxisName() const;
  QString freeLabel(double x) const;
  int legendPlace(const Curve& curve) const;

  QString m_title;
  LinkedAxes& m_axes;
  Legend* m_legend;
  Plot* m_plot;
  QAction *m_log, *m_showAll;
  QHBoxLayout* m_header;
  QMenu* m_names;  // shows and hides curves
  QTimer m_timer;
  std::chrono::milliseconds m_cost{0};  // of the last refresh
  std::list<Curve> m_curves;
  ValueAxis m_left, m_right;
  bool m_bandLabels = false;
  QStringList m_values;
  bool m_xLabels = true;
};

}  // namespace ui
