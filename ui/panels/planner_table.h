#pragma once

#include <QTableWidget>

#include "engine/credits/plan/planner.h"
#include "ui/charts/curve.h"

namespace ui {

/// The strategies of a plan, the quickest first, those that cannot be done last. A check mark shows
/// a strategy's balance in the chart; the colour beside it is that of the charts.
class PlannerTable : public QTableWidget {
  Q_OBJECT

 public:
  static constexpr int kMostStrategies = 14;
  /// How the strategy of an outcome with this index looks in table and charts.
  static CurveStyle style(int outcome);

  explicit PlannerTable(QWidget* parent = nullptr);

  /// Keeps check marks and selection by name; at first the best, straight and the Pareto front are
  /// checked.
  void show(const engine::Plan& plan);

  bool isChecked(int outcome) const;
  int selectedOutcome() const;  ///< -1: none
  void selectOutcome(int outcome);

 signals:
  void checkedChanged();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void addRow(const engine::Plan& plan, std::size_t outcome, const QString& rank, bool checked);
  void drawSwatches();
  int rowOf(int outcome) const;
};

}  // namespace ui
