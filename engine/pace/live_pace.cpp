#include "engine/pace/live_pace.h"

#include <algorithm>
#include <cmath>

namespace engine {
namespace {

// The estimate is trusted to one credit; where it turned out worse, to what it was off, within
// reason.
double margin(const LiveStatus& status) {
  return std::clamp(std::abs(status.error.value_or(0)), 1.0, std::max(1.0, status.slowDownBalance));
}

}  // namespace

bool LivePace::needsCredits() const {
  return std::holds_alternative<StopAt>(m_policy) ||
         std::holds_alternative<AvoidSlowDown>(m_policy);
}

LivePace::Order LivePace::stepDone(const StepDone& step, const LiveStatus& status, double now) {
  if (m_workStart < 0) m_workStart = now - step.seconds;
  m_stepSeconds = std::max(0.9 * m_stepSeconds, step.seconds);
  if (const auto* stop = std::get_if<StopAt>(&m_policy))
    return {.stop = status.type && status.balance <= stop->credits};
  if (std::holds_alternative<AvoidSlowDown>(m_policy)) {
    const double seconds = secondsToSaveUp(status);
    return seconds > 0 ? rest(seconds, now) : Order{};
  }
  const double worked = now - m_workStart;
  if (const auto* turns = std::get_if<WorkAndRest>(&m_policy);
      turns && worked >= turns->workSeconds)
    return rest(turns->restSeconds, now);
  if (const auto* share = std::get_if<WorkShare>(&m_policy))
    return rest(worked * (1 / share->share - 1), now);
  return {};
}

LivePace::Order LivePace::validationDone(const ValidationDone& report, double now) {
  const auto* sleep = std::get_if<SleepWhenSlow>(&m_policy);
  const bool slow = sleep && report.scriptMillisecondsPerStep > sleep->limitSeconds * 1000;
  return slow ? rest(sleep->restSeconds, now) : Order{};
}

LivePace::Order LivePace::rest(double seconds, double now) {
  m_workStart = now + seconds;
  return {.restSeconds = seconds};
}

// It pays to go on when there is enough for a minute of full speed above the ramp's beginning.
double LivePace::secondsToSaveUp(const LiveStatus& status) const {
  if (!status.type || status.mode == CreditMode::Unlimited) return 0;
  const InstanceType& type = *status.type;
  const double needed = status.slowDownBalance + margin(status) + type.vCpus * m_stepSeconds / 60;
  if (status.balance > needed) return 0;
  const double wanted = std::min(needed + type.vCpus, type.maxCredits);
  return std::max(0.0, wanted - status.balance) * 3600 / type.creditsPerHour;
}

}  // namespace engine
