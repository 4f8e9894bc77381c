#include "ui/run/digit_classifier.h"

#include <chrono>
#include <utility>

#include "ui/run/run_model.h"
#include "ui/run/training_session.h"

namespace ui {

DigitClassifier::DigitClassifier(TrainingSession& session, QObject* parent)
    : QObject(parent), m_session(session) {
  m_rest.setSingleShot(true);
  m_rest.setInterval(std::chrono::milliseconds(200));
  connect(&m_rest, &QTimer::timeout, this, &DigitClassifier::ask);
  connect(&session, &TrainingSession::weightsReady, this, &DigitClassifier::take);
  const RunModel& model = session.model();
  connect(&model, &RunModel::grew, this, [this] {
    m_stale = true;
    ask();
  });
  connect(&model, &RunModel::finished, this, [this, &model] {
    m_stale = false;
    take(model.result()->weights, model.result()->steps);
  });
}

DigitClassifier::~DigitClassifier() = default;

void DigitClassifier::setWatching(bool watching) {
  m_watching = watching;
  ask();
}

void DigitClassifier::ask() {
  if (!m_watching || !m_stale || m_waiting || m_rest.isActive()) return;
  m_stale = false;
  m_waiting = true;
  m_rest.start();
  m_session.requestWeights();
}

void DigitClassifier::take(std::shared_ptr<const engine::Weights> weights, qint64 updates) {
  m_waiting = false;
  m_fresh = std::move(weights);
  m_updates = updates;
  emit weightsChanged();
}

std::optional<engine::Probabilities> DigitClassifier::classify(
    std::span<const std::uint8_t> pixels) {
  // Built here and not in take(): nobody pays for weights that no drawing meets.
  if (const auto fresh = std::exchange(m_fresh, nullptr)) m_classifier.emplace(*fresh);
  if (!m_classifier) return std::nullopt;
  return m_classifier->classify(pixels);
}

}  // namespace ui
