#pragma once

#include <QTest>

#include "pace_testing.h"
#include "train_fixtures.h"
#include "ui/run/credit_session.h"
#include "ui/run/run_model.h"
#include "ui/run/training_session.h"

/// A real run of little work on a simulated machine that finds it hard.
struct PacedSession {
  static constexpr int kPatience = 60'000;  // ms; for a slow machine with sanitizers

  ui::TrainingSession session;
  ui::CreditSession credits;

  /// Every step is 0.54 CPU minutes on the machine.
  explicit PacedSession(const char* machine = "t2.micro:8", const char* policy = "none",
                        const char* cost = "1314000")
      : credits(session.model(), paceSettings(machine, policy, cost), &session) {
    credits.setPolicy(engine::readPolicy(policy));
    credits.setCost(engine::readStepCost(cost));
  }

  const ui::RunModel& model() { return session.model(); }
  void start(std::int64_t steps) {
    engine::TrainConfig config = quickConfig(steps);
    config.evaluationInterval = 1'000'000;
    session.start(std::make_shared<const engine::Dataset>(noiseDataset(4)), config);
  }
  bool ends() {
    return QTest::qWaitFor([&] { return session.state() == ui::TrainingSession::State::Finished; },
                           kPatience);
  }
  /// Runs so many steps and pauses; then more could follow.
  bool pausesAfter(std::size_t steps) {
    for (std::size_t i = model().steps().size(); i < steps; ++i) {
      session.stepOnce();
      // Moments: of the start, of every step, and of the evaluation behind the first.
      const bool done = QTest::qWaitFor(
          [&] { return model().steps().size() > i && model().moments().size() >= i + 3; },
          kPatience);
      if (!done) return false;
    }
    return true;
  }
};
