#pragma once

#include <functional>

#include "credit_testing.h"
#include "engine/pace/pace_text.h"
#include "engine/pace/paced_run.h"

/// What the tests of the paced run share.

inline engine::PaceSettings paceSettings(const char* machine, const char* policy = "none",
                                         const char* cost = "432") {
  static const auto catalogue = engine::InstanceCatalogue::bundled();
  const auto [type, options] = engine::readMachine(machine, catalogue);
  return {.type = type,
          .machine = options,
          .cost = engine::readStepCost(cost),
          .policy = engine::readPolicy(policy)};
}

/// The sample's run.
inline engine::RunStarted sampleRun(std::int64_t steps = 8593) {
  engine::RunStarted run;
  run.totalSteps = steps;
  run.trainCount = 55'000;
  run.validationCount = 5000;
  run.testCount = 10'000;
  run.config.threads = 1;
  return run;
}

/// Tells a paced run of a whole run of the sample on a computer that needs this for a step. Returns
/// the step at which the policy ended it, or the number of steps.
inline std::int64_t drive(
    engine::PacedRun& run, const engine::RunStarted& started,
    const std::function<void(std::int64_t step)>& afterStep = {},
    const std::function<double(std::int64_t step)>& seconds = [](std::int64_t) { return 0.05; }) {
  run.runStarted(started);
  for (std::int64_t step = 0; step < started.totalSteps; ++step) {
    engine::StepDone done;
    done.step = step;
    done.seconds = seconds(step);
    engine::PacedRun::Order order = run.stepDone(done);
    if (step % started.config.evaluationInterval == 0) {
      engine::ValidationDone report;
      report.step = done;
      report.validation.count = started.validationCount;
      report.validation.seconds = 20 * done.seconds;
      order = run.validationDone(report);
    }
    if (afterStep) afterStep(step);
    if (order.stop) return step;
  }
  engine::RunFinished finished;
  finished.test.count = started.testCount;
  finished.test.seconds = 2;
  run.runFinished(finished);
  return started.totalSteps;
}
