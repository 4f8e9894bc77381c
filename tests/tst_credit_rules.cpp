#include <QTest>

#include "credit_testing.h"
#include "engine/error.h"

using engine::CreditAccount;
using engine::CreditMode;
using engine::CreditRules;

class TestCreditRules : public QObject {
  Q_OBJECT

 private slots:
  void cre04_events();
  void cre04_hundredAndFirstStart();
  void stoppedInstanceOfAlibabaKeepsEarning();
  void unlimitedMustBeOffered();
  void balanceMustFit();
  void creditsOf2016ExpireAfterADay();
  void rulesOf2016_data();
  void rulesOf2016();
  void hourOf2016();
  void useTakesTheOldestLotFirst();
};

void TestCreditRules::cre04_events() {
  CreditAccount micro(bundledType("t2.micro"));
  micro.setBalance(100);
  micro.reboot();
  QVERIFY(near(micro.balance(), 100));
  micro.stop();
  QVERIFY(near(micro.balance(), 0));
  micro.advance(0, kHour);
  micro.start();
  QVERIFY(near(micro.balance(), 30));
  micro.stop();
  micro.start(false);
  QVERIFY(near(micro.balance(), 0));

  for (const auto& [days, left] : {std::pair{6, 100}, {8, 0}}) {
    CreditAccount t3(bundledType("t3.micro"));
    t3.setBalance(100);
    t3.stop();
    t3.advance(0, days * 24 * kHour);
    t3.start();
    QVERIFY(near(t3.balance(), left));
  }

  CreditAccount switched(bundledType("t2.micro"));
  switched.advance(0, kHour);
  switched.setMode(CreditMode::Unlimited);
  QVERIFY(near(switched.launchCredits(), 0));
  QVERIFY(near(switched.balance(), 6));
  switched.advance(1, kHour);  // 6 + 6 - 60
  QVERIFY(near(switched.surplus(), 48));
  switched.setMode(CreditMode::Standard);
  QVERIFY(near(switched.surplus(), 0));
  QVERIFY(near(switched.totals().charged, 48));
  QVERIFY(near(switched.surplusCost(), 0.04));
  QVERIFY(near(switched.balance(), 0));
}

void TestCreditRules::cre04_hundredAndFirstStart() {
  CreditAccount account(bundledType("t2.micro"));
  for (int start = 2; start <= 101; ++start) {
    account.stop();
    account.advance(0, 60);
    account.start();
    QVERIFY(near(account.balance(), start <= 100 ? 30 : 0));
  }
  account.stop();
  account.advance(0, 24 * kHour - 100 * 60);  // the launch itself is 24 h ago
  account.start();
  QVERIFY(near(account.balance(), 30));
}

void TestCreditRules::stoppedInstanceOfAlibabaKeepsEarning() {
  CreditAccount account(bundledType("ecs.t6-c2m1.large"));
  account.stop();
  account.advance(0, 10 * kHour);
  account.start();
  QVERIFY(near(account.balance(), 60 + 120));
}

void TestCreditRules::unlimitedMustBeOffered() {
  QVERIFY_THROWS_EXCEPTION(engine::Error,
                           CreditAccount(bundledType("Standard_B1s"), CreditMode::Unlimited));
  QVERIFY_THROWS_EXCEPTION(
      engine::Error,
      CreditAccount(bundledType("t2.micro"), CreditMode::Unlimited, CreditRules::Until2017));
  CreditAccount account(bundledType("Standard_B1s"));
  QVERIFY_THROWS_EXCEPTION(engine::Error, account.setMode(CreditMode::Unlimited));
}

void TestCreditRules::balanceMustFit() {
  CreditAccount account(bundledType("t2.micro"));
  account.setBalance(174);
  for (const double wrong : {174.1, -0.1, kUnknown})
    QVERIFY_THROWS_EXCEPTION(engine::Error, account.setBalance(wrong));
  QVERIFY(near(account.balance(), 174));
  try {
    account.setBalance(200);
    QFAIL("accepted");
  } catch (const engine::Error& error) {
    QCOMPARE(error.what(), "A t2.micro cannot hold 200.0 credits; choose 0 to 174.0.");
  }
}

// Interval by interval: what is earned beyond the use expires 24 h later.
void TestCreditRules::creditsOf2016ExpireAfterADay() {
  CreditAccount account(bundledType("t2.micro"), CreditMode::Standard, CreditRules::Until2017);
  account.setBalance(0);
  account.advance(0, kHour);
  account.advance(0.1, 23 * kHour);
  QVERIFY(near(account.balance(), 6));
  account.advance(0.1, kHour / 2);
  QVERIFY(near(account.balance(), 3));
  account.advance(0.1, kHour / 2);
  QVERIFY(near(account.balance(), 0));
  QVERIFY(near(account.totals().discarded, 6));
}

void TestCreditRules::rulesOf2016_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<double>("usePerHour");
  QTest::addColumn<double>("balance");
  QTest::addColumn<double>("tolerance");
  QTest::newRow("t2.micro idle: 30 + 144") << "t2.micro" << 0.0 << 174.0 << 1e-9;
  // A plateau seen in 2016 with 1.32 to 1.38 credits per hour, below the cap by a day's use.
  QTest::newRow("t2.medium, predicted") << "t2.medium" << 1.33 << 576 - 24 * 1.33 << 1e-9;
  QTest::newRow("t2.medium, as measured") << "t2.medium" << 1.33 << 547.3 << 547.3 * 0.01;
}

void TestCreditRules::rulesOf2016() {
  QFETCH(QString, name);
  QFETCH(double, usePerHour);
  QFETCH(double, balance);
  QFETCH(double, tolerance);
  CreditAccount account(bundledType(qPrintable(name)), CreditMode::Standard,
                        CreditRules::Until2017);
  account.advance(usePerHour / 60, 96 * kHour);
  QVERIFY(near(account.balance(), balance, tolerance));
}

// t2.small at 5 %: uses 3, earns 12, adds 9, and what was left of the same hour a day ago expires.
void TestCreditRules::hourOf2016() {
  CreditAccount account(bundledType("t2.small"), CreditMode::Standard, CreditRules::Until2017);
  account.setBalance(0);
  account.advance(0, kHour);
  account.advance(0.2, 23 * kHour);
  const auto before = account.totals();
  account.advance(0.05, kHour);
  QVERIFY(near(account.totals().spent - before.spent, 3));
  QVERIFY(near(account.totals().earned - before.earned, 12));
  QVERIFY(near(account.totals().discarded - before.discarded, 12));
  QVERIFY(near(account.balance(), 9));
}

// Within a lot's interval use is paid from the interval's own earnings, then from the oldest lot.
void TestCreditRules::useTakesTheOldestLotFirst() {
  CreditAccount account(bundledType("t2.micro"), CreditMode::Standard, CreditRules::Until2017);
  account.setBalance(0);
  account.advance(0, 2 * kHour);  // 12 credits in 24 lots
  account.advance(1, 5 * 60);     // -4.5: the oldest nine
  QVERIFY(near(account.balance(), 7.5));
  account.advance(0.1, 24 * kHour - 2 * kHour - 5 * 60);
  QVERIFY(near(account.balance(), 7.5));
  account.advance(0.1, 9 * 300);  // nothing is left of the lots that expire now
  QVERIFY(near(account.balance(), 7.5));
  account.advance(0.1, 300);
  QVERIFY(near(account.balance(), 7));
}

QTEST_APPLESS_MAIN(TestCreditRules)
#include "tst_credit_rules.moc"
