#include <QTest>
#include <random>

#include "credit_testing.h"
#include "engine/error.h"

using engine::CreditAccount;
using engine::CreditMode;
using engine::CreditRules;

namespace {

bool sameCredits(const CreditAccount& a, const CreditAccount& b) {
  const auto x = a.totals(), y = b.totals();
  return near(a.launchCredits(), b.launchCredits()) && near(a.earnedCredits(), b.earnedCredits()) &&
         near(a.surplus(), b.surplus()) && near(x.earned, y.earned) && near(x.spent, y.spent) &&
         near(x.discarded, y.discarded) && near(x.charged, y.charged);
}

void addSituations() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<CreditMode>("mode");
  QTest::addColumn<CreditRules>("rules");
  QTest::addColumn<double>("balance");
  QTest::addColumn<double>("vCpus");
  const auto standard = CreditMode::Standard, unlimited = CreditMode::Unlimited;
  const auto today = CreditRules::Today, until2017 = CreditRules::Until2017;
  QTest::newRow("through launch credits and zero") << "t2.micro" << standard << today << 40. << 1.;
  QTest::newRow("launch credits at the cap") << "t2.micro" << standard << today << 173. << 0.77;
  QTest::newRow("into the cap") << "t3.2xlarge" << standard << today << 4500. << 0.3;
  QTest::newRow("empty") << "t2.nano" << standard << today << 0. << 0.7;
  QTest::newRow("fractions") << "t2.2xlarge" << standard << today << 500.3 << 7.7;
  QTest::newRow("into surplus") << "t3.nano" << unlimited << today << 20. << 1.3;
  QTest::newRow("through launch credits into surplus")
      << "ecs.t6-c1m1.large" << unlimited << today << 61. << 2.;
  QTest::newRow("lots, idle") << "t2.micro" << standard << until2017 << 40. << 0.;
  QTest::newRow("lots, through zero") << "t2.micro" << standard << until2017 << 40. << 1.;
}

}  // namespace

class TestCreditExactness : public QObject {
  Q_OBJECT

 private slots:
  void hourInMilliseconds_data() { addSituations(); }
  void hourInMilliseconds();
  void daysInOddSteps_data() { addSituations(); }
  void daysInOddSteps();
  void conservation_data();
  void conservation();
};

void TestCreditExactness::hourInMilliseconds() {
  QFETCH(QString, name);
  QFETCH(CreditMode, mode);
  QFETCH(CreditRules, rules);
  QFETCH(double, balance);
  QFETCH(double, vCpus);
  CreditAccount once(bundledType(qPrintable(name)), mode, rules);
  once.setBalance(balance);
  CreditAccount often = once;
  once.advance(vCpus, kHour);
  for (int step = 0; step < 3'600'000; ++step) often.advance(vCpus, 0.001);
  QVERIFY(sameCredits(once, often));
  QVERIFY(near(often.seconds(), kHour));
}

// Busy and idle by turns for three days, so that every event comes in the middle of some step.
void TestCreditExactness::daysInOddSteps() {
  QFETCH(QString, name);
  QFETCH(CreditMode, mode);
  QFETCH(CreditRules, rules);
  QFETCH(double, balance);
  QFETCH(double, vCpus);
  CreditAccount once(bundledType(qPrintable(name)), mode, rules);
  once.setBalance(balance);
  CreditAccount often = once;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> size(0.01, 97);
  for (const double hours : {1.5, 26.0, 3.7, 0.4, 41.0}) {
    once.advance(vCpus, hours * kHour);
    for (double left = hours * kHour; left > 0;) {
      const double step = std::min(left, size(random));
      often.advance(vCpus, step);
      left -= step;
    }
    QVERIFY(sameCredits(once, often));
    vCpus = once.type().vCpus - vCpus;
  }
}

void TestCreditExactness::conservation_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<CreditRules>("rules");
  QTest::newRow("t2.micro") << "t2.micro" << CreditRules::Today;
  QTest::newRow("t2.micro, rules of 2016") << "t2.micro" << CreditRules::Until2017;
  QTest::newRow("t3.small") << "t3.small" << CreditRules::Today;
  QTest::newRow("Azure") << "Standard_B20ms" << CreditRules::Today;
  QTest::newRow("Alibaba") << "ecs.t6-c1m1.large" << CreditRules::Today;
}

// No sequence of loads and events makes or loses a credit, nor leaves the allowed range.
void TestCreditExactness::conservation() {
  QFETCH(QString, name);
  QFETCH(CreditRules, rules);
  const auto type = bundledType(qPrintable(name));
  std::mt19937 random(7);
  std::uniform_real_distribution<double> share(0, 1);
  for (int life = 0; life < 50; ++life) {
    CreditAccount account(type, CreditMode::Standard, rules);
    for (int event = 0; event < 200; ++event) {
      const double dice = share(random);
      if (dice < 0.03) account.stop();
      if (dice > 0.9) account.start();
      if (dice > 0.3 && dice < 0.35) account.setBalance(share(random) * type.maxCredits);
      if (dice > 0.4 && dice < 0.5 && type.offersUnlimited && rules == CreditRules::Today)
        account.setMode(dice < 0.45 ? CreditMode::Unlimited : CreditMode::Standard);
      const double load = dice < 0.6 ? 0 : type.vCpus * share(random);
      account.advance(load, std::pow(10, 7 * share(random) - 2));
      QVERIFY(near(imbalance(account), 0));
      QVERIFY(account.launchCredits() >= 0 && account.launchCredits() <= type.launchCredits);
      QVERIFY(account.earnedCredits() >= 0 && account.earnedCredits() <= type.maxCredits);
      QVERIFY(account.surplus() >= 0 && account.surplus() <= type.maxCredits);
    }
  }
}

QTEST_APPLESS_MAIN(TestCreditExactness)
#include "tst_credit_exactness.moc"
