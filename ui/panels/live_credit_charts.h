#pragma once

#include <QWidget>

#include "ui/charts/linked_axes.h"
#include "ui/run/run_model.h"

class QLabel;

namespace ui {

class ChartPane;
class CreditTrack;
struct Curve;

/// Draws the credits of a real machine, or those that a log tells of, over their own time: the
/// estimated balance as a line, measured points as markers, CPU use by whom, and shading where it
/// was throttled.
class LiveCreditCharts : public QWidget {
  Q_OBJECT

 public:
  explicit LiveCreditCharts(QWidget* parent = nullptr);

  /// Must outlive the panel or be replaced. Null: nothing is drawn.
  void setTrack(const CreditTrack* track);
  /// What stands above and below the charts.
  void setTexts(const QString& sentence, const QString& notes);

  /// Draws what is known now, for a picture of the window.
  void refresh();

  ChartPane& balanceChart() const { return *m_balancePane; }
  ChartPane& cpuChart() const { return *m_cpuPane; }
  const LinkedAxes& axes() const { return m_axes; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void restart();
  void pull();
  void pullMeasured();
  void shade();

  RunModel m_noRun;  // the axes want one
  LinkedAxes m_axes{m_noRun};
  const CreditTrack* m_track = nullptr;
  QLabel *m_sentence, *m_notes;
  ChartPane *m_balancePane, *m_cpuPane;
  Curve *m_estimate, *m_measured, *m_own, *m_others, *m_steal, *m_whole;
  double m_begin = 0;         // of the track, where x is 0
  std::size_t m_samples = 0;  // already in the curves
};

}  // namespace ui
