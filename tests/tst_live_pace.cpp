#include <QTest>

#include "credit_testing.h"
#include "engine/pace/live_pace.h"

using namespace engine;

namespace {

LiveStatus statusOf(double balance, CreditMode mode = CreditMode::Standard) {
  LiveStatus status;
  status.type = bundledType("t2.micro");
  status.mode = mode;
  status.balance = balance;
  status.slowDownBalance = mode == CreditMode::Standard ? 5 : 0;
  return status;
}

StepDone step(double seconds = 0.4) {
  StepDone done;
  done.seconds = seconds;
  return done;
}

}  // namespace

class LivePaceTest : public QObject {
  Q_OBJECT

 private slots:
  void noPolicy();
  void stopAt_data();
  void stopAt();
  void avoidSlowDown_data();
  void avoidSlowDown();
  void neverThrottledInTheLongRun();
  void turns();
  void share();
  void sleepWhenSlow();
};

void LivePaceTest::noPolicy() {
  LivePace pace({});
  QVERIFY(!pace.needsCredits());
  const LivePace::Order order = pace.stepDone(step(), statusOf(0), 1);
  QVERIFY(order.restSeconds == 0 && !order.stop);
}

void LivePaceTest::stopAt_data() {
  QTest::addColumn<double>("balance");
  QTest::addColumn<bool>("known");
  QTest::addColumn<bool>("stops");
  QTest::newRow("above") << 2.1 << true << false;
  QTest::newRow("at") << 2.0 << true << true;
  QTest::newRow("never exactly 0") << 0.01 << true << true;
  QTest::newRow("not known") << 0.0 << false << false;
}

void LivePaceTest::stopAt() {
  QFETCH(double, balance);
  QFETCH(bool, known);
  LivePace pace(StopAt{2});
  QVERIFY(pace.needsCredits());
  LiveStatus status = statusOf(balance);
  if (!known) status.type.reset();
  QTEST(pace.stepDone(step(), status, 1).stop, "stops");
}

// A t2.micro earns 6 credits an hour. It goes on a minute above 5 credits and the margin.
void LivePaceTest::avoidSlowDown_data() {
  QTest::addColumn<double>("balance");
  QTest::addColumn<double>("error");
  QTest::addColumn<int>("mode");
  QTest::addColumn<double>("credits");  // to wait for
  const double oneStep = 0.4 / 60;
  QTest::newRow("plenty") << 30.0 << 0.0 << 0 << 0.0;
  QTest::newRow("just enough") << 6.01 << 0.0 << 0 << 0.0;
  QTest::newRow("at the margin") << 6.0 << 0.0 << 0 << oneStep + 1;
  QTest::newRow("empty") << 0.0 << 0.0 << 0 << 7 + oneStep;
  QTest::newRow("a bad estimate") << 8.0 << -4.0 << 0 << 2 + oneStep;
  QTest::newRow("a hopeless estimate counts as 5") << 6.0 << 80.0 << 0 << 5 + oneStep;
  QTest::newRow("unlimited") << 0.0 << 0.0 << 1 << 0.0;
}

void LivePaceTest::avoidSlowDown() {
  QFETCH(double, balance);
  QFETCH(double, error);
  QFETCH(int, mode);
  QFETCH(double, credits);
  LivePace pace(AvoidSlowDown{});
  LiveStatus status = statusOf(balance, mode ? CreditMode::Unlimited : CreditMode::Standard);
  status.error = error;
  QVERIFY(near(pace.stepDone(step(), status, 1).restSeconds, credits * 600));
}

// The machine itself, with steps of 0.4 s and a true estimate: it never gets near the ramp, and it
// uses what it earns.
void LivePaceTest::neverThrottledInTheLongRun() {
  LivePace pace(AvoidSlowDown{});
  CreditAccount account(bundledType("t2.micro"));
  account.setBalance(12);
  double worked = 0, rests = 0;
  while (account.seconds() < 24 * kHour) {
    worked += account.advance(1, 0.4);
    const auto order = pace.stepDone(step(), statusOf(account.balance()), account.seconds());
    rests += order.restSeconds > 0;
    account.advance(0, order.restSeconds);
    QVERIFY(account.balance() > 5);
  }
  QVERIFY(worked > 144 + 12 - 8 && worked < 144 + 12);
  QVERIFY(rests > 100 && rests < 200);  // blocks of a minute, not a rest after each step
}

void LivePaceTest::turns() {
  LivePace pace(WorkAndRest{600, 3000});
  QCOMPARE(pace.stepDone(step(), {}, 100).restSeconds, 0.0);
  QCOMPARE(pace.stepDone(step(), {}, 699).restSeconds, 0.0);
  QCOMPARE(pace.stepDone(step(), {}, 700).restSeconds, 3000.0);
  QCOMPARE(pace.stepDone(step(), {}, 3701).restSeconds, 0.0);
  QCOMPARE(pace.stepDone(step(), {}, 4301).restSeconds, 3000.0);
}

void LivePaceTest::share() {
  LivePace pace(WorkShare{0.25});
  QVERIFY(near(pace.stepDone(step(0.5), {}, 10).restSeconds, 1.5));
  QVERIFY(near(pace.stepDone(step(0.5), {}, 12).restSeconds, 1.5));
}

void LivePaceTest::sleepWhenSlow() {
  LivePace pace(SleepWhenSlow{3, 3000});
  QCOMPARE(pace.stepDone(step(10), {}, 10).restSeconds, 0.0);
  ValidationDone report;
  report.scriptMillisecondsPerStep = 3000;
  QCOMPARE(pace.validationDone(report, 10).restSeconds, 0.0);
  report.scriptMillisecondsPerStep = 3001;
  QCOMPARE(pace.validationDone(report, 10).restSeconds, 3000.0);
}

QTEST_GUILESS_MAIN(LivePaceTest)
#include "tst_live_pace.moc"
