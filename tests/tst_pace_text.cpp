#include <QTest>

#include "error_message.h"
#include "pace_testing.h"

using namespace engine;

namespace {

const InstanceCatalogue& catalogue() {
  static const auto bundled = InstanceCatalogue::bundled();
  return bundled;
}

}  // namespace

class TestPaceText : public QObject {
  Q_OBJECT

 private slots:
  void machines_data();
  void machines();
  void everyTypeAndPercentReadsBack();
  void otherTexts_data();
  void otherTexts();
  void readings();
  void refused_data();
  void refused();
};

void TestPaceText::machines_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("written");
  const auto row = [](const char* text, const char* written) {
    QTest::newRow(text) << QByteArray(text) << QByteArray(written);
  };
  row("t2.micro", "t2.micro");
  row("t2.micro:39.5", "t2.micro:39.5");
  row("t3.micro:standard:20", "t3.micro:20:standard");
  row("t2.micro:0:until-2017", "t2.micro:0:until-2017");
  row("t2.micro:today", "t2.micro");
  row("custom,rate=24,vcpus=2,baseline=20,cap=576,launch=60:600",
      "custom,vcpus=2,baseline=20,rate=24,cap=576,launch=60:600");
  row("custom,price=0.5,surplus=0.25,throttle=hard:unlimited",
      "custom,price=0.5,surplus=0.25,throttle=hard:unlimited");
  row("t2.micro,rate=6", "t2.micro");
  row("t2.micro,baseline=12.5", "t2.micro,baseline=12.5");
}

void TestPaceText::machines() {
  QFETCH(QByteArray, text);
  QFETCH(QByteArray, written);
  const MachineChoice machine = readMachine(text.toStdString(), catalogue());
  QCOMPARE(machineText(machine, catalogue()), written.toStdString());
  const MachineChoice again = readMachine(written.toStdString(), catalogue());
  QCOMPARE(VirtualMachine(again.type, again.options).state(),
           VirtualMachine(machine.type, machine.options).state());
}

void TestPaceText::everyTypeAndPercentReadsBack() {
  for (const InstanceType& type : catalogue().types()) {
    QCOMPARE(machineText({type}, catalogue()), type.name);
    QCOMPARE(readMachine(type.name, catalogue()).type.vCpus, type.vCpus);
  }
  InstanceType type = catalogue().find("custom");
  for (int i = 1; i <= 10'000; ++i) {
    type.baseline = i / 100. / 100;
    const std::string text = machineText({type}, catalogue());
    QVERIFY2(readMachine(text, catalogue()).type.baseline == type.baseline, text.c_str());
  }
}

void TestPaceText::otherTexts_data() {
  QTest::addColumn<QByteArray>("kind");
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("written");
  const auto row = [](const char* kind, const char* text, const char* written) {
    QTest::addRow("%s %s", kind, text)
        << QByteArray(kind) << QByteArray(text) << QByteArray(written);
  };
  for (const char* text : {"432", "0.5", "measured", "8x", "0.25x"}) row("cost", text, text);
  row("cost", "1x", "measured");
  for (const char* text : {"virtual", "real", "60x", "0.5x"}) row("pace", text, text);
  row("pace", "1x", "real");
  for (const char* text : {"none", "adaptive", "duty:40%", "stop-at:2credits"})
    row("policy", text, text);
  row("policy", "sleep:3000ms:50min", "sleep:3000ms:50min");
  row("policy", "duty:0.5h:50min", "duty:30min:50min");
  row("policy", "duty:1.0001s:0.1ms", "duty:1000.1ms:0.1ms");
  row("policy", "stop-at:1credit", "stop-at:1credits");
  row("policy", "stop-at:0.25", "stop-at:0.25credits");
}

void TestPaceText::otherTexts() {
  QFETCH(QByteArray, kind);
  QFETCH(QByteArray, text);
  QFETCH(QByteArray, written);
  const auto rewrite = [&](const std::string& given) {
    if (kind == "cost") return stepCostText(readStepCost(given));
    if (kind == "pace") return paceText(readPace(given));
    return policyText(readPolicy(given));
  };
  QCOMPARE(rewrite(text.toStdString()), written.toStdString());
  QCOMPARE(rewrite(written.toStdString()), written.toStdString());
}

