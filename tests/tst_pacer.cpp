#include <QTest>
#include <thread>

#include "engine/pace/pacer.h"
#include "error_message.h"
#include "pace_testing.h"
#include "train_fixtures.h"

using engine::PacedRun;
using engine::Pacer;

namespace {

// Moved by the test alone.
class HandClock : public engine::Clock {
 public:
  double seconds() const override { return now; }
  double cpuSeconds() const override { return now; }
  double now = 1000;
};

class MomentRecorder : public Recorder {
 public:
  void paced(const engine::PaceMoment& moment) override { moments.push_back(moment); }
  std::vector<engine::PaceMoment> moments;
};

// A machine on which a step takes 100 s, seen on a clock that stands still.
struct Stage {
  explicit Stage(double pace, const char* policy = "none")
      : pacer(PacedRun(paceSettings("t2.micro:174", policy, "126779.661")), pace,
              Pacer::LogTime::Machine, observer, control, clock) {
    engine::RunStarted run = sampleRun();
    run.config.evaluationInterval = 1000;
    pacer.runStarted(run);
  }
  void step() {
    engine::StepDone done;
    done.step = ++number;
    pacer.stepDone(done);
  }
  MomentRecorder observer;
  engine::TrainControl control;
  HandClock clock;
  Pacer pacer;
  std::int64_t number = 0;
};

}  // namespace

class TestPacer : public QObject {
  Q_OBJECT

 private slots:
  void holdsBackToThePace_data();
  void holdsBackToThePace();
  void virtualPaceNeverWaits();
  void lateIsNotMadeUpFor();
  void pausesDoNotCount();
  void aNewPaceHoldsFromNowOn();
  void reportsTellTheMachinesTime();
  void stopsWhereThePolicySaysSo();
  void restsAreTold();
  void aDelayedRunHears_data();
  void aDelayedRunHears();
  void delaysAreNotMeasured();
};

void TestPacer::holdsBackToThePace_data() {
  QTest::addColumn<double>("pace");
  for (const double pace : {0.5, 1., 4.}) QTest::addRow("%g", pace) << pace;
}

void TestPacer::holdsBackToThePace() {
  QFETCH(double, pace);
  Stage stage(pace);
  for (int i = 0; i < 5; ++i) {
    stage.step();
    const double machine = 100. * (i + 1) / pace;
    QVERIFY(near(stage.pacer.run().seconds(), machine * pace, 0.1));
    QVERIFY(stage.control.isDelayed());
    stage.clock.now = 1000 + machine + 0.5;  // not late enough to matter
  }
  stage.clock.now += 100 / pace;
  stage.step();
  QVERIFY(!stage.control.isDelayed());
}

void TestPacer::virtualPaceNeverWaits() {
  Stage stage(std::numeric_limits<double>::infinity());
  for (int i = 0; i < 50; ++i) {
    stage.step();
    QVERIFY(!stage.control.isDelayed());
  }
}

void TestPacer::lateIsNotMadeUpFor() {
  Stage stage(1);
  stage.clock.now += 10'000;
  stage.step();
  QVERIFY(!stage.control.isDelayed());
  stage.step();
  QVERIFY(stage.control.isDelayed());
}

void TestPacer::pausesDoNotCount() {
  Stage stage(1);
  stage.step();
  stage.pacer.paused(2);
  stage.clock.now += 10'000;
  stage.pacer.paused(2);  // said again after a single step
  stage.pacer.resumed();
  stage.step();
  QVERIFY(stage.control.isDelayed());
  stage.clock.now += 299;
  stage.step();  // 300 s of the machine, 299 of ours
  stage.step();
  stage.clock.now += 201;
  stage.step();
  QVERIFY(!stage.control.isDelayed() || stage.pacer.run().seconds() > 500 - 1e-3);
}

void TestPacer::aNewPaceHoldsFromNowOn() {
  Stage stage(1);
  stage.step();
  stage.clock.now += 50;  // half way through the wait
  stage.pacer.setPace(std::numeric_limits<double>::infinity());
  QVERIFY(!stage.control.isDelayed());
  stage.step();
  QVERIFY(!stage.control.isDelayed());
  stage.pacer.setPace(10);
  QVERIFY(!stage.control.isDelayed());
  stage.step();
  QVERIFY(stage.control.isDelayed());
  stage.clock.now += 10.5;
  stage.pacer.setPace(1);  // what had to be waited for is over
  QVERIFY(!stage.control.isDelayed());
}

