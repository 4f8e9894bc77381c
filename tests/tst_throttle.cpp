#include <QTest>

#include "credit_testing.h"
#include "engine/credits/throttle.h"

using engine::Throttle;
using engine::ThrottleParameters;

class TestThrottle : public QObject {
  Q_OBJECT

 private slots:
  void ceilingAtATick_data();
  void ceilingAtATick();
  void thresholdIsPerVCpu();
  void firstTickThenEveryFiveMinutes();
  void recoveryTakesSixMinutes();
  void slowDownEndsARise();
  void hardHasNoCeiling();
  void neverBelowTheBaselineNorAboveFullSpeed();
  void neverSteeperThanTheBalance();
};

void TestThrottle::ceilingAtATick_data() {
  QTest::addColumn<double>("balance");
  QTest::addColumn<double>("ceiling");
  QTest::addColumn<double>("tolerance");
  QTest::newRow("plenty") << 100. << 1. << 0.;
  QTest::newRow("at the threshold") << 6.25 << 1. << 1e-12;
  QTest::newRow("below the threshold") << 5.625 << 0.875 << 1e-12;
  QTest::newRow("LeNet-5, first plateau") << 4.94 << 0.743 << 0.003;
  QTest::newRow("LeNet-5, second plateau") << 1.73 << 0.444 << 0.003;
  QTest::newRow("AlexNet, second plateau") << 1.47 << 0.39 << 0.01;
  QTest::newRow("no more than the balance") << 0.5 << 0.2 << 1e-12;
  QTest::newRow("empty") << 0. << 0.1 << 1e-12;
}

void TestThrottle::ceilingAtATick() {
  QFETCH(double, balance);
  QFETCH(double, ceiling);
  QFETCH(double, tolerance);
  Throttle throttle(bundledType("t2.micro"), 100);
  throttle.advance(throttle.secondsUnchanged(), balance);
  QVERIFY(near(throttle.ceiling(), ceiling, tolerance));
}

void TestThrottle::thresholdIsPerVCpu() {
  QVERIFY(near(Throttle(bundledType("t2.micro"), 100).threshold(), 6.25));
  QVERIFY(near(Throttle(bundledType("t2.large"), 100).threshold(), 2 * 5.25));
  // Where the baseline is high, full speed costs less than the clock's interval earns and holds.
  QVERIFY(near(Throttle(bundledType("t3.2xlarge"), 100).threshold(), 40 * 0.42 / 0.47));
}

void TestThrottle::firstTickThenEveryFiveMinutes() {
  Throttle throttle(bundledType("t2.micro"), 7);
  throttle.advance(203.5, 1);
  QVERIFY(near(throttle.ceiling(), 1));
  QVERIFY(near(throttle.secondsUnchanged(), 0.5));
  throttle.advance(0.5, 1);
  QVERIFY(near(throttle.ceiling(), 0.1 + 0.2));
  QVERIFY(near(throttle.secondsUnchanged(), 300));
  throttle.advance(299, 0);
  QVERIFY(near(throttle.ceiling(), 0.3));
  throttle.advance(1, 0);
  QVERIFY(near(throttle.ceiling(), 0.1));
}

void TestThrottle::recoveryTakesSixMinutes() {
  Throttle throttle(bundledType("t2.micro"), 0);
  QVERIFY(near(throttle.ceiling(), 0.1));
  throttle.advance(204, 20);
  QVERIFY(near(throttle.ceiling(), 0.1));
  for (int minute = 1; minute <= 6; ++minute) {
    QVERIFY(near(throttle.secondsUnchanged(), 60));
    throttle.advance(60, 20);
    QVERIFY(near(throttle.ceiling(), 0.1 + 0.15 * minute));
  }
}

void TestThrottle::slowDownEndsARise() {
  Throttle throttle(bundledType("t2.micro"), 0);
  throttle.advance(204, 20);
  for (int minute = 1; minute <= 5; ++minute) throttle.advance(60, 0.5);
  QVERIFY(near(throttle.ceiling(), 0.2));
  QVERIFY(near(throttle.secondsUnchanged(), 300));
}

void TestThrottle::hardHasNoCeiling() {
  Throttle throttle(bundledType("Standard_B1s"), 0);
  QVERIFY(near(throttle.ceiling(), 1));
  QVERIFY(std::isinf(throttle.secondsUnchanged()));
  throttle.advance(1e6, 0);
  QVERIFY(near(throttle.ceiling(), 1));
  QVERIFY(near(throttle.threshold(), 0));
}

void TestThrottle::neverBelowTheBaselineNorAboveFullSpeed() {
  for (const char* name : {"t2.nano", "t2.micro", "t3.2xlarge", "ecs.t5-c1m1.large"}) {
    const auto type = bundledType(name);
    double previous = type.baseline;
    for (double balance = 0; balance < 8 * type.vCpus; balance += 0.01) {
      const double ceiling = Throttle(type, balance).ceiling();
      QVERIFY(ceiling >= previous && ceiling <= 1);
      previous = ceiling;
    }
  }
}

// What more can be spent until the next tick is never more than what more is there.
void TestThrottle::neverSteeperThanTheBalance() {
  constexpr double kStep = 0.01, kTickMinutes = 5;
  for (const char* name : {"t2.nano", "t2.micro", "t2.large", "t3.2xlarge", "ecs.t5-c1m1.large"}) {
    const auto type = bundledType(name);
    double previous = type.baseline;
    for (double balance = kStep; balance < 8 * type.vCpus; balance += kStep) {
      const double ceiling = Throttle(type, balance).ceiling();
      QVERIFY((ceiling - previous) * type.vCpus * kTickMinutes <= kStep + 1e-9);
      previous = ceiling;
    }
    QVERIFY(near(Throttle(type, Throttle(type, 0).threshold()).ceiling(), 1, 1e-12));
    QVERIFY(Throttle(type, Throttle(type, 0).threshold() - kStep).ceiling() < 1);
  }
}

QTEST_APPLESS_MAIN(TestThrottle)
#include "tst_throttle.moc"
