#include <QTest>

#include "train_fixtures.h"

using engine::StepDone;
using engine::StopReason;
using engine::TrainControl;
using engine::Trainer;

namespace {

// A run on a thread of its own.
struct BackgroundRun {
  explicit BackgroundRun(std::int64_t steps) : config(quickConfig(steps)) {}
  ~BackgroundRun() {
    control.stop(true);
    if (thread.joinable()) thread.join();
  }

  void start() {
    thread = std::thread([this] { Trainer(dataset, config).run(recorder, control); });
  }
  void startPaused() {
    control.pause();
    start();
  }
  bool waitFor(const std::string& event) { return recorder.waitFor(event); }
  std::string finish() {
    thread.join();
    return recorder.events();
  }

  engine::Dataset dataset = noiseDataset(8);
  engine::TrainConfig config;
  TrainControl control;
  Recorder recorder;
  std::thread thread;
};

}  // namespace

class TrainControlTest : public QObject {
  Q_OBJECT

 private slots:
  void eventsInOrder();
  void commandsDuringARun_data();
  void commandsDuringARun();
  void pausedRunStepsAndResumes();
  void wishesWhilePaused();
  void stopWhilePaused_data();
  void stopWhilePaused();
  void resumeDuringASingleStepIsAnnounced();
  void anyOrderOfCommandsFromAnotherThread();
};

void TrainControlTest::eventsInOrder() {
  BackgroundRun run(5);
  run.config.evaluationInterval = 2;
  run.start();
  QCOMPARE(run.finish(),
           "started, step 0, validation 0, step 1, step 2, validation 2, step 3, step 4, "
           "validation 4, finished");
  QCOMPARE(run.recorder.finished.reason, StopReason::StepLimit);
  QCOMPARE(run.recorder.finished.steps, std::int64_t(5));
  QCOMPARE(run.recorder.finished.lastStep, std::int64_t(4));
}

// One command is given during step 1 of 4.
void TrainControlTest::commandsDuringARun_data() {
  QTest::addColumn<QString>("command");
  QTest::addColumn<QString>("events");
  QTest::addColumn<int>("steps");
  QTest::addColumn<int>("tested");
  const QString begin = "started, step 0, validation 0, step 1";
  QTest::newRow("none") << "" << begin + ", step 2, step 3, finished" << 4 << 4;
  QTest::newRow("stop") << "stop" << begin + ", finished" << 2 << 4;
  QTest::newRow("stop at once") << "stop now" << begin + ", finished" << 2 << 0;
  QTest::newRow("weights, asked twice")
      << "weights" << begin + ", weights 2, step 2, step 3, finished" << 4 << 4;
  QTest::newRow("rate") << "rate" << begin + ", step 2, step 3, finished" << 4 << 4;
  QTest::newRow("stop at once, before a validation") << "stop in step 0"
                                                     << "started, step 0, finished" << 1 << 0;
  QTest::newRow("stop in the last step")
      << "stop in step 3" << begin + ", step 2, step 3, finished" << 4 << 0;
}

void TrainControlTest::commandsDuringARun() {
  QFETCH(QString, command);
  BackgroundRun run(4);
  TrainControl& control = run.control;
  run.recorder.onStep = [&](const StepDone& step) {
    if (command == QString("stop in step %1").arg(step.step)) control.stop(true);
    if (step.step != 1) return;
    if (command == "stop") control.stop();
    if (command == "stop now") control.stop(true);
    if (command == "rate") control.setLearningRate(0.5);
    if (command == "weights")
      for (int i = 0; i < 2; ++i) control.requestWeights();
  };
  run.start();
  const QString events = QString::fromStdString(run.finish());
  QTEST(events, "events");
  const engine::RunFinished& finished = run.recorder.finished;
  QTEST(int(finished.steps), "steps");
  QTEST(int(finished.test.count), "tested");
  QCOMPARE(finished.lastStep, finished.steps - 1);
  QCOMPARE(finished.reason, finished.steps < 4 ? StopReason::Stopped : StopReason::StepLimit);

  // Stopping changes when a run ends, not what it had become by then; so does asking.
  const auto plain = *train(run.dataset, quickConfig(finished.steps)).weights;
  QCOMPARE(sameBits(*finished.weights, plain), command != "rate");
  if (command == "weights")
    QVERIFY(sameBits(run.recorder.weights[2], *train(run.dataset, quickConfig(2)).weights));
  if (command == "rate") QCOMPARE(run.recorder.steps[2].learningRate, 0.5);
}

