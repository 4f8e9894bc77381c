#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "engine/host/cpu_meter.h"
#include "engine/host/linux_cpu_source.h"
#include "fake_computer.h"

using namespace engine;

class CpuMeterTest : public QObject, private FakeComputer {
  Q_OBJECT

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_clock = {};
  }

  void intervals_data();
  void intervals();
  void stealSinceBoot();
  void negativeZeroIsNeverShown();
  void ticksThatVanish();
  void cpuThatComesAndGoes();
  void gapIsAnAverage();
  void nothingToRead();
  void garbage();
  void thisComputer();
};

// Ticks are hundredths of a second on every Linux that Burstlab runs on.
void CpuMeterTest::intervals_data() {
  QTest::addColumn<QString>("before");
  QTest::addColumn<QString>("after");
  QTest::addColumn<double>("busyPercent");
  QTest::addColumn<double>("stealPercent");
  QTest::addColumn<double>("busySeconds");
  QTest::newRow("CRE-13 guest is part of user")
      << "cpu 0 0 0 0 0 0 0 0 0 0"
      << "cpu 100 0 0 900 0 0 0 0 100 0" << 10.0 << 0.0 << 1.0;
  QTest::newRow("CRE-14 steal is not our use") << "cpu 50 0 0 0 0 0 0 10"
                                               << "cpu 60 0 0 0 0 0 0 100" << 10.0 << 90.0 << 0.1;
  QTest::newRow("CRE-15 iowait falls") << "cpu 0 0 0 0 100 0 0 0"
                                       << "cpu 50 0 0 50 95 0 0 0" << 50.0 << 0.0 << 0.5;
  QTest::newRow("CRE-15 32-bit overflow") << "cpu 4294967290 0 0 0 0 0 0 0"
                                          << "cpu 4 0 30 70 0 0 0 0" << 30.0 << 0.0 << 0.3;
  QTest::newRow("CRE-15 all fall") << "cpu 9 9 9 9 9 9 9 9"
                                   << "cpu 1 1 1 1 1 1 1 1" << 0.0 << 0.0 << 0.0;
  QTest::newRow("nothing happened") << "cpu 1 2 3 4"
                                    << "cpu 1 2 3 4" << 0.0 << 0.0 << 0.0;
  QTest::newRow("every busy state") << "cpu 0 0 0 0 0 0 0 0"
                                    << "cpu 1 2 4 100 8 16 32 37" << 27.5 << 18.5 << 0.55;
  QTest::newRow("old kernel without steal") << "cpu 0 0 0 0"
                                            << "cpu 25 0 0 75" << 25.0 << 0.0 << 0.25;
}

void CpuMeterTest::intervals() {
  QFETCH(QString, before);
  QFETCH(QString, after);
  write("proc/stat", before.toStdString() + "\ncpu0 1 2 3\n");
  CpuMeter meter = this->meter();
  m_clock.now += 2;
  write("proc/stat", after.toStdString() + "\ncpu0 1 2 3\n");
  const CpuUse use = meter.measure();
  QVERIFY(use.ofMachine);
  QTEST(100 * use.share(use.busy), "busyPercent");
  QTEST(100 * use.share(use.steal), "stealPercent");
  QTEST(use.busy, "busySeconds");
}

void CpuMeterTest::stealSinceBoot() {
  write("proc/stat",
        "cpu 12326678 4215 2516722 191279683 472016 0 256286 318860 0 0\ncpu0 1\ncpu1 1\n");
  const CpuUse use = cpuUseSinceBoot(read());
  QVERIFY(near(use.busy + use.steal + use.idle, 2071744.60, 1e-3));
  QVERIFY(near(100 * use.share(use.steal), 0.154, 5e-4));
  QVERIFY(near(use.seconds, 1035872.30, 1e-3));
}

// Sources that count in floating point may report tiny falls.
void CpuMeterTest::negativeZeroIsNeverShown() {
  CpuCounters before, after;
  before.cpus = after.cpus = 1;
  after.seconds = 1;
  before.times = CpuTimes{7.1e-10};
  after.times = CpuTimes{};
  after.times->at(3) = 1;
  const CpuUse use = cpuUseBetween(before, after);
  QCOMPARE(use.busy, 0.0);
  QVERIFY(!std::signbit(use.busy) && !std::signbit(use.share(use.busy)));
}

