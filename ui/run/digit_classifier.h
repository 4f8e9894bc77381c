#pragma once

#include <QObject>
#include <QTimer>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "engine/nn/classifier.h"

namespace ui {

class TrainingSession;

/// Classifies drawings on the GUI thread with a snapshot of the weights that a session trains. A
/// snapshot is never changed: an answer always belongs to exactly one step of the run.
class DigitClassifier : public QObject {
  Q_OBJECT

 public:
  explicit DigitClassifier(TrainingSession& session, QObject* parent = nullptr);
  ~DigitClassifier() override;

  /// While true, and only then, new snapshots (6.6 MB each) are asked for as the run goes on: at
  /// most five a second, and none before the last one has come. The final weights of a run and what
  /// others ask for are taken in any case.
  void setWatching(bool watching);

  /// Number of updates in the weights of classify(); nothing before the first weights.
  std::optional<qint64> updates() const { return m_updates; }

  /// pixels: 28x28 bytes, 255 = ink. Nothing before the first weights.
  std::optional<engine::Probabilities> classify(std::span<const std::uint8_t> pixels);

 signals:
  void weightsChanged();

 private:
  void ask();
  void take(std::shared_ptr<const engine::Weights> weights, qint64 updates);

  TrainingSession& m_session;
  QTimer m_rest;
  bool m_watching = false;
  bool m_stale = false;    // steps were done since the last request
  bool m_waiting = false;  // a request is not answered yet
  std::optional<qint64> m_updates;
  std::shared_ptr<const engine::Weights> m_fresh;  // not yet in m_classifier
  std::optional<engine::Classifier> m_classifier;
};

}  // namespace ui