void TrainControlTest::pausedRunStepsAndResumes() {
  BackgroundRun run(6);
  run.startPaused();
  QVERIFY(run.waitFor("paused 0"));
  QVERIFY(run.control.isPaused());
  run.control.stepOnce();
  QVERIFY(run.waitFor("paused 1"));
  // Two at once are two steps.
  run.recorder.onStep = [&](const StepDone& step) {
    if (step.step == 1) run.control.stepOnce();
  };
  run.control.stepOnce();
  QVERIFY(run.waitFor("paused 3"));
  run.control.resume();
  QVERIFY(!run.control.isPaused());
  QCOMPARE(run.finish(),
           "started, paused 0, step 0, validation 0, paused 1, step 1, step 2, paused 3, resumed, "
           "step 3, step 4, step 5, finished");
}

void TrainControlTest::wishesWhilePaused() {
  BackgroundRun run(6);
  run.startPaused();
  QVERIFY(run.waitFor("paused 0"));
  run.control.setLearningRate(0.25);
  run.control.requestWeights();
  QVERIFY(run.waitFor("weights 0"));
  run.control.stepOnce();
  QVERIFY(run.waitFor("paused 1"));
  run.control.requestWeights();
  QVERIFY(run.waitFor("weights 1"));
  run.control.resume();
  QCOMPARE(run.finish(),
           "started, paused 0, weights 0, step 0, validation 0, paused 1, weights 1, resumed, "
           "step 1, step 2, step 3, step 4, step 5, finished");
  QCOMPARE(run.recorder.steps[0].learningRate, 0.25);
  QCOMPARE(float(run.recorder.steps[4].learningRate), 0.25f * 0.95f);
}

void TrainControlTest::stopWhilePaused_data() {
  QTest::addColumn<bool>("skipTest");
  QTest::addColumn<bool>("beforeTheStart");
  for (const bool skip : {false, true})
    for (const bool before : {false, true})
      QTest::addRow("%s, %s", skip ? "without test" : "with test", before ? "before" : "paused")
          << skip << before;
}

void TrainControlTest::stopWhilePaused() {
  QFETCH(bool, skipTest);
  QFETCH(bool, beforeTheStart);
  BackgroundRun run(6);
  if (beforeTheStart) run.control.stop(skipTest);
  run.startPaused();
  if (!beforeTheStart) QVERIFY(run.waitFor("paused 0"));
  run.control.stop(skipTest);
  QCOMPARE(run.finish(), beforeTheStart ? "started, finished" : "started, paused 0, finished");
  const engine::RunFinished& finished = run.recorder.finished;
  QCOMPARE(finished.reason, StopReason::Stopped);
  QCOMPARE(finished.steps, std::int64_t(0));
  QCOMPARE(finished.lastStep, std::int64_t(-1));
  QCOMPARE(finished.test.count, std::int64_t(skipTest ? 0 : 4));
  QVERIFY(sameBits(*finished.weights, *train(run.dataset, quickConfig(0)).weights));
}

void TrainControlTest::resumeDuringASingleStepIsAnnounced() {
  BackgroundRun run(2);
  run.recorder.onStep = [&](const StepDone& step) {
    if (step.step == 0) run.control.resume();
  };
  run.startPaused();
  QVERIFY(run.waitFor("paused 0"));
  run.control.stepOnce();
  QCOMPARE(run.finish(), "started, paused 0, step 0, validation 0, resumed, step 1, finished");
}

// Whatever is asked for, every step is done once and in its order.
void TrainControlTest::anyOrderOfCommandsFromAnotherThread() {
  BackgroundRun run(30);
  run.start();
  for (int round = 0; round < 200; ++round) {
    run.control.pause();
    run.control.requestWeights();
    if (round % 2 == 0) run.control.stepOnce();
    run.control.setLearningRate(0.01);
    std::this_thread::yield();
    run.control.resume();
  }
  run.finish();
  QCOMPARE(run.recorder.steps.size(), std::size_t{30});
  for (std::size_t i = 0; i < 30; ++i) QCOMPARE(run.recorder.steps[i].step, std::int64_t(i));
  QCOMPARE(run.recorder.finished.reason, StopReason::StepLimit);
  QVERIFY(sameBits(*run.recorder.finished.weights, *train(run.dataset, quickConfig(30)).weights));
}

QTEST_APPLESS_MAIN(TrainControlTest)
#include "tst_train_control.moc"
