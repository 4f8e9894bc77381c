#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "engine/host/cpu_meter.h"
#include "engine/host/linux_cpu_source.h"
#include "fake_computer.h"

using namespace engine;

class ControlGroupsTest : public QObject, private FakeComputer {
  Q_OBJECT

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_clock = {};
  }

  void groups_data();
  void groups();
  void throttledGroup_data();
  void throttledGroup();
  void movedGroup();
};

void ControlGroupsTest::groups_data() {
  using Files = QMap<QString, QString>;
  QTest::addColumn<Files>("files");
  QTest::addColumn<double>("quota");  // 0: unlimited
  QTest::addColumn<int>("allowed");   // 0: unlimited
  QTest::addColumn<int>("warnings");
  const Files two{{"proc/self/cgroup", "0::/a/b\n"}, {"sys/fs/cgroup/cgroup.controllers", "cpu"}};
  const auto with = [](Files files, const Files& more) {
    files.insert(more);
    return files;
  };
  const QString own = "sys/fs/cgroup/a/b/", parent = "sys/fs/cgroup/a/";
  QTest::newRow("CRE-16a only cpu.stat")
      << with(two, {{own + "cpu.stat", "usage_usec 1\n"}}) << 0.0 << 0 << 0;
  QTest::newRow("CRE-16b max") << with(two, {{own + "cpu.max", "max 100000\n"}}) << 0.0 << 0 << 0;
  QTest::newRow("CRE-16c") << with(two, {{own + "cpu.max", "150000 100000\n"}}) << 1.5 << 0 << 0;
  QTest::newRow("CRE-16d parent") << with(two, {{own + "cpu.max", "max 100000\n"},
                                                {parent + "cpu.max", "200000 100000\n"}})
                                  << 2.0 << 0 << 0;
  QTest::newRow("CRE-16d the least counts")
      << with(two, {{own + "cpu.max", "300000 100000\n"}, {parent + "cpu.max", "200000 100000\n"}})
      << 2.0 << 0 << 0;
  QTest::newRow("CRE-16e period 0") << with(two, {{own + "cpu.max", "1000 0\n"}}) << 0.0 << 0 << 1;
  QTest::newRow("CRE-16f") << with(two, {{own + "cpuset.cpus", "\n"},
                                         {own + "cpuset.cpus.effective", "0-3\n"}})
                           << 0.0 << 4 << 0;
  QTest::newRow("cpuset list") << with(two, {{own + "cpuset.cpus.effective", "0-1,4,6-7\n"}}) << 0.0
                               << 5 << 0;
  QTest::newRow("no period given") << with(two, {{own + "cpu.max", "50000\n"}}) << 0.5 << 0 << 0;
  QTest::newRow("group as the host names it") << Files{{"proc/self/cgroup", "0::/../../x\n"},
                                                       {"sys/fs/cgroup/cgroup.controllers", "cpu"},
                                                       {"sys/fs/cgroup/cpu.max", "25000 100000\n"}}
                                              << 0.25 << 0 << 0;
  const Files one{{"proc/self/cgroup", "4:cpu,cpuacct:/c\n3:cpuset:/\n0::/\n"}};
  const QString v1 = "sys/fs/cgroup/cpu,cpuacct/c/";
  QTest::newRow("CRE-16 version 1, quota -1")
      << with(one, {{v1 + "cpu.cfs_quota_us", "-1\n"}, {v1 + "cpu.cfs_period_us", "100000\n"}})
      << 0.0 << 0 << 0;
  QTest::newRow("version 1") << with(one, {{v1 + "cpu.cfs_quota_us", "10000\n"},
                                           {v1 + "cpu.cfs_period_us", "100000\n"}})
                             << 0.1 << 0 << 0;
  QTest::newRow("version 1, ancestor, other mount")
      << with(one, {{"sys/fs/cgroup/cpu/cpu.cfs_quota_us", "70000\n"},
                    {"sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"},
                    {"sys/fs/cgroup/cpuset/cpuset.cpus", "2\n"}})
      << 0.7 << 1 << 0;
  QTest::newRow("named on the host, mounted in the container")
      << Files{{"proc/self/cgroup", "4:cpu:/docker/0123\n"},
               {"sys/fs/cgroup/cpu/cpu.cfs_quota_us", "70000\n"}}
      << 0.7 << 0 << 0;
}

void ControlGroupsTest::groups() {
  using Files = QMap<QString, QString>;
  QFETCH(Files, files);
  for (auto file = files.begin(); file != files.end(); ++file)
    write(file.key().toStdString(), file.value().toStdString());
  const CpuCounters counters = read();
  QTEST(cpuQuota(counters).value_or(0), "quota");
  QTEST(counters.allowedCpus.value_or(0), "allowed");
  QTEST(int(counters.warnings.size()), "warnings");
}

void ControlGroupsTest::throttledGroup_data() {
  QTest::addColumn<QString>("controllers");
  QTest::addColumn<QString>("folder");
  QTest::addColumn<QString>("after");
  QTest::newRow("version 2") << "0::/a"
                             << "sys/fs/cgroup/"
                             << "throttled_usec 3146294769\nnr_throttled 26758\nnew_key 1\n";
  QTest::newRow("version 1") << "1:cpu:/a"
                             << "sys/fs/cgroup/cpu/"
                             << "nr_throttled 26758\nthrottled_time 3146294769000\n";
}

// The numbers of a group with 10 % of a CPU that always wants more.
void ControlGroupsTest::throttledGroup() {
  QFETCH(QString, controllers);
  QFETCH(QString, folder);
  QFETCH(QString, after);
  const std::string top = folder.toStdString();
  write("proc/self/cgroup", controllers.toStdString() + "\n");
  if (controllers.startsWith('0')) write("sys/fs/cgroup/cgroup.controllers", "cpu");
  for (const auto* group : {"", "a/"}) write(top + group + "cpu.stat", "nr_periods 0\n");
  CpuMeter meter = this->meter();
  write(top + "cpu.stat", "nr_periods 26986\n" + after.toStdString());
  // Waiting at two levels at once is one wait.
  write(top + "a/cpu.stat", "nr_periods 1\nnr_throttled 1\nthrottled_usec 5\nthrottled_time 5\n");
  m_clock.now += 3600;
  const CpuUse use = meter.measure();
  QVERIFY(near(use.throttledSeconds, 3146.294769));
  QVERIFY(near(use.throttledShare, 26758.0 / 26986));
}

void ControlGroupsTest::movedGroup() {
  write("sys/fs/cgroup/cgroup.controllers", "cpu");
  write("sys/fs/cgroup/a/cpu.stat", "throttled_usec 1000000\n");
  write("sys/fs/cgroup/b/cpu.stat", "throttled_usec 900000000\n");
  write("proc/self/cgroup", "0::/a\n");
  CpuMeter meter = this->meter();
  write("proc/self/cgroup", "0::/b\n");
  m_clock.now += 1;
  QCOMPARE(meter.measure().throttledSeconds, 0.0);
}

QTEST_GUILESS_MAIN(ControlGroupsTest)
#include "tst_control_groups.moc"
