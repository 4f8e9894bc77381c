#include <QTest>
#include <random>

#include "credit_testing.h"
#include "engine/credits/virtual_machine.h"
#include "engine/error.h"

using engine::CreditMode;
using engine::MachineOptions;
using engine::VirtualMachine;

namespace {

constexpr double kStep = 0.432;           // CPU seconds of one step in the article's LeNet-5 run
constexpr double kTenEpochs = 61.9 * 60;  // CPU seconds of the whole run

VirtualMachine machine(const char* name, std::optional<double> balance = {}) {
  return VirtualMachine(bundledType(name), {.balance = balance});
}

VirtualMachine hardMachine(double balance) {
  engine::InstanceType type = bundledType("t2.micro");
  type.throttle = engine::ThrottleKind::Hard;
  return VirtualMachine(type, {.balance = balance});
}

}  // namespace

class TestVirtualMachine : public QObject {
  Q_OBJECT

 private slots:
  void cre05_hardMachineFrom30Credits();
  void cre05_collapseFrom30Credits();
  void strategies_data();
  void strategies();
  void sleepingGainsNothing();
  void unlimitedIsNeverSlow();
  void threadsLimitTheSpeed();
  void workInPiecesEqualsWorkAtOnce_data();
  void workInPiecesEqualsWorkAtOnce();
  void moreCreditsNeverFinishLater_data();
  void moreCreditsNeverFinishLater();
  void neverFasterThanFullSpeedNorThanTheCredits();
  void aCopyIsAForecast();
  void utilisationIsThatOfTheLastCall();
  void eventsActAtOnce();
  void nothingTakesNoTime();
  void eventsAtTheSameMoment();
};

// 30 credits at a net drain of 0.9 per minute.
void TestVirtualMachine::cre05_hardMachineFrom30Credits() {
  VirtualMachine hard = hardMachine(30);
  int step = 0;
  while (hard.speed() > 0.5) {
    hard.run(kStep);
    ++step;
  }
  QVERIFY(near(hard.seconds() / 60, 30 / 0.9, 0.1));
  QVERIFY(near(step, 4630, 1));
  QVERIFY(near(hard.run(kStep), 4.32, 1e-9));
}

// The first cut comes at the first tick after 25 / 0.9 = 27.8 minutes, step 3860.
void TestVirtualMachine::cre05_collapseFrom30Credits() {
  VirtualMachine micro = machine("t2.micro");
  int step = 0;
  while (micro.run(kStep) < kStep * 1.001) ++step;
  QVERIFY(step >= 3860 && near(step, 3860, 3860 * 0.15));
  micro.run(kStep * 2000);
  QVERIFY(near(micro.run(kStep), 4.32, 1e-6));
}

void TestVirtualMachine::strategies_data() {
  QTest::addColumn<double>("balance");
  QTest::addColumn<double>("minutes");
  for (const auto& [balance, minutes] :
       {std::pair{0., 619.}, {30., 319.}, {39.5, 224.}, {55.71, 61.9}, {174., 61.9}})
    QTest::addRow("%g credits", balance) << balance << minutes;
}

// Ten epochs: max(61.9, (61.9 - B) / 0.1) minutes. The slow-down near zero changes nothing of it.
void TestVirtualMachine::strategies() {
  QFETCH(double, balance);
  QFETCH(double, minutes);
  VirtualMachine hard = hardMachine(balance);
  QVERIFY(near(hard.run(kTenEpochs) / 60, minutes, 0.01));
  VirtualMachine gradual = machine("t2.micro", balance);
  QVERIFY(gradual.run(kTenEpochs) / 60 > minutes - 0.01);
  if (minutes > 62) QVERIFY(near(gradual.seconds() / 60, minutes, 0.01));
}

// The article's patch: 50 minutes of sleep whenever a step took more than 3000 ms.
void TestVirtualMachine::sleepingGainsNothing() {
  VirtualMachine straight = machine("t2.micro", 39.5);
  VirtualMachine sleeper = straight;
  for (int step = 0; step < 8593; ++step) {
    straight.run(kStep);
    if (sleeper.run(kStep) > 3) sleeper.idle(3000);
  }
  QVERIFY(sleeper.seconds() >= straight.seconds() - 1e-6);
}

void TestVirtualMachine::unlimitedIsNeverSlow() {
  VirtualMachine micro(bundledType("t2.micro"), {.mode = CreditMode::Unlimited});
  for (int step = 0; step < 8597; ++step) QVERIFY(near(micro.run(kStep), kStep));
  QVERIFY(near(micro.account().surplus(), 55.7, 0.05));
  QVERIFY(near(micro.account().totals().charged, 0));
  VirtualMachine idle = micro;
  idle.idle(9.3 * kHour);
  idle.stop();
  QVERIFY(near(idle.account().surplusCost(), 0));
  micro.stop();
  QVERIFY(near(micro.account().surplusCost(), 0.046, 0.0005));
}

void TestVirtualMachine::threadsLimitTheSpeed() {
  VirtualMachine large = machine("t2.large");
  QVERIFY(near(large.run(10, 1), 10));
  QVERIFY(near(large.utilisation(), 0.5));
  QVERIFY(near(large.run(10, 2), 5));
  QVERIFY(near(large.utilisation(), 1));
  QVERIFY(near(large.run(10, 8), 5));  // more threads than vCPUs
  QVERIFY(near(large.run(10, 0.5), 20));
  VirtualMachine empty(bundledType("t3.micro"), {.mode = CreditMode::Standard});
  QVERIFY(near(empty.speed(), 0.1));
  QVERIFY(near(empty.run(10, 2), 50));
}

void TestVirtualMachine::workInPiecesEqualsWorkAtOnce_data() {
  QTest::addColumn<double>("balance");
  for (const double balance : {0., 3., 39.5, 174.}) QTest::addRow("%g", balance) << balance;
}

