#pragma once

#include <QTimer>
#include <QWidget>
#include <array>

#include "ui/charts/smoothing.h"

namespace ui {

class ChartPane;
class LinkedAxes;
class SmoothingBox;
struct Curve;

/// Loss, error and time per step of the run in axes.model(), live, under each other. The script's
/// points, one per evaluation, are marked in each.
class TrainingCharts : public QWidget {
  Q_OBJECT

 public:
  /// axes must outlive the panel. It also decides the x axis: LinkedAxes::setXAxis().
  explicit TrainingCharts(LinkedAxes& axes, QWidget* parent = nullptr);

  /// What is smoothed, each by a weight of its own (see SmoothedMean): the minibatches' loss and
  /// error and the time per step. The raw values stay visible behind. Validations never are.
  enum Smoothed { Loss, Error, Time };
  static constexpr std::array<double, 3> kDefaultSmoothing{0, 0.95, 0.95};
  void setSmoothing(Smoothed series, double weight);
  double smoothing(Smoothed series) const { return m_smoothing[series]; }

  /// True while a part of many steps is not in the curves yet; it follows by itself.
  bool isBehind() const;
  /// Draws what is known now, for a picture of the window; else that may take a moment.
  void refresh();

  ChartPane& loss() const { return *m_loss; }
  ChartPane& error() const { return *m_error; }
  ChartPane& time() const { return *m_time; }

  // What other runs are compared with.
  const Curve& lossCurve() const { return *m_total; }
  const Curve& validationCurve() const { return *m_validationError; }
  const Curve& scriptTimeCurve() const { return *m_scriptTime; }

 signals:
  void smoothingChanged(int series, double weight);

 private:
  void addLossCurves();
  void addErrorCurves();
  void addTimeCurves();
  void addSmoothing(Smoothed series, ChartPane& pane);
  void restart();
  void pull();
  void pullValidations();

  LinkedAxes& m_axes;
  std::array<double, 3> m_smoothing = kDefaultSmoothing;
  std::array<SmoothingBox*, 3> m_boxes;
  ChartPane *m_loss, *m_error, *m_time;
  Curve *m_total, *m_meanLoss, *m_crossEntropy, *m_penalty, *m_scriptLoss;
  Curve *m_rawError, *m_meanError, *m_scriptError, *m_validationError, *m_bestValidation;
  Curve *m_rawTime, *m_meanTime, *m_scriptTime, *m_scriptMean, *m_startUp;
  SmoothedMean m_lossMean, m_errorMean, m_timeMean;
  QTimer m_more;                  // pulls the rest of many steps
  std::size_t m_steps = 0;        // already in the curves
  std::size_t m_validations = 0;  // the same
};

}  // namespace ui
