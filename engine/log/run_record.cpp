#include "engine/log/run_record.h"

#include <algorithm>
#include <limits>

namespace engine {
namespace {

constexpr std::int64_t kNoStep = std::numeric_limits<std::int64_t>::max();

template <typename Entry>
void cutAt(std::vector<Entry>& entries, std::int64_t step) {
  while (!entries.empty() && entries.back().step >= step) entries.pop_back();
}

struct Adder {
  RunRecord& run;

  void operator()(const RecordedStart& start) const { run.start = start; }
  void operator()(const RecordedStep& step) const {
    run.end.reset();
    if (!run.steps.empty() && run.steps.back().step >= step.step) {
      cutAt(run.steps, step.step);
      cutAt(run.validations, step.step);
      cutAt(run.credits, step.step);
    }
    run.steps.push_back(step);
  }
  void operator()(const RecordedValidation& validation) const {
    cutAt(run.validations, validation.step);
    run.validations.push_back(validation);
  }
  void operator()(const RunEvent& event) const { run.events.push_back(event); }
  void operator()(const CreditSample& sample) const {
    // Several samples may lie between two steps while the run rests.
    while (!run.credits.empty() && run.credits.back().step > sample.step) run.credits.pop_back();
    run.credits.push_back(sample);
  }
  void operator()(const RecordedConfusion& confusion) const { run.confusion = confusion; }
  void operator()(const RecordedEnd& end) const { run.end = end; }
};

}  // namespace

void RunRecord::add(const RunNews& news) {
  std::visit(Adder{*this}, news);
}

void forEachNews(const RunRecord& run, const std::function<void(const RunNews&)>& take) {
  take(run.start);
  auto validation = run.validations.begin();
  auto event = run.events.begin();
  auto sample = run.credits.begin();
  const auto takeUntil = [&take](auto& next, auto end, std::int64_t step) {
    for (; next != end && next->step < step; ++next) take(*next);
  };
  const auto takeBefore = [&](std::int64_t step) {
    takeUntil(validation, run.validations.end(), step);
    takeUntil(sample, run.credits.end(), step);
    takeUntil(event, run.events.end(), step < kNoStep ? step + 1 : step);
  };
  for (const RecordedStep& step : run.steps) {
    takeBefore(step.step);
    take(step);
  }
  takeBefore(kNoStep);
  if (run.confusion) take(*run.confusion);
  if (run.end) take(*run.end);
}

RecordedStep recordOf(const StepDone& step) {
  return {.step = step.step,
          .epoch = step.epoch,
          .loss = step.loss(),
          .crossEntropy = step.crossEntropy,
          .learningRate = step.learningRate,
          .minibatchError = step.minibatchError,
          .seconds = step.seconds,
          .elapsed = step.elapsed};
}

RecordedValidation recordOf(const ValidationDone& validation) {
  return {.step = validation.step.step,
          .errorRate = validation.validation.errorRate(),
          .seconds = validation.validation.seconds,
          .scriptMilliseconds = validation.scriptMillisecondsPerStep,
          .count = validation.validation.count,
          .wrong = validation.validation.wrong};
}

RecordedEnd recordOf(const RunFinished& run) {
  return {.reason = run.reason,
          .steps = run.steps,
          .lastStep = run.lastStep,
          .testError = run.test.count > 0 ? run.test.errorRate() : kUnknown,
          .seconds = run.seconds};
}

}  // namespace engine
