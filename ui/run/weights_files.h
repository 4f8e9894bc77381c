#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <memory>
#include <optional>

#include "engine/data/dataset.h"
#include "engine/weights/save_verified.h"
#include "ui/run/worker.h"

namespace ui {

class RunCommands;
class Settings;
class TrainingSession;

enum class WhichWeights {
  Current,  ///< of the active run after its current step, or the last there are
  Best,     ///< with the fewest validation errors of the run
};

/// What was saved.
struct SavedFile {
  QString name{};
  qint64 updates = 0;       ///< that made the weights
  bool overflowed = false;  ///< the loss of the run was no finite number after them
  engine::SaveReport report{};
};

/// The session's weights as files: saved and opened by hand, on another thread and verified, and
/// kept by itself when the program closes before they were saved.
class WeightsFiles : public QObject {
  Q_OBJECT

 public:
  WeightsFiles(TrainingSession& session, RunCommands& commands, Settings& settings,
               QObject* parent = nullptr);
  ~WeightsFiles() override;

  bool canSave() const;
  bool isBusy() const { return m_worker.isBusy() || m_request; }
  /// Saves in the format of the name's ending, over an older file, too; saved(), cancelled() or
  /// failed() follows.
  void save(const QString& file, WhichWeights which = WhichWeights::Current,
            const engine::ExportOptions& options = {});
  /// Of the save() under way.
  double progress() const { return *m_progress; }
  void cancel() { *m_cancelled = true; }

  /// Reads weights for drawing with, made by so many updates (-1: as the file says); opened() or
  /// failed() follows. Only while nothing runs.
  void open(const QString& file, qint64 updates = -1);

  /// Ends an active run and writes its last weights beside the others that are kept, unless they
  /// are saved already; the settings remember that for the next start. The kMostKept of the most
  /// updates stay. A run too short for a single evaluation is not kept where there is more work.
  void keepUnsaved();
  static constexpr int kMostKept = 3;
  /// Saves kept weights as file and forgets them; saved() or failed() follows.
  void saveKept(const QString& kept, const QString& file);

 signals:
  void saved(const ui::SavedFile& file);
  void cancelled();
  /// note: what was assumed of the file, or empty.
  void opened(const QString& file, const QString& note);
  void failed(const QString& message);

 private:
  struct Request {
    QString file;
    engine::ExportOptions options{};
  };
  struct Job;

  void write(const Request& request, std::shared_ptr<const engine::Weights> weights, qint64 updates,
             std::optional<double> validationError);
  void start(const std::shared_ptr<Job>& job);
  void finish(const Job& job);
  std::shared_ptr<const engine::Dataset> dataset() const;
  bool haveOverflowed(const std::shared_ptr<const engine::Weights>& weights) const;

  TrainingSession& m_session;
  RunCommands& m_commands;
  Settings& m_settings;
  std::optional<Request> m_request;  ///< waits for the weights
  std::shared_ptr<const engine::Weights> m_onDisk;
  // Shared with the other thread.
  std::shared_ptr<std::atomic<double>> m_progress = std::make_shared<std::atomic<double>>(0);
  std::shared_ptr<std::atomic<bool>> m_cancelled = std::make_shared<std::atomic<bool>>(false);
  Worker m_worker;
};

}  // namespace ui
