#include "engine/train/remaining_time.h"

#include <numeric>

namespace engine {
namespace {

// Long enough to even out the jitter, short enough to notice within a minute that the machine's
// credits have run out and every step takes ten times as long.
constexpr std::size_t kWindow = 50;

}  // namespace

RemainingTime::RemainingTime(const RunStarted& run)
    : m_totalSteps(run.totalSteps),
      m_interval(run.config.evaluationInterval),
      m_validationCount(run.validationCount),
      m_testCount(run.testCount) {}

void RemainingTime::add(const StepDone& step) {
  m_lastStep = step.step;
  if (m_lastStep == 0) return;
  m_recent.push_back(step.seconds);
  if (m_recent.size() > kWindow) m_recent.pop_front();
}

void RemainingTime::add(const ValidationDone& report) {
  m_secondsPerImage = report.validation.seconds / static_cast<double>(report.validation.count);
}

std::optional<double> RemainingTime::seconds() const {
  if (m_recent.empty()) return {};
  const double perStep =
      std::accumulate(m_recent.begin(), m_recent.end(), 0.0) / static_cast<double>(m_recent.size());
  const std::int64_t stepsLeft = m_totalSteps - 1 - m_lastStep;
  const std::int64_t validationsLeft = (m_totalSteps - 1) / m_interval - m_lastStep / m_interval;
  const std::int64_t imagesLeft = validationsLeft * m_validationCount + m_testCount;
  return static_cast<double>(stepsLeft) * perStep +
         static_cast<double>(imagesLeft) * m_secondsPerImage;
}

}  // namespace engine