// A f1-micro counts no steal: while it is throttled, its ticks are fewer than the time has.
void CpuMeterTest::ticksThatVanish() {
  write("proc/stat", "cpu 0 0 0 0\ncpu0 0\n");
  CpuMeter meter = this->meter();
  write("proc/stat", "cpu 200 0 0 20\ncpu0 0\n");
  m_clock.now += 10;
  const CpuUse use = meter.measure();
  QVERIFY(near(use.missing, 7.8));
  QVERIFY(near(use.vCpus(), 0.2));
}

void CpuMeterTest::cpuThatComesAndGoes() {
  write("proc/stat", "cpu 100 0 0 100\ncpu0 1\ncpu1 1\n");
  CpuMeter meter = this->meter();
  for (const auto& [text, cpus] : {std::pair("cpu 190 0 0 110\ncpu0 1\n", 1),
                                   std::pair("cpu 280 0 0 220\ncpu0 1\ncpu1 1\n", 2)}) {
    write("proc/stat", text);
    m_clock.now += 1;
    const CpuUse use = meter.measure();
    QCOMPARE(use.cpus, cpus);
    QVERIFY(near(use.busy, 0.9));
    QCOMPARE(use.missing, 0.0);  // unknown: nobody tells when it came
  }
}

void CpuMeterTest::gapIsAnAverage() {
  write("proc/stat", "cpu 0 0 0 0\ncpu0 1\n");
  CpuMeter meter = this->meter();
  write("proc/stat", "cpu 90000 0 0 270000\ncpu0 1\n");
  m_clock.now += 3600;
  m_clock.process += 600;
  const CpuUse use = meter.measure();
  QVERIFY(near(use.vCpus(), 0.25) && near(use.others(), 300));
  // Nothing happened, or the clock stood still: no division by zero, no change.
  QCOMPARE(meter.measure().vCpus(), 0.0);
  m_clock.now -= 5;
  QCOMPARE(meter.measure().seconds, 0.0);
}

void CpuMeterTest::nothingToRead() {
  CpuMeter meter = this->meter();
  m_clock.now += 2;
  m_clock.process += 1;
  const CpuUse use = meter.measure();
  QVERIFY(!use.ofMachine);
  QVERIFY(near(use.busy, 1) && near(use.vCpus(), 0.5));
  QVERIFY(use.cpus >= 1);
  QVERIFY(meter.counters().groups.empty() && meter.counters().warnings.empty());
  QVERIFY(!cpuQuota(meter.counters()) && !meter.counters().allowedCpus);
}

void CpuMeterTest::garbage() {
  write("proc/stat", std::string("cpu\ncpu x y\n\0\xff cpu0\ncpu0\n", 24));
  write("proc/self/cgroup", "no colons\n::\n0:\n");
  write("sys/fs/cgroup/cgroup.controllers", "");
  write("sys/fs/cgroup/cpu.max", "many few\n");
  write("sys/fs/cgroup/cpu.stat", "nr_periods\nusage_usec -\n");
  const CpuCounters counters = read();
  QVERIFY(!counters.times);
  QVERIFY(!cpuQuota(counters));
}

void CpuMeterTest::thisComputer() {
  CpuMeter meter;
  double sum = 0;
  const double start = steadyClock().cpuSeconds();
  while (steadyClock().cpuSeconds() < start + 0.05) sum += std::sqrt(sum + 1);
  const CpuUse use = meter.measure();
  QVERIFY(sum > 0);
  QVERIFY(use.process >= 0.05 && use.seconds > 0);
  QVERIFY(use.ofMachine && use.cpus >= 1);
  QVERIFY(cpuUseSinceBoot(meter.counters()).busy > 0);
}

QTEST_GUILESS_MAIN(CpuMeterTest)
#include "tst_cpu_meter.moc"
