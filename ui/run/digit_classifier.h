#pragma once

#include <QObject>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "engine/nn/classifier.h"
#include "ui/run/weights_watch.h"

namespace ui {

/// Classifies drawings on the GUI thread with a snapshot of the weights that a session trains.
class DigitClassifier : public QObject {
  Q_OBJECT

 public:
  explicit DigitClassifier(TrainingSession& session, QObject* parent = nullptr);

  /// See WeightsWatch.
  void setWatching(bool watching) { m_watch.setWatching(watching); }

  void useBest(bool best) { m_watch.useBest(best); }

  /// Number of updates in the weights of classify(); nothing before the first weights.
  std::optional<qint64> updates() const { return m_watch.updates(); }

  /// pixels: 28x28 bytes, 255 = ink. Nothing before the first weights.
  std::optional<engine::Probabilities> classify(std::span<const std::uint8_t> pixels);

 signals:
  void weightsChanged();

 private:
  WeightsWatch m_watch;
  std::shared_ptr<const engine::Weights> m_known;  // those of m_classifier
  std::optional<engine::Classifier> m_classifier;
};

}  // namespace ui
