#pragma once

#include <QDialog>
#include <functional>
#include <memory>

#include "engine/bench/machine_benchmark.h"
#include "engine/credits/instance_catalogue.h"
#include "engine/credits/plan/planner.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QThread;

namespace ui {

class PlanChart;
class PlannerInputs;
class PlannerTable;

/// Compares the strategies for a job on credits and follows every change of its inputs: a table, a
/// sentence, time against cost, and the balances over time. Plans and measures on other threads.
class PlannerDialog : public QDialog {
  Q_OBJECT

 public:
  /// measuring: how this engine's speed is measured. Throws engine::Error if the instance catalogue
  /// cannot be read.
  explicit PlannerDialog(engine::BenchmarkConfig measuring = {.threads = 1, .seconds = 3},
                         QWidget* parent = nullptr);
  /// Gives up what is under way.
  ~PlannerDialog() override;

 signals:
  void planned();  ///< what is shown belongs to the inputs

 private:
  struct Planning;
  struct Measuring;

  void replan();
  void showPlan();
  void drawBalances();
  void drawPareto();
  void showCaveats();
  void measureOrCancel();
  void finishMeasuring();
  void saveTable();
  QThread* startThread(const QString& name, std::function<void()> work);

  engine::InstanceCatalogue m_catalogue;
  engine::BenchmarkConfig m_config;
  std::shared_ptr<Planning> m_planning;    ///< the one under way; null if none
  std::shared_ptr<Measuring> m_measuring;  ///< likewise
  bool m_outdated = false;                 ///< the inputs changed meanwhile
  engine::Plan m_plan;
  PlannerInputs* m_inputs;
  QLabel* m_sentence;
  QLabel* m_headline;
  QLabel* m_caveats;
  PlannerTable* m_table;
  PlanChart* m_pareto;
  PlanChart* m_balances;
  QProgressBar* m_progress;
  QPushButton* m_measure;
  QPushButton* m_save;
};

}  // namespace ui