void TestVirtualMachine::workInPiecesEqualsWorkAtOnce() {
  QFETCH(double, balance);
  VirtualMachine once = machine("t2.micro", balance);
  VirtualMachine often = once;
  double seconds = once.run(20000 * 0.25);
  for (int step = 0; step < 20000; ++step) seconds -= often.run(0.25);
  QVERIFY(near(seconds, 0, 1e-5));
  QVERIFY(near(once.seconds(), often.seconds(), 1e-6));
  QVERIFY(near(once.balance(), often.balance(), 1e-7));
  QVERIFY(near(imbalance(often.account()), 0));
  once.idle(kHour);
  for (int minute = 0; minute < 60; ++minute) often.idle(60);
  QVERIFY(near(once.speed(), often.speed(), 1e-6));
}

void TestVirtualMachine::moreCreditsNeverFinishLater_data() {
  QTest::addColumn<double>("threads");
  QTest::newRow("t2.nano") << 1.;
  QTest::newRow("t2.micro") << 1.;
  QTest::newRow("t2.small") << 0.8;
  QTest::newRow("t2.medium") << 2.;
  QTest::newRow("t2.2xlarge") << 5.;
  QTest::newRow("Standard_B2ms") << 2.;
  QTest::newRow("ecs.t6-c1m1.large") << 1.;
}

void TestVirtualMachine::moreCreditsNeverFinishLater() {
  QFETCH(double, threads);
  const auto type = bundledType(QTest::currentDataTag());
  std::mt19937 random(11);
  std::uniform_real_distribution<double> share(0, 1);
  for (int job = 0; job < 100; ++job) {
    const double work = share(random) * 4000;
    double previous = std::numeric_limits<double>::infinity();
    for (double balance = 0; balance < 12 * type.vCpus; balance += share(random) * 0.2) {
      MachineOptions options{.balance = balance};
      options.throttle.firstTickSeconds = 1 + 3 * job;  // the run begins anywhere on the clock
      VirtualMachine machine(type, options);
      const double seconds = machine.run(work, threads);
      QVERIFY2(seconds <= previous + 1e-6, qPrintable(QString::number(balance)));
      previous = seconds;
    }
  }
}

void TestVirtualMachine::neverFasterThanFullSpeedNorThanTheCredits() {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> share(0, 1);
  for (int life = 0; life < 50; ++life) {
    const double balance = 174 * share(random);
    VirtualMachine micro = machine("t2.micro", balance);
    double work = 0;
    for (int i = 0; i < 300; ++i) {
      const double piece = 200 * share(random);
      QVERIFY(micro.run(piece) >= piece - 1e-9);
      work += piece;
      if (share(random) < 0.1) micro.idle(3000 * share(random));
      QVERIFY(micro.balance() >= 0);
      QVERIFY(work / 60 <= balance + micro.seconds() / 600 + 1e-9);
      QVERIFY(near(work / 60, micro.account().totals().spent, 1e-7));
    }
  }
}

void TestVirtualMachine::aCopyIsAForecast() {
  VirtualMachine micro = machine("t2.micro");
  micro.run(1000);
  VirtualMachine ahead = micro;
  const double forecast = ahead.run(2000);
  QVERIFY(near(micro.seconds(), 1000));
  QVERIFY(near(micro.run(2000), forecast));
}

void TestVirtualMachine::utilisationIsThatOfTheLastCall() {
  VirtualMachine micro = machine("t2.micro", 0);
  micro.run(1);
  QVERIFY(near(micro.utilisation(), 0.1));
  micro.idle(60);
  QVERIFY(near(micro.utilisation(), 0));
  micro.setBalance(100);
  QVERIFY(near(micro.load(0.4, 100), 40));
  QVERIFY(near(micro.utilisation(), 0.4));
}

void TestVirtualMachine::eventsActAtOnce() {
  VirtualMachine micro = machine("t2.micro", 0);
  QVERIFY(near(micro.speed(), 0.1));
  micro.setBalance(60);
  QVERIFY(near(micro.speed(), 1));
  micro.setBalance(0);
  micro.setMode(CreditMode::Unlimited);
  QVERIFY(near(micro.speed(), 1));
  micro.setMode(CreditMode::Standard);
  QVERIFY(near(micro.speed(), 0.1));
  micro.reboot();
  QVERIFY(near(micro.balance(), 0));
  micro.stop();
  QVERIFY(near(micro.speed(), 0));
  QVERIFY_THROWS_EXCEPTION(engine::Error, micro.run(1));
  micro.idle(60);
  micro.start();
  QVERIFY(near(micro.speed(), 1));
  QVERIFY(near(micro.balance(), 30));
  QVERIFY(near(micro.seconds(), 60));
}

void TestVirtualMachine::nothingTakesNoTime() {
  VirtualMachine micro = machine("t2.micro");
  QVERIFY(near(micro.run(0), 0));
  QVERIFY(near(micro.load(1, 0), 0));
  QVERIFY(near(micro.seconds(), 0));
  QVERIFY(near(micro.balance(), 30));
}

// After 12 hours of rest the launch credits are spent exactly when an interval of 2016 ends.
void TestVirtualMachine::eventsAtTheSameMoment() {
  VirtualMachine micro(bundledType("t2.micro"), {.rules = engine::CreditRules::Until2017});
  micro.idle(12 * kHour);
  QVERIFY(near(micro.run(kTenEpochs), kTenEpochs));
  QVERIFY(near(micro.balance(), 30 + 72 - 0.9 * 61.9, 1e-9));
}

QTEST_APPLESS_MAIN(TestVirtualMachine)
#include "tst_virtual_machine.moc"
