#pragma once

#include <QObject>
#include <memory>

#include "engine/data/dataset.h"
#include "engine/tensor/tensor.h"
#include "engine/train/train_config.h"

namespace ui {

class RunModel;

/// The one bridge between the GUI thread and the thread that trains. All members are called on the
/// GUI thread and none of them waits for the worker, except the destructor (one step at most).
class TrainingSession : public QObject {
  Q_OBJECT

 public:
  enum class State { Idle, Running, Paused, Stopping, Finished, Failed };
  Q_ENUM(State)

  explicit TrainingSession(QObject* parent = nullptr);
  ~TrainingSession() override;

  State state() const;
  bool isActive() const;  ///< Running, Paused or Stopping

  /// The series of the present or last run; the same object for the whole life of the session.
  RunModel& model();

  /// Starts a run; an active one must be stopped before.
  void start(std::shared_ptr<const engine::Dataset> dataset, const engine::TrainConfig& config);
  void pause();
  void resume();
  void stepOnce();  ///< one step, then paused
  void stop();      ///< after the current step, with the final test pass
  void setLearningRate(double rate);
  void requestWeights();  ///< answered by weightsReady()

 signals:
  void stateChanged(ui::TrainingSession::State state);
  void weightsReady(std::shared_ptr<const engine::Weights> weights, qint64 updates);
  void failed(const QString& message);

 private:
  class Private;
  std::unique_ptr<Private> d;
};

}  // namespace ui
