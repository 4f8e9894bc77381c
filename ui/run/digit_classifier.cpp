#include "ui/run/digit_classifier.h"

namespace ui {

DigitClassifier::DigitClassifier(TrainingSession& session, QObject* parent)
    : QObject(parent), m_watch(session) {
  connect(&m_watch, &WeightsWatch::changed, this, &DigitClassifier::weightsChanged);
}

std::optional<engine::Probabilities> DigitClassifier::classify(
    std::span<const std::uint8_t> pixels) {
  if (!m_watch.weights()) return std::nullopt;
  // Built here and not when they come: nobody pays for weights that no drawing meets.
  if (m_known != m_watch.weights()) {
    m_known = m_watch.weights();
    m_classifier.emplace(*m_known);
  }
  return m_classifier->classify(pixels);
}

}  // namespace ui
