#pragma once

#include <QDialog>
#include <QTimer>
#include <memory>

#include "ui/panels/alexnet_job.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace ui {

class LayerBars;

/// Runs the AlexNet benchmark in the background: progress, the time of each layer, and what the
/// article's machine and two GPUs of its day needed for the same.
class AlexnetDialog : public QDialog {
  Q_OBJECT

 public:
  explicit AlexnetDialog(QWidget* parent = nullptr);
  /// Gives up a benchmark that is under way.
  ~AlexnetDialog() override;

 private:
  void startOrCancel();
  void pull();
  void finish();
  void showComparison(const AlexnetJob::News& news);
  void copy() const;

  std::shared_ptr<AlexnetJob> m_job;  ///< the one under way; null if none
  int m_shownBatch = engine::kAlexnetBatch;
  QTimer m_refresh;
  QLabel* m_message;
  QSpinBox* m_batchSize;
  QSpinBox* m_batches;
  QSpinBox* m_threads;
  QProgressBar* m_progress;
  QLabel* m_status;
  LayerBars* m_bars;
  QTableWidget* m_comparison;
  QPushButton* m_start;
  QPushButton* m_copy;
};

}  // namespace ui
