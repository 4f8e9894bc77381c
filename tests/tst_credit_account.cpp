#include <QTest>

#include "credit_testing.h"

using engine::CreditAccount;
using engine::CreditMode;

namespace {

// One row of the vendors' worked examples: so many hours with every vCPU busy by so much.
struct Period {
  const char* name;
  double hours, cpu;
  double spent, earned, discarded;  // in this period
  double launch, earnedBalance;     // at its end
  double surplus = 0, charged = 0;  // at its end
};
using Periods = QList<Period>;

double busy(CreditAccount& account, double hours, double cpu) {
  return account.advance(cpu * account.type().vCpus, hours * kHour);
}

}  // namespace

class TestCreditAccount : public QObject {
  Q_OBJECT

 private slots:
  void oracle_data();
  void oracle();
  void tableAandC_momentOfZero();
  void tableC_bill();
  void tableD_unlimitedT2();
  void tableE_smallChecks();
  void cre01_launchCreditsDoNotCountAgainstTheCap();
  void cre06_fiveMinuteFormula();
};

void TestCreditAccount::oracle_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<CreditMode>("mode");
  QTest::addColumn<Periods>("periods");

  const Periods toPeriod4 = {{"1", 24, 0, 0, 144, 0, 0, 144},
                             {"2", 12, 0.025, 36, 72, 36, 0, 144},
                             {"3", 24, 0.07, 201.6, 144, 0, 0, 86.4},
                             {"4", 12, 0.025, 36, 72, 0, 0, 122.4}};
  QTest::newRow("cre03 A T3 standard") << "t3.nano" << CreditMode::Standard
                                       << toPeriod4 + Periods{{"5", 2, 1, 134.4, 12, 0, 0, 0},
                                                              {"6", 14, 0.05, 84, 84, 0, 0, 0},
                                                              {"7", 24, 0, 0, 144, 0, 0, 144}};
  QTest::newRow("B T2 standard") << "t2.nano" << CreditMode::Standard
                                 << Periods{{"1", 24, 0, 0, 72, 0, 30, 72},
                                            {"2", 12, 0, 0, 36, 36, 30, 72},
                                            {"3", 25, 0.02, 30, 75, 75, 0, 72},
                                            {"4", 11, 0.02, 13.2, 33, 19.8, 0, 72},
                                            {"5", 3, 0.2, 36, 9, 0, 0, 45},
                                            {"6", 15, 0.02, 18, 45, 0, 0, 72},
                                            {"7", 6, 0, 0, 18, 18, 0, 72}};
  QTest::newRow("cre03 C T3 unlimited")
      << "t3.nano" << CreditMode::Unlimited
      << toPeriod4 + Periods{{"5", 5, 1, 600, 30, 0, 0, 0, 144, 303.6},
                             {"6", 13, 0.05, 78, 78, 0, 0, 0, 144, 303.6},
                             {"7", 24, 0, 0, 144, 0, 0, 0, 0, 303.6}};
  QTest::newRow("F Alibaba t6 standard")
      << "ecs.t6-c2m1.large" << CreditMode::Standard
      << Periods{{"A", 24, 0, 0, 288, 0, 60, 288},     {"B", 5, 0.1, 60, 60, 60, 0, 288},
                 {"C", 10, 0.05, 60, 120, 60, 0, 288}, {"D", 9, 0.1, 108, 108, 0, 0, 288},
                 {"E", 2, 1, 240, 24, 0, 0, 72},       {"F", 4, 0, 0, 48, 0, 0, 120},
                 {"G", 8, 0.05, 48, 96, 0, 0, 168},    {"H", 2, 0.8, 192, 24, 0, 0, 0},
                 {"I", 5, 0.1, 60, 60, 0, 0, 0},       {"J", 3, 0, 0, 36, 0, 0, 36}};
  QTest::newRow("G Alibaba t6 unlimited")
      << "ecs.t6-c1m1.large" << CreditMode::Unlimited
      << Periods{{"idle", 24, 0, 0, kUnknown, 0, 60, 576},
                 {"initial credits", 0.5, 1, 60, kUnknown, kUnknown, 0, 576},
                 {"drain", 6, 1, 720, kUnknown, 0, 0, 0},
                 {"advance", 6, 1, 720, kUnknown, 0, 0, 0, 576},
                 {"billed", 1, 1, 120, kUnknown, 0, 0, 0, 576, 96},
                 {"pay down", 24, 0, 0, kUnknown, 0, 0, 0, 0, 96},
                 {"refill", 24, 0, 0, kUnknown, 0, 0, 576, 0, 96}};
}

