#pragma once

#include <QWidget>
#include <vector>

#include "engine/pace/pace_moment.h"
#include "ui/charts/band.h"
#include "ui/panels/five_minutes.h"

class QLabel;
class QVBoxLayout;

namespace ui {

class ChartPane;
class CreditSession;
class LinkedAxes;
struct Curve;

/// What the run costs in CPU credits on the simulated burstable instance: balance, use in every 5
/// minutes and utilisation, a dashed forecast to the end of the run, and a plain sentence that says
/// what happens. Tells the axes when the instance is slowed down, for the shading of all charts.
class CreditCharts : public QWidget {
  Q_OBJECT

 public:
  /// Both must outlive the panel.
  CreditCharts(const CreditSession& session, LinkedAxes& axes, QWidget* parent = nullptr);

  /// AWS's names, and only what CloudWatch knows: one value for every 5 minutes.
  void setCloudWatch(bool cloudWatch);

  /// Draws what is known now, for a picture of the window; else that may take a moment.
  void refresh();

  ChartPane& balanceChart() const { return *m_balancePane; }
  ChartPane& cpuChart() const { return *m_cpuPane; }
  QString sentence() const;

 private:
  void build();
  void restart();
  void pull();
  void pullForecast();
  void drawLimits();
  void shade();

  const CreditSession& m_session;
  LinkedAxes& m_axes;
  QVBoxLayout* m_layout;
  QLabel* m_sentence;
  bool m_cloudWatch = false;
  ChartPane *m_balancePane = nullptr, *m_cpuPane = nullptr;
  Curve *m_balance, *m_launch, *m_balanceForecast, *m_cap, *m_threshold;
  Curve *m_usage, *m_utilisation, *m_utilisationForecast, *m_baseline;
  FiveMinutes m_fiveMinutes;
  std::size_t m_moments = 0;  // already in the curves
  std::vector<Band> m_past;   // of those
  double m_highest = 0;       // balance of those
};

}  // namespace ui
