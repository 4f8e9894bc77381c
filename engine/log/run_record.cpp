#include "engine/log/run_record.h"

#include <algorithm>

namespace engine {
namespace {

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
