#pragma once

#include <QLockFile>
#include <QObject>
#include <QString>
#include <map>
#include <memory>

#include "engine/train/checkpoint.h"

class QThread;

namespace ui {

/// The checkpoints that the windows of one user keep of their runs, a file for each run. A lock
/// beside it tells which are in use, so that two windows never touch the same one; the lock of a
/// window that crashed counts for nothing.
class UnfinishedRuns : public QObject {
  Q_OBJECT

 public:
  explicit UnfinishedRuns(QObject* parent = nullptr);
  ~UnfinishedRuns() override;

  static QString folder();

  /// A file that no run has yet; nobody else gets it while this object lives. Empty if the folder
  /// takes no files.
  QString claim();

  /// Looks, on another thread, for the latest run that no other window works on; the file is
  /// claimed then. found(), damaged() or none() follows.
  void look();

  /// Removes a claimed file for good.
  void discard(const QString& file);

 signals:
  /// warning: what was wrong with the newest generation, if the older one had to do.
  void found(const QString& file, std::shared_ptr<const engine::Checkpoint> checkpoint,
             const QString& warning);
  /// The file is set aside under another name, which the message tells; but one that a newer
  /// Burstlab has written stays.
  void damaged(const QString& message);
  void none();

 private:
  struct Reading;

  bool lock(const QString& file);
  void finish(Reading& reading);

  std::map<QString, std::unique_ptr<QLockFile>> m_locks;  ///< by file
  QThread* m_thread = nullptr;
};

}  // namespace ui
