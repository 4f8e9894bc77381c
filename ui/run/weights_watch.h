#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "engine/tensor/tensor.h"

namespace ui {

class TrainingSession;

/// Follows the weights of a session for somebody who looks into them. What it tells is a snapshot
/// that never changes and belongs to exactly one step of the run.
class WeightsWatch : public QObject {
  Q_OBJECT

 public:
  explicit WeightsWatch(TrainingSession& session, QObject* parent = nullptr);

  /// While true, and only then, new snapshots (6.6 MB each) are asked for as the run goes on: at
  /// most five a second, and none before the last one has come. The final weights of a run and what
  /// others ask for are taken in any case.
  void setWatching(bool watching);

  /// Follows the session's best weights instead of those of the moment.
  void useBest(bool best);

  /// Null before the first weights.
  const std::shared_ptr<const engine::Weights>& weights() const { return m_weights; }
  /// Number of updates in them.
  std::optional<qint64> updates() const { return m_updates; }

 signals:
  void changed();

 private:
  void ask();
  void takeBest();
  void take(std::shared_ptr<const engine::Weights> weights, qint64 updates);

  TrainingSession& m_session;
  QTimer m_rest;
  bool m_watching = false;
  bool m_useBest = false;
  bool m_stale = false;    // steps were done since the last request
  bool m_waiting = false;  // a request is not answered yet
  std::shared_ptr<const engine::Weights> m_weights;
  std::optional<qint64> m_updates;
};

}  // namespace ui
