#pragma once

#include <QWidget>

#include "ui/charts/smoothing.h"

namespace ui {

class ChartPane;
class LinkedAxes;
struct Curve;

/// Loss, error and time per step of the run in axes.model(), live, under each other. The script's
/// points, one per evaluation, are marked in each.
class TrainingCharts : public QWidget {
  Q_OBJECT

 public:
  static constexpr double kDefaultSmoothing = 0.95;

  /// axes must outlive the panel. It also decides the x axis: LinkedAxes::setXAxis().
  explicit TrainingCharts(LinkedAxes& axes, QWidget* parent = nullptr);

  /// Of the minibatch error and of the time per step; see SmoothedMean.
  void setSmoothing(double weight);
  double smoothing() const { return m_smoothing; }

  /// Draws what is known now, for a picture of the window; else that may take a moment.
  void refresh();

  ChartPane& loss() const { return *m_loss; }
  ChartPane& error() const { return *m_error; }
  ChartPane& time() const { return *m_time; }

 private:
  void addLossCurves();
  void addErrorCurves();
  void addTimeCurves();
  void restart();
  void pull();
  void pullValidations();

  LinkedAxes& m_axes;
  double m_smoothing = kDefaultSmoothing;
  ChartPane *m_loss, *m_error, *m_time;
  Curve *m_total, *m_crossEntropy, *m_penalty, *m_scriptLoss;
  Curve *m_rawError, *m_meanError, *m_scriptError, *m_validationError, *m_bestValidation;
  Curve *m_rawTime, *m_meanTime, *m_scriptTime, *m_scriptMean, *m_startUp;
  SmoothedMean m_errorMean, m_timeMean;
  std::size_t m_steps = 0;        // already in the curves
  std::size_t m_validations = 0;  // the same
};

}  // namespace ui
