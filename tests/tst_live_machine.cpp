#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "credit_testing.h"
#include "engine/host/live_status_json.h"

using namespace engine;

namespace {

class HandClock final : public Clock {
 public:
  double seconds() const override { return now; }
  double cpuSeconds() const override { return 0; }
  double now = 50;
};

// One CPU that has been up for an hour and does what the test says.
class HandSource final : public CpuSource {
 public:
  explicit HandSource(CpuCounters& counters) : m_counters(counters) {}
  CpuCounters read() override { return m_counters; }

 private:
  CpuCounters& m_counters;
};

constexpr double kNow = 1'800'000'000;

CloudReading reading(double balance, double secondsAgo, double usage = 0) {
  CloudReading reading;
  reading.now = kNow;
  reading.creditBalance = {{kNow - secondsAgo - 300, balance + 5}, {kNow - secondsAgo, balance}};
  reading.creditUsage = {{kNow - secondsAgo, usage}};
  return reading;
}

}  // namespace

class LiveMachineTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_clock = {};
    m_counters = {};
    m_counters.seconds = m_clock.now;
    m_counters.cpus = 1;
    m_counters.times = CpuTimes{};
    pass(3600, 0.25);
  }

  void withoutType();
  void fromBoot();
  void correctedAndBridged();
  void oldNewsIsNoNews();
  void emptyReading();
  void modeBecomesKnown();
  void outlook();
  void belowTheThreshold();
  void unlimited();
  void remote();
  void seriesAreMerged();
  void json();

 private:
  LiveMachine machine() { return LiveMachine(std::make_unique<HandSource>(m_counters), m_clock); }
  void pass(double seconds, double vCpus) {
    m_clock.now += seconds;
    m_counters.seconds += seconds;
    m_counters.times->at(0) += vCpus * seconds;
    m_counters.times->at(3) += (1 - vCpus) * seconds;
    m_counters.process += vCpus * seconds / 2;
  }

  HandClock m_clock;
  CpuCounters m_counters;
};

void LiveMachineTest::withoutType() {
  LiveMachine machine = this->machine();
  pass(1, 0.5);
  machine.apply(reading(10, 60));
  const LiveStatus& status = machine.tick();
  QVERIFY(!status.type && !status.measured);
  QVERIFY(near(status.use.share(status.use.busy), 0.5) && near(status.use.others(), 0.25));
}

void LiveMachineTest::fromBoot() {
  LiveMachine machine = this->machine();
  machine.setType(bundledType("t2.micro"));
  QVERIFY(near(machine.status().balance, 30 + 6 - 15));
  pass(60, 1);
  QVERIFY(near(machine.tick().balance, 21 + 0.1 - 1));
  QVERIFY(!machine.status().measured && !machine.status().modeIsKnown);
}

void LiveMachineTest::correctedAndBridged() {
  LiveMachine machine = this->machine();
  machine.setType(bundledType("t2.micro"));
  pass(600, 1);
  machine.tick();
  machine.apply(reading(40, 420));
  const LiveStatus& status = machine.status();
  QVERIFY(near(status.balance, 40 - 0.9 * 7));
  QVERIFY(status.measured && near(*status.secondsSinceTruth, 420));
  QCOMPARE(status.truth->value, 40.0);
  QVERIFY(!status.error);
  pass(60, 0);
  QVERIFY(near(machine.tick().balance, 40 - 0.9 * 7 + 0.1));
  machine.apply(reading(36, 60));
  QVERIFY(near(*status.error, (33.7 + 0.1) - (36 + 0.1)));
}

void LiveMachineTest::oldNewsIsNoNews() {
  LiveMachine machine = this->machine();
  machine.setType(bundledType("t2.micro"));
  machine.apply(reading(40, 300));
  const double before = machine.status().balance;
  machine.apply(reading(99, 300));
  machine.apply(reading(99, 900));
  QCOMPARE(machine.status().balance, before);
}

// CRE-07: no points keep the last value, whose age grows.
void LiveMachineTest::emptyReading() {
  LiveMachine machine = this->machine();
  machine.setType(bundledType("t2.micro"));
  machine.apply(reading(40, 300));
  CloudReading empty;
  empty.now = kNow + 60;
  pass(60, 0.1);
  machine.tick();
  machine.apply(empty);
  QVERIFY(machine.status().measured);
  QVERIFY(near(*machine.status().secondsSinceTruth, 360));
  QVERIFY(near(machine.status().balance, 40 + 0.5));
}

