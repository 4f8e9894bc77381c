#pragma once

#include <cstring>
#include <memory>
#include <utility>

#include "engine/train/checkpoint.h"
#include "train_fixtures.h"

/// What the tests of checkpoints share.

/// Also remembers the states that were told.
class StateRecorder : public Recorder {
 public:
  std::vector<engine::RunState> states;
  void stateReady(engine::RunState&& state) override { states.push_back(std::move(state)); }
};

/// The first steps of a run, ended by stop() or, where now is true, by stop(skipTest) during the
/// last of them; onStep is called after every step.
inline engine::Checkpoint checkpointAfter(
    const engine::Dataset& dataset, const engine::TrainConfig& config, std::int64_t steps,
    bool now = false, const std::function<void(engine::TrainControl&, std::int64_t)>& onStep = {}) {
  engine::TrainControl control;
  control.requestFinalState();
  StateRecorder recorder;
  recorder.onStep = [&](const engine::StepDone& done) {
    if (onStep) onStep(control, done.step);
    if (done.step + 1 == steps) control.stop(now);
  };
  if (steps == 0) control.stop(now);
  engine::Trainer(dataset, config).run(recorder, control);
  return {.dataset = engine::DatasetIdentity::of(dataset),
          .state = std::move(recorder.states.back()),
          .history = std::make_shared<const engine::RunHistory>(
              engine::RunHistory{recorder.steps, recorder.validations, {}}),
          .companions = {}};
}

inline bool sameTimes(const engine::StepDone& a, const engine::StepDone& b) {
  return a.seconds == b.seconds && a.elapsed == b.elapsed;
}

/// Bit by bit, but for the times.
inline bool sameStep(engine::StepDone a, const engine::StepDone& b) {
  a.seconds = b.seconds;
  a.elapsed = b.elapsed;
  return std::memcmp(&a, &b, sizeof a) == 0;
}

inline bool sameValidation(const engine::ValidationDone& a, const engine::ValidationDone& b) {
  return sameStep(a.step, b.step) && a.validation.count == b.validation.count &&
         a.validation.wrong == b.validation.wrong &&
         a.validation.confusion == b.validation.confusion;
}