void TestPacer::reportsTellTheMachinesTime() {
  const auto ms = [](Pacer::LogTime logTime) {
    Recorder recorder;
    engine::TrainControl control;
    Pacer pacer(PacedRun(paceSettings("t2.micro")), HUGE_VAL, logTime, recorder, control);
    const auto data = noiseDataset(128, 10);
    engine::TrainConfig config = quickConfig(11);
    config.batchSize = 64;
    config.evaluationInterval = 5;
    engine::Trainer(data, config).run(pacer, control);
    return recorder.validations.back().scriptMillisecondsPerStep;
  };
  // 5 steps and an evaluation of 10 images, which are 2 thousandths of the sample's.
  const double evaluation = 1.24 / 5.87;
  const double expected = 432 * (1 - evaluation) + 432 * 100 * evaluation * 10 / 5000 / 5;
  QVERIFY(near(ms(Pacer::LogTime::Machine), expected, 1e-6));
  QVERIFY(std::abs(ms(Pacer::LogTime::Own) - expected) > 1e-3);
}

void TestPacer::stopsWhereThePolicySaysSo() {
  MomentRecorder recorder;
  engine::TrainControl control;
  Pacer pacer(PacedRun(paceSettings("t2.micro:6", "stop-at:5.9credits", "13824")), HUGE_VAL,
              Pacer::LogTime::Machine, recorder, control);
  const auto data = noiseDataset(4);
  engine::Trainer(data, quickConfig(1000)).run(pacer, control);
  QVERIFY(pacer.hasStopped());
  QVERIFY(recorder.finished.reason == engine::StopReason::Stopped);
  QCOMPARE(recorder.finished.test.count, std::int64_t{0});
  QVERIFY(recorder.finished.steps > 1 && recorder.finished.steps < 1000);
  QVERIFY(recorder.moments.back().balance() <= 5.9);
  QCOMPARE(recorder.moments.back().step, recorder.finished.steps - 1);
}

void TestPacer::restsAreTold() {
  Stage stage(HUGE_VAL, "duty:3min:50min");
  for (int i = 0; i < 4; ++i) stage.step();
  QList<double> seconds;
  QList<bool> afterRest;
  for (const engine::PaceMoment& moment : stage.observer.moments) {
    seconds += std::round(moment.seconds);
    afterRest += moment.afterRest;
  }
  QCOMPARE(seconds, (QList<double>{0, 100, 200, 3200, 3300, 3400, 6400}));
  QCOMPARE(afterRest, (QList<bool>{false, false, false, true, false, false, true}));
}

void TestPacer::aDelayedRunHears_data() {
  QTest::addColumn<int>("wish");
  QTest::addColumn<QString>("answer");
  QTest::newRow("end of the delay") << 0 << "step 1";
  QTest::newRow("single step") << 1 << "step 1";
  QTest::newRow("pause") << 2 << "paused 1";
  QTest::newRow("weights") << 3 << "weights 1";
  QTest::newRow("stop") << 4 << "finished";
}

void TestPacer::aDelayedRunHears() {
  QFETCH(int, wish);
  QFETCH(QString, answer);
  Recorder recorder;
  engine::TrainControl control;
  recorder.onStep = [&](const engine::StepDone& step) {
    if (step.step == 0) control.delay(1e6);
  };
  const auto data = noiseDataset(4);
  std::thread thread([&] { engine::Trainer(data, quickConfig(1000)).run(recorder, control); });
  bool heard = recorder.waitFor("validation 0");
  if (wish == 0) control.delay(0);
  if (wish == 1) control.stepOnce();
  if (wish == 2) control.pause();
  if (wish == 3) control.requestWeights();
  if (wish == 4) control.stop();
  heard = heard && recorder.waitFor(answer.toStdString());
  control.stop(true);
  thread.join();
  QVERIFY(heard);
  if (wish >= 2) QCOMPARE(recorder.steps.size(), std::size_t{1});
}

// Neither in the script's time per step nor in the run's.
void TestPacer::delaysAreNotMeasured() {
  Recorder recorder;
  engine::TrainControl control;
  HandClock clock;
  recorder.onStep = [&](const engine::StepDone& step) {
    if (step.step == 0) control.delay(1e6);
  };
  const auto data = noiseDataset(4);
  engine::TrainConfig config = quickConfig(3);
  config.evaluationInterval = 1;
  std::thread thread([&] { engine::Trainer(data, config, clock).run(recorder, control); });
  recorder.waitFor("validation 0");
  control.requestWeights();  // answered when the delay is being waited for
  recorder.waitFor("weights 1");
  clock.now += 500;
  control.delay(0);
  thread.join();
  QVERIFY(near(recorder.validations.back().scriptMillisecondsPerStep, 0));
  QVERIFY(near(recorder.finished.seconds, 0));
}

QTEST_APPLESS_MAIN(TestPacer)
#include "tst_pacer.moc"
