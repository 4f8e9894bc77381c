#include <QTemporaryDir>
#include <QTest>
#include <atomic>

#include "checkpoint_fixtures.h"
#include "engine/train/checkpoint_keeper.h"

using engine::CheckpointKeeper;

namespace {

struct ManualClock : engine::Clock {
  double now = 100;
  double seconds() const override { return now; }
  double cpuSeconds() const override { return 0; }
};

// A run with a keeper; every step takes one second.
struct KeptRun {
  explicit KeptRun(const QString& file, double interval, std::int64_t steps)
      : config(quickConfig(steps)), path(file.toStdString()) {
    options.path = path;
    options.intervalSeconds = interval;
    options.failed = [this](const std::string& message) {
      ++failures;
      failure = message;
    };
    recorder.onStep = [this](const engine::StepDone& done) {
      clock.now += 1;
      if (onStep) onStep(done.step);
    };
  }

  void run() {
    keeper = std::make_unique<CheckpointKeeper>(dataset, control, recorder, options, clock);
    keeper->addCompanion("steps", [this] { return std::to_string(recorder.steps.size()); });
    engine::Trainer(dataset, config, clock).run(*keeper, control);
    keeper->finish();
  }

  engine::Dataset dataset = noiseDataset(8);
  engine::TrainConfig config;
  std::filesystem::path path;
  ManualClock clock;
  engine::TrainControl control;
  Recorder recorder;
  CheckpointKeeper::Options options;
  std::unique_ptr<CheckpointKeeper> keeper;
  std::function<void(std::int64_t)> onStep;
  std::atomic<int> failures = 0;
  std::string failure;
};

// Passes everything on to the keeper and notes for which steps a state came.
struct StateWatch : engine::TrainObserver {
  explicit StateWatch(engine::TrainObserver& observer) : next(observer) {}
  void runStarted(const engine::RunStarted& run) override { next.runStarted(run); }
  void stepDone(const engine::StepDone& step) override { next.stepDone(step); }
  void validationDone(const engine::ValidationDone& v) override { next.validationDone(v); }
  void paused(std::int64_t step) override { next.paused(step); }
  void stateReady(engine::RunState&& state) override {
    steps.push_back(int(state.steps));
    next.stateReady(std::move(state));
  }
  engine::TrainObserver& next;
  QList<int> steps;
};

}  // namespace

class CheckpointKeeperTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }
  void passesEverythingOn();
  void neverMoreThanTheIntervalIsLost_data();
  void neverMoreThanTheIntervalIsLost();
  void savesAtPausesAndAtTheEnd();
  void keepsBetterTimesWhereTheLossOverflows();
  void runGoesOnWhereNothingCanBeWritten();
  void historyOfAResumedRunIsWhole();

 private:
  QString file() const { return m_folder->filePath("run"); }
  std::unique_ptr<QTemporaryDir> m_folder;
};

void CheckpointKeeperTest::passesEverythingOn() {
  KeptRun plain(file(), 1e9, 6), kept(file(), 0, 6);
  for (KeptRun* run : {&plain, &kept}) {
    run->config.evaluationInterval = 2;
    run->onStep = [run](std::int64_t step) {
      if (step == 3) run->control.requestWeights();
    };
  }
  engine::Trainer(plain.dataset, plain.config).run(plain.recorder, plain.control);
  kept.run();
  QCOMPARE(kept.recorder.events(), plain.recorder.events());
  QCOMPARE(kept.recorder.best.size(), plain.recorder.best.size());
  QVERIFY(sameBits(*kept.recorder.finished.weights, *plain.recorder.finished.weights));
  QCOMPARE(kept.keeper->savedSteps(), std::optional<std::int64_t>(6));
}

void CheckpointKeeperTest::neverMoreThanTheIntervalIsLost_data() {
  QTest::addColumn<double>("interval");
  QTest::addColumn<QList<int>>("states");
  QTest::newRow("every step") << 0.0 << QList<int>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  QTest::newRow("3 s") << 3.0 << QList<int>{3, 6, 9, 10};
  QTest::newRow("2.5 s: the step under way ends first") << 2.5 << QList<int>{3, 6, 9, 10};
  QTest::newRow("longer than the run") << 60.0 << QList<int>{10};
}

