#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/data/label_errors.h"
#include "engine/tensor/tensor.h"
#include "engine/train/predictions.h"

class QThread;

namespace ui {

enum class Split { Validation, Test };

/// How certain weights classify a whole set of images. Never changed once it is told.
struct AnalysedImages {
  std::shared_ptr<const engine::Dataset> dataset;
  Split split = Split::Validation;
  qint64 updates = 0;  ///< in the weights
  std::vector<engine::Prediction> predictions;
  engine::ConfusionMatrix confusion{};
  std::span<const engine::LabelError> labelErrors;  ///< of this split

  const engine::LabeledImages& images() const;
  bool isWrong(std::size_t index) const {
    return predictions[index].winner != images().labels[index];
  }
  qint64 wrong() const;
  /// Null where the label is not known to be doubtful.
  const engine::LabelError* labelError(std::size_t index) const;
};

/// Classifies a set of images on a thread of its own, one job at a time.
class ErrorAnalysis : public QObject {
  Q_OBJECT

 public:
  explicit ErrorAnalysis(QObject* parent = nullptr);
  ~ErrorAnalysis() override;

  /// Gives up a job that is not done yet and starts this one.
  void start(std::shared_ptr<const engine::Dataset> dataset, Split split,
             std::shared_ptr<const engine::Weights> weights, qint64 updates);
  void cancel();
  bool isBusy() const { return m_job != nullptr; }

 signals:
  void finished(std::shared_ptr<const ui::AnalysedImages> result);
  /// Weights of another network, or no memory.
  void failed(const QString& message);

 private:
  struct Job;
  void take(const std::shared_ptr<Job>& job);

  std::shared_ptr<Job> m_job;
};

}  // namespace ui
