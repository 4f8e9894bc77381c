#pragma once

#include <algorithm>
#include <cmath>

#include "ui/run/run_model.h"

/// Steps that look like the sample's: made by arithmetic, so that a test knows every value.
namespace synthetic {

inline engine::StepDone step(std::int64_t number) {
  const auto n = static_cast<double>(number);
  engine::StepDone step;
  step.step = number;
  step.epoch = n * 64 / 55'000;
  step.crossEntropy = 9 * std::exp(-n / 30) + 0.1 + 0.05 * std::sin(n * 1.7);
  step.weightPenalty = 3.1 * std::exp(-n / 14'000);
  step.learningRate = 0.01;
  step.minibatchError = 100.0 / 64 * static_cast<double>((number * 7919) % 5);
  step.seconds = 0.4 + 0.02 * std::sin(n);
  return step;
}

inline engine::ValidationDone validation(std::int64_t number) {
  engine::ValidationDone done;
  done.step = step(number);
  done.scriptMillisecondsPerStep =
      number == 0 ? 6.8 : 430 + static_cast<double>(number % 700) / 100;
  done.validation.count = 5000;
  // Falls to 35 wrong at step 700, then rises a little.
  done.validation.wrong = number == 0 ? 4230 : 35 + std::abs(number - 700) / 10;
  done.validation.seconds = 2;
  return done;
}

inline engine::RunStarted started(std::int64_t totalSteps = 8593) {
  engine::RunStarted run;
  run.totalSteps = totalSteps;
  run.trainCount = 55'000;
  return run;
}

/// Appends steps [model.steps().size(), end) and what was evaluated on the way.
inline void advance(ui::RunModel& model, std::int64_t end) {
  std::vector<engine::StepDone> steps;
  std::vector<engine::ValidationDone> validations;
  for (auto number = static_cast<std::int64_t>(model.steps().size()); number < end; ++number) {
    steps.push_back(step(number));
    if (number % 100 == 0) validations.push_back(validation(number));
  }
  model.append(steps, validations);
}

}  // namespace synthetic
