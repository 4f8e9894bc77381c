#pragma once

#include <QWidget>

class QLabel;

namespace ui {

class ChartPane;
class CreditSession;
class LinkedAxes;
struct Curve;

/// What the run would cost in CPU credits on a simulated burstable instance: AWS's CPUCreditBalance
/// and CPUUtilization, a dashed forecast to the end of the run, shading where the instance is
/// slowed down, and a plain sentence that says what happens.
class CreditCharts : public QWidget {
  Q_OBJECT

 public:
  /// Both must outlive the panel.
  CreditCharts(const CreditSession& session, LinkedAxes& axes, QWidget* parent = nullptr);

  /// Draws what is known now, for a picture of the window; else that may take a moment.
  void refresh();

  ChartPane& chart() const { return *m_chart; }
  QString sentence() const;  ///< in plain words, computed from the session

 private:
  void restart();
  void pull();
  void shadeSlowSteps();

  const CreditSession& m_session;
  LinkedAxes& m_axes;
  ChartPane* m_chart;
  QLabel* m_sentence;
  Curve *m_balance, *m_balanceForecast, *m_utilisation, *m_utilisationForecast;
  std::size_t m_steps = 0;  // already in the curves
};

}  // namespace ui
