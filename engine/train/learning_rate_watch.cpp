#include "engine/train/learning_rate_watch.h"

#include <cmath>

#include "engine/train/schedule.h"

namespace engine {
namespace {

// Rates are float32, and the base is worked back from them.
constexpr double kTolerance = 1e-5;

double toSixDigits(double value) {
  if (!(value > 0) || !std::isfinite(value)) return value;
  const double scale = std::pow(10, 5 - std::floor(std::log10(value)));
  return std::round(value * scale) / scale;
}

}  // namespace

LearningRateWatch::LearningRateWatch(const RunStarted& run)
    : m_config(run.config), m_trainCount(run.trainCount), m_base(run.config.learningRate) {}

std::optional<double> LearningRateWatch::changeAt(const StepDone& step) {
  if (m_trainCount <= 0) return std::nullopt;
  const double expected = learningRateAt(m_config, m_base, step.step, m_trainCount);
  if (std::abs(step.learningRate - expected) <= kTolerance * expected) return std::nullopt;
  m_base = toSixDigits(step.learningRate /
                       static_cast<double>(learningRateAt(m_config, 1, step.step, m_trainCount)));
  return m_base;
}

}  // namespace engine
