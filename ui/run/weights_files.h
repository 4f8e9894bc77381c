#pragma once

#include <QObject>
#include <memory>

#include "engine/tensor/tensor.h"

namespace ui {

class Settings;
class TrainingSession;

/// The session's weights as .npz files: saved and opened by hand, kept by itself when the program
/// closes before they were saved.
class WeightsFiles : public QObject {
  Q_OBJECT

 public:
  WeightsFiles(TrainingSession& session, Settings& settings, QObject* parent = nullptr);

  bool canSave() const;
  /// Writes the weights after the current step; saved() or failed() follows.
  void save(const QString& file);
  /// Reads weights for drawing with, made by so many updates; opened() or failed() follows. Only
  /// while nothing runs.
  void open(const QString& file, qint64 updates = 0);

  /// Ends an active run and writes its last weights to keptFile() unless they are saved already;
  /// the settings remember that for the next start. A run too short for a single evaluation does
  /// not replace more work that was kept before.
  void keepUnsaved();
  static QString keptFile();
  /// Copies the kept weights to file and forgets them; saved() or failed() follows.
  void saveKept(const QString& file);

 signals:
  /// overflowed: the loss of the run was no finite number after these weights.
  void saved(const QString& file, qint64 updates, bool overflowed);
  void opened(const QString& file);
  void failed(const QString& message);

 private:
  bool haveOverflowed(const std::shared_ptr<const engine::Weights>& weights) const;
  void write(const QString& file, std::shared_ptr<const engine::Weights> weights);

  TrainingSession& m_session;
  Settings& m_settings;
  QString m_target;  ///< of the save() under way
  std::shared_ptr<const engine::Weights> m_onDisk;
};

}  // namespace ui
