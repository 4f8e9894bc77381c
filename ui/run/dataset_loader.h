#pragma once

#include <QObject>
#include <memory>

#include "engine/data/dataset.h"

namespace ui {

/// Reads data-set folders on a thread of its own. A new load() replaces one that is under way: of
/// that one nothing more is heard.
class DatasetLoader : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  /// Waits until the file that is being read is done.
  ~DatasetLoader() override;

  void load(const QString& folder);
  bool isLoading() const { return m_job != nullptr; }

 signals:
  void loaded(std::shared_ptr<const engine::Dataset> dataset, const QString& folder);
  /// message: one sentence that names the file and the remedy.
  void failed(const QString& message);

 private:
  struct Job;
  void giveUp();
  void finish(const std::shared_ptr<Job>& job);

  std::shared_ptr<Job> m_job;  ///< the one under way; null if none
};

}  // namespace ui