void CheckpointKeeperTest::neverMoreThanTheIntervalIsLost() {
  QFETCH(double, interval);
  KeptRun run(file(), interval, 10);
  run.keeper = std::make_unique<CheckpointKeeper>(run.dataset, run.control, run.recorder,
                                                  run.options, run.clock);
  StateWatch watch(*run.keeper);
  engine::Trainer(run.dataset, run.config, run.clock).run(watch, run.control);
  run.keeper->finish();
  QTEST(watch.steps, "states");
  QCOMPARE(engine::readCheckpoint(run.path).checkpoint.state.steps, std::int64_t{10});
}

void CheckpointKeeperTest::savesAtPausesAndAtTheEnd() {
  KeptRun run(file(), 1e9, 100);
  run.onStep = [&](std::int64_t step) {
    if (step == 2) run.control.pause();
  };
  std::thread training([&] { run.run(); });
  QVERIFY(run.recorder.waitFor("paused 3"));
  QTRY_VERIFY(std::filesystem::exists(run.path));
  QCOMPARE(engine::readCheckpoint(run.path).checkpoint.state.steps, std::int64_t{3});
  run.control.stepOnce();
  QVERIFY(run.recorder.waitFor("paused 4"));
  run.control.stop(true);
  training.join();
  const engine::Checkpoint last = engine::readCheckpoint(run.path).checkpoint;
  QCOMPARE(last.state.steps, std::int64_t{4});
  QCOMPARE(last.companions.at("steps"), std::string("4"));
  QCOMPARE(run.failures, 0);
}

void CheckpointKeeperTest::keepsBetterTimesWhereTheLossOverflows() {
  KeptRun run(file(), 0, 100);
  run.onStep = [&](std::int64_t step) {
    if (step == 3) run.control.setLearningRate(1e30);
  };
  run.run();
  QCOMPARE(run.recorder.finished.reason, engine::StopReason::NonFinite);
  const engine::Checkpoint last = engine::readCheckpoint(run.path).checkpoint;
  QVERIFY(last.state.steps < run.recorder.finished.lastStep + 1);
  QCOMPARE(last.history->steps.size(), std::size_t(last.state.steps));
}

void CheckpointKeeperTest::runGoesOnWhereNothingCanBeWritten() {
  KeptRun run(m_folder->filePath("none/run"), 0, 5);
  run.run();
  QCOMPARE(run.recorder.finished.steps, std::int64_t{5});
  QVERIFY(run.failures > 0);
  QVERIFY2(run.failure.find("none/run: The folder does not exist") != std::string::npos,
           run.failure.c_str());
  QVERIFY(!run.keeper->savedSteps());
}

void CheckpointKeeperTest::historyOfAResumedRunIsWhole() {
  KeptRun first(file(), 1e9, 4);
  first.run();
  auto checkpoint =
      std::make_shared<engine::Checkpoint>(engine::readCheckpoint(first.path).checkpoint);
  checkpoint->state.config.maxSteps = 7;
  KeptRun second(file(), 1e9, 7);
  CheckpointKeeper keeper(second.dataset, second.control, second.recorder, second.options);
  engine::Trainer(second.dataset, checkpoint).run(keeper, second.control);
  keeper.finish();
  const engine::Checkpoint last = engine::readCheckpoint(second.path).checkpoint;
  QCOMPARE(last.history->steps.size(), std::size_t{7});
  QCOMPARE(last.history->validations.size(), std::size_t{1});
  for (std::size_t i = 0; i < 4; ++i)
    QVERIFY(sameStep(last.history->steps[i], first.recorder.steps[i]));
}

QTEST_GUILESS_MAIN(CheckpointKeeperTest)
#include "tst_checkpoint_keeper.moc"