void TestCreditAccount::oracle() {
  QFETCH(QString, name);
  QFETCH(CreditMode, mode);
  QFETCH(Periods, periods);
  CreditAccount account(bundledType(qPrintable(name)), mode);
  for (const Period& period : periods) {
    const auto before = account.totals();
    const double spent = busy(account, period.hours, period.cpu);
    const auto after = account.totals();
    QVERIFY2(near(spent, period.spent), period.name);
    QVERIFY2(near(after.spent - before.spent, period.spent), period.name);
    QVERIFY2(near(after.earned - before.earned, period.earned), period.name);
    QVERIFY2(near(after.discarded - before.discarded, period.discarded), period.name);
    QVERIFY2(near(account.launchCredits(), period.launch), period.name);
    QVERIFY2(near(account.earnedCredits(), period.earnedBalance), period.name);
    QVERIFY2(near(account.surplus(), period.surplus), period.name);
    QVERIFY2(near(after.charged, period.charged), period.name);
  }
}

void TestCreditAccount::tableAandC_momentOfZero() {
  for (const CreditMode mode : {CreditMode::Standard, CreditMode::Unlimited}) {
    CreditAccount account(bundledType("t3.nano"), mode);
    account.setBalance(122.4);
    QVERIFY(near(account.secondsUnchanged(2) / kHour, 122.4 / 114));  // 1.0737 h
    busy(account, 122.4 / 114, 1);
    QVERIFY(near(account.balance(), 0));
    QVERIFY(near(account.granted(2), mode == CreditMode::Standard ? 0.1 : 2));
    if (mode == CreditMode::Unlimited)
      QVERIFY(near((account.seconds() + account.secondsUnchanged(2)) / kHour, 2.337, 5e-4));
  }
}

void TestCreditAccount::tableC_bill() {
  CreditAccount account(bundledType("t3.nano"));
  account.setBalance(122.4);
  busy(account, 5, 1);
  QVERIFY(near(account.surplusCost(), 0.253));
}

void TestCreditAccount::tableD_unlimitedT2() {
  CreditAccount account(bundledType("t2.nano"), CreditMode::Unlimited);
  QVERIFY(near(account.balance(), 0));  // no launch credits in this mode
  account.setBalance(72);
  busy(account, 144 / 57.0, 1);
  QVERIFY(near(account.balance(), 0));
  QVERIFY(near(account.surplus(), 72));
  busy(account, 25 / 57.0, 1);
  QVERIFY(near(account.totals().charged, 25));
  QCOMPARE(qRound(account.surplusCost() * 100), 2);
  QVERIFY(near(account.surplusCost(), 0.0208, 5e-5));
  account.advance(0, 300);
  QVERIFY(near(account.surplus(), 71.75));
}

void TestCreditAccount::tableE_smallChecks() {
  CreditAccount nano(bundledType("t3.nano"));
  busy(nano, 1, 0.02);
  QVERIFY(near(nano.balance(), 3.6));
  CreditAccount micro(bundledType("t2.micro"));
  busy(micro, 24, 0);
  QVERIFY(near(micro.balance(), 174));
  QVERIFY(near(CreditAccount(bundledType("t2.xlarge")).launchCredits(), 120));
  QVERIFY(near(CreditAccount(bundledType("t3.xlarge"), CreditMode::Standard).granted(4) / 4, 0.4));
}

void TestCreditAccount::cre01_launchCreditsDoNotCountAgainstTheCap() {
  CreditAccount account(bundledType("t2.micro"));
  busy(account, 24, 0);
  QVERIFY(near(account.balance(), 174));
  QVERIFY(near(account.advance(1, 1800), 30));
  QVERIFY(near(account.launchCredits(), 0));
  QVERIFY(near(account.balance(), 144));
  busy(account, 48, 0);
  QVERIFY(near(account.balance(), 144));

  CreditAccount large(bundledType("t2.2xlarge"));
  QVERIFY(near(large.launchCredits(), 240));
  busy(large, 1, 0);
  QVERIFY(near(large.earnedCredits(), 81.6));
  busy(large, 24, 0);
  QVERIFY(near(large.earnedCredits(), 1958.4));
}

void TestCreditAccount::cre06_fiveMinuteFormula() {
  CreditAccount nano(bundledType("t3.nano"));
  nano.setBalance(2);
  QVERIFY(near(nano.advance(0.2, 300), 1));
  QVERIFY(near(nano.balance(), 1.5));

  CreditAccount micro(bundledType("t2.micro"));
  micro.setBalance(100);
  for (int bar = 0; bar < 12; ++bar) QVERIFY(near(micro.advance(1, 300), 5));
  QVERIFY(near(micro.totals().spent, 60));
}

QTEST_APPLESS_MAIN(TestCreditAccount)
#include "tst_credit_account.moc"
