#pragma once

#include <QObject>
#include <array>
#include <map>
#include <optional>

#include "ui/charts/linked_axes.h"

namespace ui {

class ChartPane;
class GhostRuns;
class TrainingCharts;
struct Curve;
struct GhostRun;

/// Draws the other runs into the charts of the present one, along the same x axis: loss, validation
/// error and time per step of each, in a colour and with dashes of its own.
class GhostCurves : public QObject {
  Q_OBJECT

 public:
  enum Series { Loss, Validation, Milliseconds };
  static constexpr std::array kSeries{Loss, Validation, Milliseconds};

  /// All must outlive it.
  GhostCurves(GhostRuns& runs, LinkedAxes& axes, TrainingCharts& charts, QObject* parent = nullptr);

  /// The last value of a run that is not right of x; nothing where there is none.
  std::optional<double> valueAt(int run, Series series, double x) const;
  /// The same of the present run.
  std::optional<double> presentValueAt(Series series, double x) const;

  static int color(const GhostRun& run);
  static Qt::PenStyle dash(const GhostRun& run);

 signals:
  void changed();  ///< other values at the same x

 private:
  void add(int run);
  void remove(int run);
  void place();
  void fill(const GhostRun& run);
  void show(int run);
  void updateReach();
  ChartPane& pane(Series series) const;

  GhostRuns& m_runs;
  LinkedAxes& m_axes;
  TrainingCharts& m_charts;
  std::map<int, std::array<Curve*, kSeries.size()>> m_curves;
};

}  // namespace ui
