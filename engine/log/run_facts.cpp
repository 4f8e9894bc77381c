#include "engine/log/run_facts.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace engine {
namespace {

std::int64_t usualInterval(const std::vector<RecordedStep>& steps) {
  std::map<std::int64_t, int> counts;
  for (std::size_t i = 1; i < steps.size(); ++i) ++counts[steps[i].step - steps[i - 1].step];
  const auto most =
      std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
  return most == counts.end() ? 0 : most->first;
}

bool epochFits(const RecordedStart& start, const RecordedStep& step) {
  if (!std::isfinite(step.epoch) || step.derived) return true;
  // Logs print two decimals.
  constexpr double kRounding = 0.0051;
  const double expected = static_cast<double>(step.step) * static_cast<double>(start.batchSize) /
                          static_cast<double>(start.trainCount);
  return std::abs(step.epoch - expected) <= kRounding;
}

struct Pause {
  std::int64_t step;
  double seconds;
};

std::vector<Pause> pausesOf(const RunRecord& run) {
  std::vector<Pause> pauses;
  double began = kUnknown;
  for (const RunEvent& event : run.events) {
    if (event.kind == RunEvent::Kind::Pause) began = event.elapsed;
    if (event.kind != RunEvent::Kind::Resume) continue;
    const double seconds = isUnknown(event.value) ? event.elapsed - began : event.value;
    if (seconds > 0) pauses.push_back({event.step, seconds});
    began = kUnknown;
  }
  return pauses;
}

}  // namespace

RunFacts factsOf(const RunRecord& run) {
  RunFacts facts{.interval = usualInterval(run.steps)};
  for (const RecordedStep& step : run.steps) {
    facts.derivedSteps += step.derived;
    facts.nonFinite += !isUnknown(step.loss) && !std::isfinite(step.loss);
    facts.epochsFit &= epochFits(run.start, step);
  }
  double sum = 0, weights = 0;
  std::int64_t before = -1;
  for (const RecordedValidation& validation : run.validations) {
    if (std::isfinite(validation.errorRate) &&
        (!facts.best || validation.errorRate < facts.best->errorRate))
      facts.best = validation;
    const auto steps = static_cast<double>(before < 0 ? facts.interval : validation.step - before);
    before = validation.step;
    if (validation.step == 0 || !std::isfinite(validation.scriptMilliseconds)) continue;
    sum += steps * validation.scriptMilliseconds;
    weights += steps;
    facts.slowestMilliseconds = std::fmax(facts.slowestMilliseconds, validation.scriptMilliseconds);
  }
  if (weights > 0) facts.meanMilliseconds = sum / weights;
  for (const Pause& pause : pausesOf(run)) facts.pausedSeconds += pause.seconds;
  return facts;
}

std::vector<double> activeSeconds(const RunRecord& run) {
  std::vector<double> seconds;
  const std::vector<Pause> pauses = pausesOf(run);
  auto pause = pauses.begin();
  double paused = 0;
  for (const RecordedStep& step : run.steps) {
    for (; pause != pauses.end() && pause->step <= step.step; ++pause) paused += pause->seconds;
    seconds.push_back(isUnknown(step.elapsed) ? kUnknown : step.elapsed - paused);
  }
  return seconds;
}

}  // namespace engine
