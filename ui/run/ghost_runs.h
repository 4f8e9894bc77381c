#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "engine/log/run_record.h"

namespace ui {

class RunModel;

/// A run that is shown beside the present one.
struct GhostRun {
  int id = 0;    ///< never used again
  int look = 0;  ///< a number for colour and dashes, the lowest that was free
  QString name = {};
  std::shared_ptr<const engine::RunRecord> record = {};
  std::vector<double> activeSeconds = {};  ///< of record->steps; see engine::activeSeconds()
  bool visible = true;
};

/// The runs to compare with: runs of this session when the next one starts, and runs from files.
class GhostRuns : public QObject {
  Q_OBJECT

 public:
  /// Keeps the runs of model; it must outlive the list.
  explicit GhostRuns(const RunModel& model, QObject* parent = nullptr);

  const std::vector<GhostRun>& runs() const { return m_runs; }
  const GhostRun* find(int id) const;

  int add(engine::RunRecord record, const QString& name);
  /// More of the run is known now.
  void replace(int id, engine::RunRecord record);
  void remove(int id);
  void setVisible(int id, bool visible);

  /// The present run becomes one of these when the next one starts, as it does by itself if it has
  /// finished.
  void keepAtNextStart();

  /// The article's run of TensorFlow's sample on a t2.micro. Throws engine::Error.
  static engine::RunRecord article();

 signals:
  void added(int id);
  void replaced(int id);
  void removed(int id);  ///< find() does not know it any more
  void visibilityChanged(int id);

 private:
  void keepFormerRun();

  const RunModel& m_model;
  std::vector<GhostRun> m_runs;
  engine::RunRecord m_latest;  ///< of the session, once it is over
  int m_lastId = 0;
  int m_sessionRuns = 0;
};

}  // namespace ui
