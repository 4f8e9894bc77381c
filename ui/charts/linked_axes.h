#pragma once

#include <QObject>
#include <functional>
#include <optional>
#include <vector>

#include "engine/pace/pace_moment.h"
#include "ui/charts/axis_scale.h"
#include "ui/charts/band.h"

namespace ui {

class RunModel;

enum class XAxis {
  Step,     ///< 0-based number of the step, as in the log
  Epoch,    ///< passes over the training images
  Active,   ///< seconds of training and evaluation; pauses are not counted
  Elapsed,  ///< seconds since the start of the run
  Virtual,  ///< seconds of the simulated machine; if there is none, as Active
};

constexpr bool isTime(XAxis axis) {
  return axis >= XAxis::Active;
}

/// Something that happened in the run, to be marked in all charts.
struct StepFlag {
  enum class Kind { LearningRate, Pause, Throttle, Best };
  Kind kind = Kind::LearningRate;
  double step = 0;
  QString text;
  friend bool operator==(const StepFlag&, const StepFlag&) = default;
};

/// What all charts of a window share: the choice of the x axis, its visible part and the crosshair.
/// Steps are the common coin; each axis is a rising function of them.
class LinkedAxes : public QObject {
  Q_OBJECT

 public:
  explicit LinkedAxes(const RunModel& model, QObject* parent = nullptr);

  XAxis xAxis() const { return m_axis; }
  /// Keeps the crosshair and the zoomed part of the run.
  void setXAxis(XAxis axis);

  /// x of any step, also a fractional one; a future one is placed by the mean pace so far.
  double xOfStep(double step) const;
  double stepOfX(double x) const;
  /// Of the machine's moments. Between two of them, a part of the way from the first to the second.
  double xOfMoment(const engine::PaceMoment& moment) const;
  double epochOfStep(qint64 step) const;
  double epochsPerStep() const;
  std::vector<Tick> ticks(int maxCount) const;  ///< of the visible part; none before a run

  /// The part of the x axis that other runs in the charts take up.
  void setReach(std::optional<Range> x);

  void setFlags(std::vector<StepFlag> flags);
  const std::vector<StepFlag>& flags() const { return m_flags; }

  /// From the first step to a little beyond the last one, in few leaps while the run goes on.
  Range full() const;
  Range visible() const { return m_zoom.value_or(full()); }
  bool isZoomed() const { return m_zoom.has_value(); }
  /// Shows a part of full(); asking for all of it follows the run again.
  void zoomTo(Range x);
  void resetZoom();

  /// The step under the crosshair; always one that was done.
  std::optional<qint64> cursor() const { return m_cursor; }
  void setCursor(std::optional<qint64> step);
  /// x of the crosshair; without steps of the model anywhere, to read other runs.
  std::optional<double> cursorX() const;
  void setCursorX(double x);
  /// To the next evaluation or, without toEvaluation, by so many steps. Begins at the last step.
  void moveCursor(qint64 steps, bool toEvaluation = false);
  QString describe(qint64 step) const;  ///< "step 1,234 · epoch 1.44 · 2:05"

  /// What happened to the machine, behind the curves of all charts.
  void setBands(std::vector<Band> bands);
  const std::vector<Band>& bands() const { return m_bands; }

  const RunModel& model() const { return m_model; }

  /// The visible epochs with their numbers, from 1 on; several in one where they are too many to
  /// tell apart, none before a run.
  std::vector<std::pair<int, Range>> epochs() const;

 signals:
  void restarted();  ///< every x is new: another run or another axis
  void changed();    ///< the run went on, or other bands
  void zoomed();     ///< another part is visible because somebody wished so
  void cursorMoved();

 private:
  qint64 lastStep() const;
  Range ownRange() const;
  const std::vector<double>& seconds() const;

  const RunModel& m_model;
  XAxis m_axis = XAxis::Step;
  std::optional<Range> m_zoom;
  std::optional<qint64> m_cursor;
  std::optional<double> m_freeCursor;  ///< x, where the model has no steps
  std::optional<Range> m_reach;
  std::vector<StepFlag> m_flags;
  std::vector<Band> m_bands;
};

}  // namespace ui
