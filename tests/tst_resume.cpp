#include <QTest>

#include "checkpoint_fixtures.h"
#include "engine/log/console_log.h"
#include "engine/train/checkpoint_format.h"
#include "error_message.h"

using engine::Checkpoint;
using engine::TrainConfig;

namespace {

constexpr std::int64_t kSteps = 13;

// The learning rate changes during the run, and an epoch of 5 batches ends three times.
void changeRate(engine::TrainControl& control, std::int64_t step) {
  if (step == 4) control.setLearningRate(0.02);
  if (step == 9) control.setLearningRate(0.003);
}

}  // namespace

// A run that is interrupted and goes on does what it would have done, bit by bit.
class ResumeTest : public QObject {
  Q_OBJECT

 private slots:
  void sameToTheLastBit_data();
  void sameToTheLastBit();
  void interruptedAgainAndAgain();
  void stateWithoutStopping();
  void finishedRunIsTestedAgain();
  void moreEpochsThanBefore();
  void timesGoOn();
  void otherNetworkIsRefused();
  void otherDataAreRefused();

 private:
  std::unique_ptr<StateRecorder> goOn(Checkpoint checkpoint) {
    auto recorder = std::make_unique<StateRecorder>();
    engine::TrainControl control;
    recorder->onStep = [&](const engine::StepDone& done) { changeRate(control, done.step); };
    engine::Trainer trainer(m_dataset, std::make_shared<const Checkpoint>(std::move(checkpoint)));
    trainer.run(*recorder, control);
    return recorder;
  }
  /// As from a file.
  Checkpoint reread(const Checkpoint& checkpoint) {
    return engine::decodeCheckpoint(engine::encodeCheckpoint(checkpoint), "run");
  }
  TrainConfig config() const {
    TrainConfig config = quickConfig(kSteps);
    config.batchSize = 5;
    config.evaluationInterval = 4;
    return config;
  }

  engine::Dataset m_dataset = noiseDataset(26, 7, 5);
};

void ResumeTest::sameToTheLastBit_data() {
  QTest::addColumn<QString>("kernels");
  QTest::addColumn<int>("threads");
  QTest::addColumn<int>("threadsAfter");
  QTest::addColumn<bool>("shuffle");
  QTest::addColumn<int>("stride");  // from one interrupted step to the next
  const QString fastest = engine::availableKernels().front()->name;
  QTest::newRow("2 threads, shuffled and distorted") << fastest << 2 << 2 << true << 1;
  QTest::newRow("2 threads") << fastest << 2 << 2 << false << 3;
  QTest::newRow("1 thread") << fastest << 1 << 1 << false << 3;
  QTest::newRow("1 thread, then 2") << fastest << 1 << 2 << true << 3;
  QTest::newRow("reference kernels") << "reference" << 2 << 1 << true << 3;
}

void ResumeTest::sameToTheLastBit() {
  QFETCH(QString, kernels);
  QFETCH(int, threads);
  QFETCH(int, threadsAfter);
  QFETCH(bool, shuffle);
  QFETCH(int, stride);
  TrainConfig settings = config();
  settings.kernels = kernels.toStdString();
  settings.threads = threads;
  settings.shuffle = settings.distort = shuffle;

  Recorder whole;
  engine::TrainControl control;
  whole.onStep = [&](const engine::StepDone& done) { changeRate(control, done.step); };
  engine::Trainer(m_dataset, settings).run(whole, control);
  QCOMPARE(whole.steps.size(), std::size_t{kSteps});

  for (std::int64_t k = 0; k <= kSteps; k += stride) {
    // In turn at rest between two steps, and in the middle of a validation where there is one.
    Checkpoint checkpoint =
        reread(checkpointAfter(m_dataset, settings, k, /*now=*/k % 2 == 1, changeRate));
    QCOMPARE(checkpoint.state.steps, k);
    QCOMPARE(bool(checkpoint.state.owedReport), k % 2 == 1 && (k - 1) % 4 == 0);
    checkpoint.state.config.threads = threadsAfter;
    const auto rest = goOn(checkpoint);

    QCOMPARE(rest->started.firstStep, k);
    QCOMPARE(rest->started.totalSteps, kSteps);
    QVERIFY(rest->started.history);
    std::vector<engine::StepDone> steps = rest->started.history->steps;
    std::vector<engine::ValidationDone> validations = rest->started.history->validations;
    QCOMPARE(steps.size(), std::size_t(k));
    steps.insert(steps.end(), rest->steps.begin(), rest->steps.end());
    validations.insert(validations.end(), rest->validations.begin(), rest->validations.end());
    QVERIFY(std::ranges::equal(steps, whole.steps, sameStep));
    QVERIFY(std::ranges::equal(validations, whole.validations, sameValidation));

    QVERIFY(sameBits(*rest->finished.weights, *whole.finished.weights));
    QCOMPARE(rest->finished.steps, kSteps);
    QCOMPARE(rest->finished.lastStep, kSteps - 1);
    QCOMPARE(rest->finished.reason, whole.finished.reason);
    QCOMPARE(rest->finished.test.wrong, whole.finished.test.wrong);
    QCOMPARE(engine::testErrorLine(rest->finished.test),
             engine::testErrorLine(whole.finished.test));
    // The best weights are those of the whole run, wherever it was interrupted.
    QCOMPARE(rest->best.rbegin()->first, whole.best.rbegin()->first);
    QVERIFY(sameBits(rest->best.rbegin()->second.first, whole.best.rbegin()->second.first));
  }
}

