#pragma once

#include <QObject>
#include <memory>
#include <optional>

#include "engine/data/dataset.h"
#include "engine/train/train_config.h"
#include "ui/run/training_session.h"

namespace ui {

/// What the transport keys mean in each state of the session, and with which data and settings a
/// run starts.
class RunCommands : public QObject {
  Q_OBJECT

 public:
  explicit RunCommands(TrainingSession& session, QObject* parent = nullptr);

  /// For the next start; a changed learning rate reaches an active run at once.
  void setConfig(const engine::TrainConfig& config);
  const engine::TrainConfig& config() const { return m_config; }
  /// For every start from now on, whatever setConfig() says of it.
  void setMaxSteps(std::optional<std::int64_t> steps) { m_maxSteps = steps; }
  /// For the next start; a start that waits for it happens now.
  void setDataset(std::shared_ptr<const engine::Dataset> dataset);
  const std::shared_ptr<const engine::Dataset>& dataset() const { return m_dataset; }

  /// Another data set is on its way: starts wait for it.
  void awaitDataset() { m_awaitsDataset = true; }
  /// It does not come after all: a start that waits for it is given up.
  void keepDataset();

  /// With what the present or last run was started; nothing before the first.
  const std::optional<engine::TrainConfig>& startedConfig() const { return m_startedConfig; }
  const std::shared_ptr<const engine::Dataset>& startedDataset() const { return m_startedDataset; }

  /// A start waits for its data set; startOrPause() or stop() gives it up.
  bool awaitsStart() const { return m_pending.has_value(); }

  void startOrPause();
  void stepOnce();  ///< starts a run if none is active
  void stop();
  /// Goes on from a checkpoint, as soon as the data set is there.
  void startFrom(std::shared_ptr<const engine::Checkpoint> checkpoint);
  void restart();  ///< from the first step, with the settings of the moment

 signals:
  void datasetChanged();
  void awaitsStartChanged();
  /// A run begins; its data and settings are started...().
  void starting();

 private:
  enum class Pace { Continuous, SingleStep };
  void start(Pace pace);
  void setPending(std::optional<Pace> pace);

  TrainingSession& m_session;
  engine::TrainConfig m_config;
  std::optional<std::int64_t> m_maxSteps;
  std::shared_ptr<const engine::Dataset> m_dataset;
  std::optional<engine::TrainConfig> m_startedConfig;
  std::shared_ptr<const engine::Dataset> m_startedDataset;
  bool m_awaitsDataset = true;
  std::optional<Pace> m_pending;                     ///< a start that waits for the data set
  std::shared_ptr<const engine::Checkpoint> m_from;  ///< of the next start; null: from step 0
};

}  // namespace ui
