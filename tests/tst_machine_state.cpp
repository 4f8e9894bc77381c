#include <QTest>
#include <random>

#include "credit_testing.h"
#include "engine/credits/virtual_machine.h"
#include "error_message.h"

using engine::CreditMode;
using engine::CreditRules;
using engine::MachineOptions;
using engine::VirtualMachine;

Q_DECLARE_METATYPE(MachineOptions)

namespace {

// Half an hour to a few days of all that can happen to a machine.
void live(VirtualMachine& machine, unsigned seed, int events) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> share(0, 1);
  for (int i = 0; i < events; ++i) {
    const double lot = share(random);
    if (!machine.account().isRunning())
      machine.start(lot < 0.8);
    else if (lot < 0.6)
      machine.run(1000 * share(random), machine.type().vCpus * share(random) + 0.1);
    else if (lot < 0.9)
      machine.load(machine.type().vCpus * share(random), 4000 * share(random));
    else if (lot < 0.93)
      machine.stop();
    else if (lot < 0.96)
      machine.setBalance(machine.type().maxCredits * share(random));
    else if (machine.type().offersUnlimited && machine.account().rules() == CreditRules::Today)
      machine.setMode(lot < 0.98 ? CreditMode::Unlimited : CreditMode::Standard);
  }
}

}  // namespace

class TestMachineState : public QObject {
  Q_OBJECT

 private slots:
  void goesOnExactly_data();
  void goesOnExactly();
  void refusesWhatIsNotItsState();
};

void TestMachineState::goesOnExactly_data() {
  QTest::addColumn<QString>("type");
  QTest::addColumn<MachineOptions>("options");
  QTest::newRow("t2.micro") << "t2.micro" << MachineOptions{};
  QTest::newRow("from the article's balance") << "t2.micro" << MachineOptions{.balance = 39.5};
  QTest::newRow("lots that expire")
      << "t2.medium" << MachineOptions{.rules = CreditRules::Until2017, .balance = 100};
  QTest::newRow("unlimited") << "t3.nano" << MachineOptions{.mode = CreditMode::Unlimited};
  QTest::newRow("not whole numbers") << "t2.2xlarge" << MachineOptions{};
  QTest::newRow("hard, keeps earning") << "ecs.t6-c1m1.large" << MachineOptions{};
  QTest::newRow("Azure") << "Standard_B2ms" << MachineOptions{.balance = 3};
}

// Compared without tolerance: a checkpoint must not change the run.
void TestMachineState::goesOnExactly() {
  QFETCH(QString, type);
  QFETCH(MachineOptions, options);
  for (unsigned seed = 0; seed < 100; ++seed) {
    VirtualMachine machine(bundledType(qPrintable(type)), options);
    live(machine, seed, static_cast<int>(seed));
    VirtualMachine other(bundledType(qPrintable(type)), options);
    other.restore(machine.state());
    QCOMPARE(other.state(), machine.state());
    live(machine, seed + 1000, 50);
    live(other, seed + 1000, 50);
    QCOMPARE(other.state(), machine.state());
    QVERIFY(other.seconds() == machine.seconds());
    QVERIFY(other.balance() == machine.balance());
    QVERIFY(other.speed() == machine.speed());
    QVERIFY(other.utilisation() == machine.utilisation());
    QVERIFY(other.account().totals().spent == machine.account().totals().spent);
    QVERIFY(other.account().surplusCost() == machine.account().surplusCost());
  }
}

void TestMachineState::refusesWhatIsNotItsState() {
  VirtualMachine machine(bundledType("t2.micro"));
  machine.run(500);
  const std::vector<double> good = machine.state();
  const auto refuses = [&](const std::vector<double>& numbers) {
    return messageOf([&] { machine.restore(numbers); }).find("damaged") != std::string::npos;
  };
  for (std::size_t i = 0; i < good.size(); ++i) {
    QVERIFY(refuses({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(i)}));
    for (const double wrong : {kUnknown, -1e18, 1e18, double(HUGE_VAL)}) {
      std::vector<double> bad = good;
      bad[i] = wrong;
      QVERIFY2(refuses(bad), qPrintable(QString::number(i)));
    }
  }
  std::vector<double> longer = good;
  longer.push_back(0);
  QVERIFY(refuses(longer));
  QCOMPARE(machine.state(), good);
}

QTEST_APPLESS_MAIN(TestMachineState)
#include "tst_machine_state.moc"
