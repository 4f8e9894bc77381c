#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "ui/run/mailbox.h"
#include "ui/run/run_model.h"
#include "ui/run/training_session.h"

using namespace ui;
using State = TrainingSession::State;

// Milliseconds; for a slow machine with sanitizers.
constexpr int kPatience = 120000;

static std::shared_ptr<const engine::Dataset> dataset() {
  static const auto data = std::make_shared<const engine::Dataset>(engine::selfTestDataset());
  return data;
}

/// Too long to end by itself while a test looks at it.
static engine::TrainConfig endless() {
  engine::TrainConfig config;
  config.epochs = 100000;
  return config;
}

static engine::TrainConfig steps(qint64 count) {
  engine::TrainConfig config;
  config.maxSteps = count;
  return config;
}

class TestTrainingSession : public QObject {
  Q_OBJECT

 private slots:
  void runsToTheEnd() {
    TrainingSession session;
    QSignalSpy states(&session, &TrainingSession::stateChanged);
    QCOMPARE(session.state(), State::Idle);
    session.start(dataset(), {});
    QCOMPARE(session.state(), State::Running);
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), State::Finished, kPatience);
    QCOMPARE(states.size(), 2);
    QCOMPARE(session.model().steps().size(), std::size_t{40});  // 10 epochs of 256 / 64
    QCOMPARE(session.model().validations().size(), std::size_t{1});
    QCOMPARE(session.model().result()->test.errorRate(), 0.0);
    QCOMPARE(session.updates(), 40);
    QCOMPARE(session.weights(), session.model().result()->weights);
  }

  void t1_pausesStepsAndGoesOn() {
    TrainingSession session;
    RunModel& model = session.model();
    session.start(dataset(), steps(6));
    session.stepOnce();
    QCOMPARE(session.state(), State::Paused);
    QTRY_COMPARE_WITH_TIMEOUT(model.steps().size(), std::size_t{1}, kPatience);
    QTest::qWait(100);
    QCOMPARE(model.steps().size(), std::size_t{1});
    session.stepOnce();
    QTRY_COMPARE_WITH_TIMEOUT(model.steps().size(), std::size_t{2}, kPatience);
    session.setLearningRate(0.005);
    session.stepOnce();
    QTRY_COMPARE_WITH_TIMEOUT(model.steps().size(), std::size_t{3}, kPatience);
    QCOMPARE(model.steps()[1].learningRate, double{0.01F});
    QCOMPARE(model.steps()[2].learningRate, double{0.005F});
    session.resume();
    QCOMPARE(session.state(), State::Running);
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), State::Finished, kPatience);
    QCOMPARE(model.steps().size(), std::size_t{6});
  }

  void t2_stopTests() {
    TrainingSession session;
    session.start(dataset(), endless());
    QTRY_VERIFY_WITH_TIMEOUT(session.model().steps().size() > 3, kPatience);
    session.stop();
    QCOMPARE(session.state(), State::Stopping);
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), State::Finished, kPatience);
    const engine::RunFinished& result = *session.model().result();
    QCOMPARE(result.reason, engine::StopReason::Stopped);
    QCOMPARE(result.test.count, 64);
  }

  void haltWaitsAndSkipsTheTest() {
    TrainingSession session;
    session.start(dataset(), endless());
    QSignalSpy grew(&session.model(), &RunModel::grew);
    QVERIFY(grew.wait(kPatience));
    QThread::msleep(100);  // now a notice is on its way
    session.halt();
    QCOMPARE(session.state(), State::Finished);
    QTest::qWait(100);
    QCOMPARE(session.model().result()->test.count, 0);
    QVERIFY(session.weights());
    session.start(dataset(), steps(2));
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), State::Finished, kPatience);
  }

  void haltOfARunThatHasNotBegun() {
    for (int i = 0; i < 10; ++i) {
      TrainingSession session;
      session.start(dataset(), endless());
      session.halt();
      QVERIFY(!session.isActive());
    }
  }

  void lateNewsIsDropped() {
    TrainingSession session;
    QSignalSpy started(&session.model(), &RunModel::started);
    QSignalSpy finished(&session.model(), &RunModel::finished);
    session.start(dataset(), endless());
    QTRY_VERIFY_WITH_TIMEOUT(session.model().steps().size() > 2, kPatience);
    QThread::msleep(100);  // news that nobody took
    engine::TrainConfig second = steps(3);
    second.seed = 7;
    session.start(dataset(), second);
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), State::Finished, kPatience);
    QCOMPARE(started.size(), 2);
    QCOMPARE(finished.size(), 1);
    QCOMPARE(session.model().run()->config.seed, 7u);
    QCOMPARE(session.model().steps().size(), std::size_t{3});
    QCOMPARE(session.model().steps().front().step, 0);
  }

  void k5_oneNoticeHoweverManyEvents() {
    int notices = 0;
    Mailbox mailbox([&notices] { ++notices; });
    for (int i = 0; i < 1000; ++i) mailbox.stepDone({});
    QCOMPARE(notices, 1);
    QCOMPARE(mailbox.take().steps.size(), std::size_t{1000});
    QCOMPARE(mailbox.take().steps.size(), std::size_t{0});
    mailbox.runFinished({});
    mailbox.stepDone({});
    QCOMPARE(notices, 2);
  }

  void canBeDestroyedAtAnyMoment() {
    for (int milliseconds = 0; milliseconds < 50; milliseconds += 5) {
      TrainingSession session;
      session.start(dataset(), endless());
      if (milliseconds % 2) session.pause();
      QTest::qWait(milliseconds);
    }
  }

  void exceptionsBecomeMessages() {
    TrainingSession session;
    QSignalSpy failed(&session, &TrainingSession::failed);
    engine::TrainConfig config;
    config.batchSize = 4000;
    session.start(dataset(), config);
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), State::Failed, kPatience);
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed.first().first().toString().contains(QStringLiteral("4000")));
    session.start(dataset(), steps(1));
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), State::Finished, kPatience);
  }

  void nonFiniteEndsWithTheLastGoodWeights() {
    TrainingSession session;
    engine::TrainConfig config;
    config.learningRate = 1e30;
    session.start(dataset(), config);
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), State::Finished, kPatience);
    QCOMPARE(session.model().result()->reason, engine::StopReason::NonFinite);
    QVERIFY(session.weights());
    // NUM-04: the series has the step that failed, which draws a gap.
    const engine::StepDone& last = session.model().steps().back();
    QCOMPARE(last.step, session.model().result()->lastStep);
    QVERIFY(!std::isfinite(last.loss()));
  }

  void weightsOnRequest() {
    TrainingSession session;
    QSignalSpy ready(&session, &TrainingSession::weightsReady);
    session.requestWeights();  // there are none: answered when the first come
    QTest::qWait(20);
    QCOMPARE(ready.size(), 0);
    session.start(dataset(), endless());
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, kPatience);
    session.pause();
    session.requestWeights();
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 2, kPatience);
    session.stop();
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), State::Finished, kPatience);
    session.requestWeights();
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 3, kPatience);
    QCOMPARE(ready.last().at(1).toLongLong(), session.model().result()->steps);
  }

  void foreignWeights() {
    TrainingSession session;
    QSignalSpy ready(&session, &TrainingSession::weightsReady);
    const auto weights = std::make_shared<const engine::Weights>();
    session.setWeights(weights, 5);
    QCOMPARE(ready.size(), 1);
    QCOMPARE(session.weights(), weights);
    session.start(dataset(), endless());
    session.setWeights(std::make_shared<const engine::Weights>(), 6);
    QCOMPARE(session.weights(), weights);
  }
};

QTEST_GUILESS_MAIN(TestTrainingSession)
#include "tst_training_session.moc"
