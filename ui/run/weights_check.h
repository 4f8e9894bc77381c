#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "engine/train/confidence.h"

namespace ui {

/// What weights are worth, found on a thread of its own: from which probability on their answers
/// are to be believed, measured on a validation set, and how many of a person's own drawings they
/// read wrongly.
class WeightsCheck : public QObject {
  Q_OBJECT

 public:
  struct Result {
    qint64 updates = 0;  ///< in the weights
    bool hasValidation = false;
    std::optional<engine::SureThreshold> sure;  ///< none with hasValidation: nothing is sure
    qint64 drawings = 0;
    qint64 wrongDrawings = 0;
  };

  explicit WeightsCheck(QObject* parent = nullptr);
  /// Waits for the images of one block.
  ~WeightsCheck() override;

  /// Both may be null. What is under way is given up.
  void setValidation(std::shared_ptr<const engine::Dataset> dataset);
  void setDrawings(std::shared_ptr<const engine::LabeledImages> drawings);

  /// Checks these weights, the latest of several. After each check it rests for 30 times as long as
  /// that took, so that it takes no more than 3 % of a CPU from the training, unless isUrgent.
  void check(std::shared_ptr<const engine::Weights> weights, qint64 updates, bool isUrgent);

  /// Of the last check; nothing before it.
  const std::optional<Result>& result() const { return m_result; }

 signals:
  void checked();

 private:
  struct Job;
  void begin();
  void checkAgain();
  void giveUp();
  void finish(const std::shared_ptr<Job>& job);

  std::shared_ptr<const engine::Dataset> m_dataset;
  std::shared_ptr<const engine::LabeledImages> m_drawings;
  std::shared_ptr<const engine::Weights> m_weights;  ///< to be checked next; null if none
  qint64 m_updates = 0;
  std::shared_ptr<const engine::Weights> m_last;  ///< checked or being checked
  qint64 m_lastUpdates = 0;
  std::shared_ptr<Job> m_job;  ///< under way; null if none
  QTimer m_rest;
  std::optional<Result> m_result;
};

}  // namespace ui