void LiveMachineTest::modeBecomesKnown() {
  LiveMachine machine = this->machine();
  machine.setType(bundledType("t3.micro"));
  QVERIFY(machine.status().mode == CreditMode::Unlimited && !machine.status().modeIsKnown);
  CloudReading standard;
  standard.mode = CreditMode::Standard;
  machine.apply(standard);
  machine.setType(bundledType("t3.micro"));  // said again with each round
  QVERIFY(machine.status().mode == CreditMode::Standard && machine.status().modeIsKnown);
}

void LiveMachineTest::outlook() {
  LiveMachine machine = this->machine();
  machine.setType(bundledType("t2.micro"));
  machine.apply(reading(30, 0));
  const LiveStatus& status = machine.status();
  QVERIFY(near(status.slowDownBalance, 6.25));
  QVERIFY(near(*status.secondsToSlowDown / 60, 23.75 / 0.9));
  QVERIFY(near(*status.secondsToEmpty / 60, 30 / 0.9));
  // Of the 30, launch credits are no part of the cap of 144.
  QVERIFY(near(*status.secondsToFull / 3600, 24, 6));
}

void LiveMachineTest::belowTheThreshold() {
  LiveMachine machine = this->machine();
  machine.setType(bundledType("t2.micro"));
  machine.apply(reading(4.9, 0));
  QCOMPARE(*machine.status().secondsToSlowDown, 0.0);
  QVERIFY(near(*machine.status().secondsToEmpty / 60, 4.9 / 0.9));
}

void LiveMachineTest::unlimited() {
  LiveMachine machine = this->machine();
  machine.setType(bundledType("t3.nano"));
  CloudReading reading = ::reading(0, 120);
  reading.surplusCreditBalance = {{kNow - 420, 1}, {kNow - 120, 7}};
  machine.apply(reading);
  QVERIFY(near(machine.status().surplus, 7 - 0.1 * 2));
  QVERIFY(!machine.status().secondsToSlowDown);
}

void LiveMachineTest::remote() {
  LiveMachine machine(nullptr, m_clock);
  QVERIFY(machine.isRemote());
  machine.setType(bundledType("t2.micro"));
  machine.apply(reading(50, 300, /*usage=*/2.5));  // half a vCPU
  QVERIFY(near(machine.status().balance, 50 + 0.5 - 2.5));
  m_clock.now += 60;
  QVERIFY(near(machine.tick().balance, 48 + 0.1 - 0.5));
  QCOMPARE(machine.status().use.seconds, 0.0);
}

void LiveMachineTest::seriesAreMerged() {
  MetricSeries series{{300, 1}, {600, 2}};
  mergeSeries(series, {{900, 4}, {600, 3}});
  QCOMPARE(series, (MetricSeries{{300, 1}, {600, 3}, {900, 4}}));
  mergeSeries(series, {});
  QCOMPARE(series.size(), std::size_t(3));
}

void LiveMachineTest::json() {
  LiveMachine machine = this->machine();
  pass(2, 0.5);
  LiveStatusContext context;
  context.problem = "a \"reason\"";
  const auto parse = [](const std::string& line) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
  };
  QJsonObject parsed = parse(liveStatusJson(machine.tick(), context));
  for (const char* key : {"credits", "type", "instance"}) QVERIFY(parsed[key].isNull());
  QVERIFY(near(parsed["cpu"].toObject()["busyPercent"].toDouble(), 50));
  QCOMPARE(parsed["problem"].toString(), QString("a \"reason\""));

  machine.setType(bundledType("t2.micro"), CreditMode::Standard);
  machine.apply(reading(30, 60));
  context.instance = CloudInstance{"i-1", "t2.micro", "eu-west-1", {}};
  const std::string line = liveStatusJson(machine.status(), context);
  QVERIFY(line.find('\n') == std::string::npos);
  parsed = parse(line);
  const QJsonObject credits = parsed["credits"].toObject();
  QCOMPARE(credits["source"].toString(), QString("measured"));
  QVERIFY(near(credits["measuredBalance"].toDouble(), 30));
  QVERIFY(near(credits["measuredSecondsAgo"].toDouble(), 60));
  QCOMPARE(parsed["mode"].toString(), QString("standard"));
  QCOMPARE(parsed["region"].toString(), QString("eu-west-1"));
}

QTEST_GUILESS_MAIN(LiveMachineTest)
#include "tst_live_machine.moc"
