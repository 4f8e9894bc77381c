#pragma once

#include <QDialog>
#include <QTimer>
#include <memory>

#include "engine/bench/instance_estimate.h"
#include "engine/bench/machine_benchmark.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace ui {

/// Measures this computer in the background and shows what it does, and what the sample's 10 epochs
/// would take on burstable instances, as tables that can be copied.
class MachineDialog : public QDialog {
  Q_OBJECT

 public:
  explicit MachineDialog(engine::BenchmarkConfig config = {}, QWidget* parent = nullptr);
  /// Gives up a measurement that is under way.
  ~MachineDialog() override;

 private:
  struct Job;
  void startOrCancel();
  void finish();
  void showSpeeds(const engine::MachineResult& result);
  void showEstimates(const std::vector<engine::InstanceEstimate>& estimates);
  void copy() const;

  engine::BenchmarkConfig m_config;
  std::shared_ptr<Job> m_job;  ///< the one under way; null if none
  QTimer m_refresh;
  QLabel* m_message;
  QProgressBar* m_progress;
  QTableWidget* m_speeds;
  QTableWidget* m_estimates;
  QPushButton* m_start;
  QPushButton* m_copy;
};

}  // namespace ui
