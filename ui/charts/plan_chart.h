#pragma once

#include <QWidget>
#include <vector>

#include "ui/charts/curve.h"

namespace ui {

class Plot;

/// A chart of a few series that are given at once: title, plot, the name of a series under the
/// mouse. A click on a series chooses it.
class PlanChart : public QWidget {
  Q_OBJECT

 public:
  struct Series {
    QString name;
    Drawing drawing;  ///< in the units of the axes; x is in seconds
  };

  /// One style for each series that can be shown.
  PlanChart(const QString& title, const QString& xName, const std::vector<CurveStyle>& styles,
            QWidget* parent = nullptr);

  /// series[i] is drawn in the style of number i; missing ones are empty. The axes begin at 0.
  void show(std::vector<Series> series);

  Plot& plot() const { return *m_plot; }
  /// The series whose point or line is nearest to a position in the plot, not farther than 10
  /// pixels; -1 if there is none.
  int seriesAt(QPointF position) const;
  /// Where the first marker of a series is, or else its first point.
  QPointF positionOf(int series) const;

 signals:
  void chosen(int series);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();

  Plot* m_plot;
  QString m_xName;
  std::size_t m_styles;
  std::vector<Series> m_series;
};

}  // namespace ui
