#include <QTest>

#include "engine/train/remaining_time.h"

namespace {

engine::RunStarted run() {
  engine::RunStarted started;
  started.config.evaluationInterval = 100;
  started.totalSteps = 301;
  started.validationCount = 5000;
  started.testCount = 10000;
  return started;
}

void addSteps(engine::RemainingTime& time, std::int64_t first, std::int64_t end, double seconds) {
  for (std::int64_t step = first; step < end; ++step)
    time.add(engine::StepDone{.step = step, .seconds = seconds});
}

engine::ValidationDone validation(double seconds) {
  engine::ValidationDone done;
  done.validation.count = 5000;
  done.validation.seconds = seconds;
  return done;
}

}  // namespace

class RemainingTimeTest : public QObject {
  Q_OBJECT

 private slots:
  void unknownBeforeTheSecondStep() {
    engine::RemainingTime time(run());
    QVERIFY(!time.seconds());
    addSteps(time, 0, 1, 9.0);
    time.add(validation(2.0));
    QVERIFY(!time.seconds());
    addSteps(time, 1, 2, 0.5);
    // 299 steps, the validations of steps 100, 200 and 300, and a test set twice their size.
    QCOMPARE(*time.seconds(), 299 * 0.5 + 3 * 2.0 + 4.0);
  }

  void followsAThrottledMachine() {
    engine::RemainingTime time(run());
    addSteps(time, 0, 101, 0.5);
    time.add(validation(2.0));
    addSteps(time, 101, 151, 5.0);
    QCOMPARE(*time.seconds(), 150 * 5.0 + 2 * 2.0 + 4.0);
  }

  void endsWithTheTestPass() {
    engine::RemainingTime time(run());
    addSteps(time, 0, 301, 0.5);
    time.add(validation(2.0));
    QCOMPARE(*time.seconds(), 4.0);
  }
};

QTEST_APPLESS_MAIN(RemainingTimeTest)
#include "tst_remaining_time.moc"
