#pragma once

#include <QObject>
#include <QStringList>
#include <memory>

#include "engine/log/read_runs.h"

namespace ui {

/// Reads files of runs (console logs, run logs, tables) one after the other on a thread of its own.
class RunImporter : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  ~RunImporter() override;

  void read(const QStringList& files);
  /// Gives up the file that is being read and those that wait.
  void cancel();
  bool isReading() const { return m_job != nullptr; }

 signals:
  void progressed(const QString& file, int percent);
  void imported(std::shared_ptr<const engine::RunFile> file, const QString& path);
  /// message: one sentence that names the file and the remedy.
  void failed(const QString& message);
  void idle();  ///< nothing more is to be read

 private:
  struct Job;
  void next();
  void finish(const std::shared_ptr<Job>& job);

  QStringList m_waiting;
  std::shared_ptr<Job> m_job;  ///< the one under way; null if none
};

}  // namespace ui
