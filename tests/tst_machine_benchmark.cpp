#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <cmath>
#include <numeric>

#include "engine/bench/benchmark_json.h"
#include "engine/bench/machine_benchmark.h"
#include "engine/error.h"

using engine::BenchmarkConfig;
using engine::InstanceCatalogue;
using engine::MachineBenchmark;
using engine::MachineResult;
using engine::MachineSpeed;
using engine::Timing;
using namespace Qt::StringLiterals;

namespace {

bool near(double actual, double expected) {
  return std::abs(actual - expected) <= 1e-9 * std::abs(expected);
}

// Every reading comes a millisecond after the one before.
class TickingClock : public engine::Clock {
 public:
  double seconds() const override { return 1e-3 * double(++m_ticks); }
  double cpuSeconds() const override { return seconds(); }

 private:
  mutable std::int64_t m_ticks = 0;
};

// 10 epochs take 8,593 * 0.02 + 440,000 / 10,000 = 215.86 s, and twice that with AVX2.
MachineResult madeUpResult() {
  const MachineSpeed avx512{.kernels = "avx512",
                            .threads = 1,
                            .peak = 160e9,
                            .step = {.minimum = 0.01, .median = 0.02, .percentile90 = 0.03},
                            .imagesPerSecond = 10'000,
                            .digit = 0.001};
  MachineSpeed twoThreads = avx512, avx2 = avx512;
  twoThreads.threads = 2;
  twoThreads.step.median = 0.01;
  avx2.kernels = "avx2";
  avx2.peak = 76.8e9;
  avx2.step.median = 0.04;
  avx2.imagesPerSecond = 5'000;
  return {
      .kernels = "AVX-512", .data = "Data", .speeds = {avx512, twoThreads, avx2}, .peakMemory = 1};
}

}  // namespace

class TestMachineBenchmark : public QObject {
  Q_OBJECT

 private slots:
  void timings_data();
  void timings();
  void peaksOfAllKernelSets();
  void measuredByAClockOfTheTest();
  void measuredByTheRealClock();
  void progressGoesUpToAll();
  void givenUp();
  void impossibleConfigurations_data();
  void impossibleConfigurations();
  void tenEpochs();
  void estimates_data();
  void estimates();
  void everyRealInstanceIsEstimated();
  void json();
};

void TestMachineBenchmark::timings_data() {
  QTest::addColumn<int>("count");
  QTest::addColumn<QList<double>>("expected");
  QTest::newRow("1") << 1 << QList<double>{1, 1, 1};
  QTest::newRow("2") << 2 << QList<double>{1, 2, 2};
  QTest::newRow("9") << 9 << QList<double>{1, 5, 9};
  QTest::newRow("10") << 10 << QList<double>{1, 6, 9};
  QTest::newRow("11") << 11 << QList<double>{1, 6, 10};
  QTest::newRow("100") << 100 << QList<double>{1, 51, 90};
}

void TestMachineBenchmark::timings() {
  QFETCH(int, count);
  QFETCH(QList<double>, expected);
  std::vector<double> times(std::size_t(count), 0.0);
  std::iota(times.rbegin(), times.rend(), 1.0);
  const Timing timing = engine::summarize(times);
  QCOMPARE(timing.minimum, expected[0]);
  QCOMPARE(timing.median, expected[1]);
  QCOMPARE(timing.percentile90, expected[2]);
}

// Every sum ends at 2, so that the total tells how many operations a round has.
void TestMachineBenchmark::peaksOfAllKernelSets() {
  for (const engine::Kernels* kernels : engine::availableKernels()) {
    float sum = 0;
    const double operations = kernels->multiplyAdds(1000, sum);
    QVERIFY2(sum >= 16 && sum == 2 * std::round(sum / 2), kernels->name);
    QVERIFY2(std::fmod(operations, 1000 * sum) == 0, kernels->name);
  }
}

void TestMachineBenchmark::measuredByAClockOfTheTest() {
  const TickingClock clock;
  BenchmarkConfig config{.threads = 2, .seconds = 0.05};
  config.comparisons = {"reference", "abacus"};
  const auto result = MachineBenchmark(config, clock).run();
  QVERIFY(result);
  QCOMPARE(QByteArray(result->kernels.c_str()), engine::selectKernels().description);
  QCOMPARE(result->speeds.size(), std::size_t{3});
  const char* const first = engine::selectKernels().name;
  const std::pair<const char*, int> expected[] = {{first, 1}, {first, 2}, {"reference", 1}};
  double peaks[3];
  for (std::size_t i = 0; i < 3; ++i) {
    const MachineSpeed& speed = result->speeds[i];
    QCOMPARE(QByteArray(speed.kernels.c_str()), expected[i].first);
    QCOMPARE(speed.threads, expected[i].second);
    for (const double time :
         {speed.step.minimum, speed.step.median, speed.step.percentile90, speed.digit})
      QVERIFY(std::abs(time - 1e-3) < 1e-9);
    QVERIFY(std::abs(speed.imagesPerSecond - 64e3) < 1e-3);
    peaks[i] = speed.peak;
  }
  QVERIFY(std::abs(peaks[1] / peaks[0] - 2) < 1e-6);
  QVERIFY(result->peakMemory > 10'000'000);
}

void TestMachineBenchmark::measuredByTheRealClock() {
  const auto result = MachineBenchmark({.threads = 1, .seconds = 0.1}).run();
  QVERIFY(result);
  QCOMPARE(result->speeds.size(), std::size_t{1});
  const MachineSpeed& speed = result->speeds.front();
  QVERIFY(speed.step.minimum > 0);
  QVERIFY(speed.step.median >= speed.step.minimum);
  QVERIFY(speed.step.percentile90 >= speed.step.median);
  QVERIFY(speed.peak > 0);
  QVERIFY(speed.imagesPerSecond > 0);
  QVERIFY(speed.digit > 0);
}