void TestPaceText::readings() {
  QVERIFY((std::get<SleepWhenSlow>(readPolicy("sleep:3000ms:50min")) == SleepWhenSlow{3, 3000}));
  QVERIFY((std::get<WorkAndRest>(readPolicy("duty:10min:1h")) == WorkAndRest{600, 3600}));
  QVERIFY(std::get<WorkShare>(readPolicy("duty:40%")) == WorkShare{0.4});
  QVERIFY(std::get<StopAt>(readPolicy("stop-at:2credits")) == StopAt{2});
  QVERIFY((readStepCost("8x") == StepCost{StepCost::Kind::Measured, 8}));
  QVERIFY((readStepCost("432") == StepCost{}));
  QVERIFY(std::isinf(readPace("virtual")));
  QCOMPARE(readPace("60x"), 60.);
  const MachineChoice machine = readMachine("custom,vcpus=2,baseline=20:50:unlimited", catalogue());
  QCOMPARE(machine.type.vCpus, 2);
  QCOMPARE(machine.type.baseline, 0.2);
  QCOMPARE(machine.options.balance, std::optional(50.));
  QVERIFY(machine.options.mode == CreditMode::Unlimited);
}

void TestPaceText::refused_data() {
  QTest::addColumn<QByteArray>("kind");
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("says");
  const auto row = [](const char* kind, const char* text, const char* says) {
    QTest::addRow("%s '%s'", kind, text)
        << QByteArray(kind) << QByteArray(text) << QByteArray(says);
  };
  row("machine", "", "no instance type \"\"");
  row("machine", "t2.mirco", "no instance type \"t2.mirco\"");
  row("machine", "t2.micro:", "not \"\"");
  row("machine", "t2.micro:-1", "not \"-1\"");
  row("machine", "t2.micro:3,5", "not \"3,5\"");
  row("machine", "t2.micro:nan", "not \"nan\"");
  row("machine", "t2.micro:inf", "not \"inf\"");
  row("machine", "t2.micro:175", "choose 0 to 174.0");
  row("machine", "Standard_B1s:unlimited", "no unlimited mode");
  row("machine", "t2.micro:unlimited:until-2017", "November 2017");
  row("machine", "custom,rate=0", "rate= takes a number from 0.01 to 60");
  row("machine", "custom,rate=1e-300", "from 0.01");
  row("machine", "custom,vcpus=2,rate=121", "to 120");
  row("machine", "custom,vcpus=1.5", "whole number from 1 to 1024");
  row("machine", "custom,vcpus=", "not \"\"");
  row("machine", "custom,baseline=0", "baseline=");
  row("machine", "custom,cap=0", "cap=");
  row("machine", "custom,throttle=soft", "staircase or hard");
  row("machine", "custom,speed=3", "no field \"speed\"");
  row("machine", "custom,", "no field \"\"");
  for (const char* text : {"", "0", "-5", "432ms", "x", "nan", "1e99", "8 x", "Measured"})
    row("cost", text, "such as 8x");
  for (const char* text : {"", "fast", "60", "0x", "-1x", "x", "1e30x"})
    row("pace", text, "such as 60x");
  for (const char* text :
       {"", "nap", "sleep", "sleep:3000ms", "sleep:3000:50min", "sleep:0ms:50min",
        "sleep:3s:50min:1", "stop-at", "stop-at:-1credits", "stop-at:2euros", "duty", "duty:40",
        "duty:0%", "duty:101%", "duty:10min:50", "adaptive:3", "none:1", "duty:1e300h:1h"})
    row("policy", text, "A credit policy is none, sleep:3000ms:50min");
}

void TestPaceText::refused() {
  QFETCH(QByteArray, kind);
  QFETCH(QByteArray, text);
  QFETCH(QByteArray, says);
  const std::string given = text.toStdString();
  const std::string message = messageOf([&] {
    if (kind == "machine") readMachine(given, catalogue());
    if (kind == "cost") readStepCost(given);
    if (kind == "pace") readPace(given);
    if (kind == "policy") readPolicy(given);
  });
  QVERIFY2(QByteArray::fromStdString(message).contains(says), message.c_str());
}

QTEST_APPLESS_MAIN(TestPaceText)
#include "tst_pace_text.moc"