void ResumeTest::interruptedAgainAndAgain() {
  const auto expected = train(m_dataset, config());
  Checkpoint checkpoint = reread(checkpointAfter(m_dataset, config(), 1));
  for (std::int64_t k = 2; k < kSteps; k += 3) {
    engine::TrainControl control;
    control.requestFinalState();
    StateRecorder recorder;
    recorder.onStep = [&](const engine::StepDone& done) {
      if (done.step + 1 == k) control.stop(true);
    };
    engine::Trainer(m_dataset, std::make_shared<const Checkpoint>(checkpoint))
        .run(recorder, control);
    auto history = std::make_shared<engine::RunHistory>(*recorder.started.history);
    history->steps.insert(history->steps.end(), recorder.steps.begin(), recorder.steps.end());
    history->validations.insert(history->validations.end(), recorder.validations.begin(),
                                recorder.validations.end());
    checkpoint.state = std::move(recorder.states.back());
    checkpoint.history = history;
    checkpoint = reread(checkpoint);
  }
  engine::TrainControl control;
  Recorder last;
  engine::Trainer(m_dataset, std::make_shared<const Checkpoint>(checkpoint)).run(last, control);
  QVERIFY(sameBits(*last.finished.weights, *expected.weights));
  QCOMPARE(last.started.history->validations.size() + last.validations.size(), std::size_t{4});
}

// Asking for a state changes nothing, and while paused it is answered at once.
void ResumeTest::stateWithoutStopping() {
  const auto expected = train(m_dataset, config());
  engine::TrainControl control;
  StateRecorder recorder;
  recorder.onStep = [&](const engine::StepDone& done) {
    if (done.step % 3 == 0) control.requestState();
  };
  engine::Trainer(m_dataset, config()).run(recorder, control);
  QVERIFY(sameBits(*recorder.finished.weights, *expected.weights));
  // What was asked for during the last step is not answered.
  QCOMPARE(recorder.states.size(), std::size_t{4});
  for (std::size_t i = 0; i < 4; ++i) {
    QCOMPARE(recorder.states[i].steps, std::int64_t(3 * i + 1));
    QVERIFY(!recorder.states[i].owedReport);
  }
}

void ResumeTest::finishedRunIsTestedAgain() {
  const Checkpoint checkpoint = reread(checkpointAfter(m_dataset, config(), kSteps));
  const auto again = goOn(checkpoint);
  QCOMPARE(again->events(), std::string("started, finished"));
  QCOMPARE(again->finished.test.wrong, train(m_dataset, config()).test.wrong);
}

void ResumeTest::moreEpochsThanBefore() {
  TrainConfig more = config();
  more.maxSteps = kSteps + 6;
  const auto expected = train(m_dataset, more);
  Checkpoint checkpoint = reread(checkpointAfter(m_dataset, config(), kSteps));
  checkpoint.state.config.maxSteps = more.maxSteps;
  engine::TrainControl control;
  Recorder rest;
  engine::Trainer(m_dataset, std::make_shared<const Checkpoint>(checkpoint)).run(rest, control);
  QCOMPARE(rest.steps.size(), std::size_t{6});
  QVERIFY(sameBits(*rest.finished.weights, *expected.weights));
}

void ResumeTest::timesGoOn() {
  Checkpoint checkpoint = checkpointAfter(m_dataset, config(), 6);
  QVERIFY(checkpoint.state.seconds > 0 && checkpoint.state.elapsed > 0);
  checkpoint.state.seconds = 1000;
  checkpoint.state.elapsed = 5000;
  checkpoint.state.lapSeconds = 40;
  const auto rest = goOn(checkpoint);
  QVERIFY(rest->finished.seconds > 1000 && rest->finished.seconds < 2000);
  QVERIFY(rest->steps.front().elapsed > 5000 && rest->steps.front().elapsed < 6000);
  QVERIFY(rest->validations.front().scriptMillisecondsPerStep > 1000 * 40 / 4);
}

void ResumeTest::otherNetworkIsRefused() {
  Checkpoint checkpoint = checkpointAfter(m_dataset, config(), 1);
  checkpoint.state.velocities.pop_back();
  QVERIFY(messageOf([&] { goOn(checkpoint); }).find("of another network") != std::string::npos);
  checkpoint = checkpointAfter(m_dataset, config(), 1);
  checkpoint.state.weights.front().tensor = engine::Tensor({2, 2});
  QVERIFY(messageOf([&] { goOn(checkpoint); }).find("of another network") != std::string::npos);
}

void ResumeTest::otherDataAreRefused() {
  Checkpoint checkpoint = checkpointAfter(m_dataset, config(), 1);
  m_dataset.test.labels[0] ^= 1;
  QVERIFY(messageOf([&] { goOn(checkpoint); }).find("other data") != std::string::npos);
  m_dataset.test.labels[0] ^= 1;
}

QTEST_APPLESS_MAIN(ResumeTest)
#include "tst_resume.moc"
