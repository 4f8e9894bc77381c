#include <QTest>

#include "credit_testing.h"
#include "engine/host/live_account.h"

using namespace engine;

namespace {

CpuUse use(double vCpus, double seconds, int cpus = 1) {
  return {.seconds = seconds, .cpus = cpus, .ofMachine = true, .busy = vCpus * seconds};
}

void watch(LiveAccount& account, double vCpus, int seconds) {
  for (int second = 0; second < seconds; ++second) account.add(use(vCpus, 1));
}

}  // namespace

class LiveAccountTest : public QObject {
  Q_OBJECT

 private slots:
  void followsTheUse();
  void sinceBoot();
  void latenessIsBridged();
  void errorIsShown();
  void truthFromBeforeTheStart();
  void balanceBeyondTheLimits_data();
  void balanceBeyondTheLimits();
  void surplus();
  void emptyMeasurementChangesNothing();
  void untilBalance_data();
  void untilBalance();
};

void LiveAccountTest::followsTheUse() {
  LiveAccount account(bundledType("t2.micro"), CreditMode::Standard);
  watch(account, 1, 600);
  QVERIFY(near(account.account().balance(), 30 + 1 - 10));
  QVERIFY(!account.isMeasured());
}

void LiveAccountTest::sinceBoot() {
  LiveAccount account(bundledType("t2.micro"), CreditMode::Standard);
  account.assumeSinceBoot(use(1.0 / 9, 3 * kHour));  // 20 minutes of CPU in three hours
  QVERIFY(near(account.account().balance(), 30 + 18 - 20));
  QVERIFY(!account.isMeasured());
}

// Seven minutes late: what was used since then is taken off again.
void LiveAccountTest::latenessIsBridged() {
  LiveAccount account(bundledType("t2.micro"), CreditMode::Standard);
  watch(account, 0, 600);
  watch(account, 1, 420);
  account.correct({.balance = 20}, 420);
  QVERIFY(near(account.account().balance(), 20 + 0.7 - 7));
  QVERIFY(near(*account.secondsSinceTruth(), 420));
  watch(account, 1, 60);
  QVERIFY(near(account.account().balance(), 20 + 0.8 - 8));
  QVERIFY(near(*account.secondsSinceTruth(), 480));
  // A newer truth in the middle of an interval.
  account.correct({.balance = 15}, 90.5);
  QVERIFY(near(account.account().balance(), 15 - 0.9 * 90.5 / 60));
}

void LiveAccountTest::errorIsShown() {
  LiveAccount account(bundledType("t2.micro"), CreditMode::Standard);
  account.correct({.balance = 100}, 0);
  QVERIFY(!account.error());  // what was assumed since boot is no estimate to judge by
  watch(account, 0.5, 600);
  account.correct({.balance = 95.5}, 300);
  // The estimate for that moment was 100 + 0.5 - 2.5.
  QVERIFY(near(*account.error(), 98 - 95.5));
  watch(account, 0.5, 300);
  account.correct({.balance = account.account().balance()}, 0);
  QVERIFY(near(*account.error(), 0));
}

void LiveAccountTest::truthFromBeforeTheStart() {
  LiveAccount account(bundledType("t2.micro"), CreditMode::Standard);
  watch(account, 1, 60);
  account.correct({.balance = 50, .vCpus = 0.3}, 360);
  QVERIFY(near(account.account().balance(), 50 + 0.6 - 0.3 * 5 - 1));
}

void LiveAccountTest::balanceBeyondTheLimits_data() {
  QTest::addColumn<double>("truth");
  QTest::addColumn<double>("expected");
  QTest::newRow("never exactly 0") << 0.013 << 0.013;
  QTest::newRow("below") << -1.0 << 0.0;
  QTest::newRow("full with launch credits") << 174.0 << 174.0;
  QTest::newRow("more than possible") << 500.0 << 174.0;
}

void LiveAccountTest::balanceBeyondTheLimits() {
  QFETCH(double, truth);
  LiveAccount account(bundledType("t2.micro"), CreditMode::Standard);
  account.correct({.balance = truth}, 0);
  QTEST(account.account().balance(), "expected");
  QVERIFY(near(imbalance(account.account()), 0));
}

void LiveAccountTest::surplus() {
  LiveAccount account(bundledType("t3.nano"), CreditMode::Unlimited);
  account.correct({.balance = 0, .surplus = 12}, 0);
  account.add(use(2, 60, 2));
  QVERIFY(near(account.account().surplus(), 12 + 2 - 0.1));
  QVERIFY(near(imbalance(account.account()), 0));
}

void LiveAccountTest::emptyMeasurementChangesNothing() {
  LiveAccount account(bundledType("t2.micro"), CreditMode::Standard);
  account.add({});
  account.correct({.balance = 10}, -3);
  account.add({});
  QVERIFY(near(account.account().balance(), 10));
}

// Figures of the reference for a t2.micro: 33.3 min from 30, 160 and 193.3 min from 144 and 174.
void LiveAccountTest::untilBalance_data() {
  QTest::addColumn<double>("start");
  QTest::addColumn<double>("vCpus");
  QTest::addColumn<double>("target");
  QTest::addColumn<double>("minutes");  // negative: never
  QTest::newRow("30 launch credits") << 30.0 << 1.0 << 0.0 << 30 / 0.9;
  QTest::newRow("to the slow-down") << 30.0 << 1.0 << 5.0 << 25 / 0.9;
  QTest::newRow("below the baseline") << 30.0 << 0.05 << 0.0 << -1.0;
  QTest::newRow("at the baseline") << 30.0 << 0.1 << 5.0 << -1.0;
  QTest::newRow("already there") << 30.0 << 1.0 << 30.0 << 0.0;
  QTest::newRow("idle until full") << 30.0 << 0.0 << 174.0 << 24 * 60.0;
  QTest::newRow("more than it can hold") << 30.0 << 0.0 << 175.0 << -1.0;
  QTest::newRow("rising though busy wants more") << 30.0 << 1.0 << 40.0 << -1.0;
}

void LiveAccountTest::untilBalance() {
  QFETCH(double, start);
  QFETCH(double, vCpus);
  QFETCH(double, target);
  QFETCH(double, minutes);
  CreditAccount account(bundledType("t2.micro"));
  account.setBalance(start);
  const auto seconds = secondsUntilBalance(account, vCpus, target);
  if (minutes < 0)
    QVERIFY(!seconds);
  else
    QVERIFY(seconds && near(*seconds / 60, minutes));
}

QTEST_GUILESS_MAIN(LiveAccountTest)
#include "tst_live_account.moc"
