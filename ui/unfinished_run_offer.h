#pragma once

#include <QObject>
#include <functional>

#include "ui/run/unfinished_runs.h"

namespace ui {

class Banner;
class DatasetChoice;
class RunCommands;
class TrainingSession;

/// Keeps the runs of a window in files, and asks at the start what is to become of those that were
/// interrupted: one question at a time, the latest run first.
class UnfinishedRunOffer : public QObject {
  Q_OBJECT

 public:
  UnfinishedRunOffer(Banner& banner, TrainingSession& session, RunCommands& commands,
                     DatasetChoice& dataset, QObject* parent = nullptr);

  /// Gives every run that starts from now on a file, and looks for interrupted ones.
  void begin(int autosaveMinutes);
  void setAutosaveMinutes(int minutes);

 signals:
  /// The settings of the run that is about to go on.
  void settingsRestored(const engine::TrainConfig& config);
  void failed(const QString& message);
  /// No run waits for an answer.
  void nothingToAsk();

 private:
  void ask(const QString& file, std::shared_ptr<const engine::Checkpoint> checkpoint,
           const QString& warning);
  void resume(const QString& file, std::shared_ptr<const engine::Checkpoint> checkpoint);

  Banner& m_banner;
  TrainingSession& m_session;
  RunCommands& m_commands;
  DatasetChoice& m_dataset;
  UnfinishedRuns m_runs;
  int m_autosaveMinutes = 1;
  QString m_file;  ///< of this window's runs
};

}  // namespace ui
