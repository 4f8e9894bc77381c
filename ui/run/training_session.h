#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <optional>

#include "engine/data/dataset.h"
#include "engine/pace/paced_run.h"
#include "engine/tensor/tensor.h"
#include "engine/train/checkpoint.h"
#include "engine/train/train_config.h"

namespace ui {

class RunModel;
struct BestWeights;

/// The one bridge between the GUI thread and the thread that trains. All members are called on the
/// GUI thread; only halt() and the destructor wait for the worker, one step at most.
///
/// The state is what was last asked for: Paused means that the run rests or will do so after its
/// current step.
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
  /// Grows at most 25 times a second.
  RunModel& model();

  /// Starts a run. An active one is given up: it ends after its step without the test pass, and
  /// nothing more is heard of it.
  void start(std::shared_ptr<const engine::Dataset> dataset, const engine::TrainConfig& config);
  /// Goes on from a checkpoint; the model begins with the history of the run.
  void startFrom(std::shared_ptr<const engine::Dataset> dataset,
                 std::shared_ptr<const engine::Checkpoint> checkpoint);
  /// Shows a run that happens elsewhere, in place of any other: whoever has the observer tells it,
  /// on one thread of any kind, and no longer than the session lives. Running until it has told the
  /// end; cannot be paused, and stop() and halt() only hear no more of it. Has no weights.
  std::shared_ptr<engine::TrainObserver> attach();
  bool isAttached() const;
  /// Runs that are started from now on keep a checkpoint there, until they are finished: at
  /// intervals, at every pause, stop and halt. An empty name: none.
  void setCheckpointFile(const QString& file, double intervalSeconds);
  /// After halt(): how many steps are in the checkpoint that the last run has written; -1 if none.
  qint64 checkpointSteps() const;
  /// A simulated machine goes along with every run from the next start on; pace as in
  /// engine::Pacer, also for the active run.
  void setMachine(const engine::PaceSettings& machine);
  void setPace(double pace);
  /// The machine of the active run, or of the last one, at this moment.
  std::optional<engine::PacedRun> pacedRun() const;
  /// Calls change for the machine of the active run, if there is one. Passes on what it throws.
  void changeMachine(const std::function<void(engine::PacedRun&)>& change);
  bool endedByPolicy() const;  ///< the credit policy has ended the last run
  void pause();
  void resume();
  void stepOnce();  ///< one step, then paused
  void stop();      ///< after the current step, with the final test pass
  /// Ends an active run without the test pass and waits for it; its result is then in the model.
  void halt();
  void setLearningRate(double rate);

  /// Answered by weightsReady(): with the weights of the active run after its current step, or with
  /// those that were there last. Not answered if there are none yet.
  void requestWeights();
  /// The last weights that came, after so many updates; null if there are none yet.
  const std::shared_ptr<const engine::Weights>& weights() const;
  qint64 updates() const;
  /// Those of the fewest validation errors in the present or last run; null before the first
  /// validation.
  const BestWeights* best() const;
  /// Takes weights that come from elsewhere as those of the session while nothing runs; tells
  /// weightsReady().
  void setWeights(std::shared_ptr<const engine::Weights> weights, qint64 updates);

 signals:
  void stateChanged(ui::TrainingSession::State state);
  void weightsReady(std::shared_ptr<const engine::Weights> weights, qint64 updates);
  void bestChanged();  ///< best() is another, or none since a run has started
  void failed(const QString& message);
  /// The run goes on, but its checkpoint could not be written.
  void checkpointFailed(const QString& message);

 private:
  class Private;
  std::unique_ptr<Private> d;
};

}  // namespace ui