void TestMachineBenchmark::progressGoesUpToAll() {
  const TickingClock clock;
  double last = 0;
  bool rising = true;
  const auto result =
      MachineBenchmark({.threads = 2, .seconds = 0.05}, clock).run([&](double done) {
        rising = rising && done >= last;
        last = done;
        return true;
      });
  QVERIFY(result);
  QVERIFY(rising);
  QVERIFY(std::abs(last - 1) < 1e-9);
}

void TestMachineBenchmark::givenUp() {
  const TickingClock clock;
  for (const double limit : {-1.0, 0.05, 0.6}) {
    int later = 0;
    const auto result =
        MachineBenchmark({.threads = 1, .seconds = 0.05}, clock).run([&](double done) {
          later += done > limit;
          return done <= limit;
        });
    QVERIFY(!result);
    QCOMPARE(later, 1);
  }
}

void TestMachineBenchmark::impossibleConfigurations_data() {
  QTest::addColumn<BenchmarkConfig>("config");
  QTest::newRow("threads") << BenchmarkConfig{.threads = -1};
  QTest::newRow("too many threads") << BenchmarkConfig{.threads = 257};
  QTest::newRow("no time") << BenchmarkConfig{.seconds = 0};
  QTest::newRow("nan") << BenchmarkConfig{.seconds = std::nan("")};
  QTest::newRow("endless") << BenchmarkConfig{.seconds = INFINITY};
  QTest::newRow("kernels") << BenchmarkConfig{.kernels = "abacus"};
}

void TestMachineBenchmark::impossibleConfigurations() {
  QFETCH(BenchmarkConfig, config);
  QVERIFY_THROWS_EXCEPTION(engine::Error, (MachineBenchmark(config)));
}

void TestMachineBenchmark::tenEpochs() {
  QVERIFY(near(engine::tenEpochs(madeUpResult().speeds[0]), 215.86));
  QVERIFY(near(engine::tenEpochs(madeUpResult().speeds[1]), 129.93));
}

void TestMachineBenchmark::estimates_data() {
  QTest::addColumn<QString>("instance");
  QTest::addColumn<double>("minutes");
  QTest::addColumn<double>("hours");
  // AVX2 was measured at the very peak of this processor, 2.4 GHz * 32.
  QTest::newRow("AVX2") << u"t2.micro"_s << 2 * 215.86 / 60 << 2 * 215.86 / 60 / 6;
  // Half the instructions per cycle, 2.2 GHz: 35.2 GFLOP/s.
  QTest::newRow("slower AVX2") << u"t3a.micro"_s << 2 * 215.86 / 60 * 76.8 / 35.2
                               << 2 * 215.86 / 60 * 76.8 / 35.2 / 12;
  // 2.5 GHz * 64, the peak measured with AVX-512.
  QTest::newRow("AVX-512") << u"t3.micro"_s << 215.86 / 60 << 215.86 / 60 / 12;
  // NEON was not measured: from the set in use, 160 to 40 GFLOP/s.
  QTest::newRow("not measured") << u"t4g.micro"_s << 4 * 215.86 / 60 << 4 * 215.86 / 60 / 12;
}

void TestMachineBenchmark::estimates() {
  QFETCH(QString, instance);
  QFETCH(double, minutes);
  QFETCH(double, hours);
  const auto catalogue = InstanceCatalogue::bundled();
  for (const auto& estimate : engine::estimateInstances(madeUpResult(), catalogue)) {
    if (estimate.type.name != instance.toStdString()) continue;
    QVERIFY(near(estimate.minutes, minutes));
    QVERIFY(near(estimate.hoursToEarn, hours));
    return;
  }
  QFAIL("not estimated");
}

void TestMachineBenchmark::everyRealInstanceIsEstimated() {
  const auto catalogue = InstanceCatalogue::bundled();
  const auto estimates = engine::estimateInstances(madeUpResult(), catalogue);
  QCOMPARE(estimates.size(), catalogue.types().size() - 1);
  for (const auto& estimate : estimates) QVERIFY(estimate.type.name != "custom");
  QCOMPARE(engine::kernelsOfInstances(catalogue),
           (std::vector<std::string>{"avx2", "avx512", "neon"}));
}

void TestMachineBenchmark::json() {
  const MachineResult result = madeUpResult();
  const std::string text = engine::benchmarkJson(
      result, engine::estimateInstances(result, InstanceCatalogue::bundled()));
  QVERIFY(text.ends_with("}\n"));
  const QJsonObject root = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
  const QJsonArray speeds = root["speeds"].toArray();
  QCOMPARE(speeds.size(), 3);
  QCOMPARE(speeds[2]["kernels"].toString(), u"avx2"_s);
  QCOMPARE(speeds[1]["threads"].toInt(), 2);
  QCOMPARE(speeds[0]["peakGigaflops"].toDouble(), 160.0);
  QCOMPARE(speeds[0]["stepMilliseconds"]["percentile90"].toDouble(), 30.0);
  QCOMPARE(speeds[0]["tenEpochsSeconds"].toDouble(), 215.86);
  const QJsonValue micro = root["estimatesOfTenEpochs"].toArray()[1];
  QCOMPARE(micro["instance"].toString(), u"t2.micro"_s);
  QCOMPARE(micro["credits"].toDouble(), 2 * 215.86 / 60);
  QCOMPARE(micro["launchCredits"].toDouble(), 30.0);
}

QTEST_GUILESS_MAIN(TestMachineBenchmark)
#include "tst_machine_benchmark.moc"
