#include <QTest>
#include <cstdlib>
#include <ctime>

#include "credit_testing.h"
#include "engine/bench/alexnet_batch.h"
#include "engine/bench/alexnet_machine.h"
#include "engine/error.h"
#include "engine/log/alexnet_log.h"

using engine::AlexnetTask;

namespace {

struct Recorder : engine::AlexnetObserver {
  std::vector<engine::AlexnetStep> steps;
  std::vector<engine::AlexnetSummary> summaries;
  std::size_t wanted = 1'000'000;

  void stepDone(const engine::AlexnetStep& step) override { steps.push_back(step); }
  void taskDone(const engine::AlexnetSummary& summary) override { summaries.push_back(summary); }
  bool goesOn() override { return steps.size() < wanted; }

  double secondsOf(AlexnetTask task, int step) const {
    for (const auto& done : steps)
      if (done.task == task && done.step == step) return done.seconds;
    return -1;
  }
};

// The article's forward part: 99 batches of 9.6495 s with a deviation of 0.0605 s, by its summary
// and the rule of the script; the first one is not counted.
std::vector<double> articleBatches() {
  const double wide = 0.0605 * std::sqrt(99.0 / 98.0);
  std::vector<double> seconds{20.0};
  for (int i = 0; i < 98; ++i) seconds.push_back(9.6495 + (i % 2 == 0 ? wide : -wide));
  seconds.push_back(9.6495);
  return seconds;
}

}  // namespace

class AlexnetBenchmarkTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    setenv("TZ", "UTC", 1);
    tzset();
  }
  void scriptsSummaryOfTheArticle();
  void summary();
  void scriptsSummaryOfConstantTimes();
  void order();
  void canBeStopped();
  void progress();
  void collapsesBetweenSteps10And20();
  void measuredOnAMachine();
  void linesOfTheArticle();
  void speeds();
  void refusesNonsense_data();
  void refusesNonsense();
};

void AlexnetBenchmarkTest::scriptsSummaryOfTheArticle() {
  const auto script = engine::scriptSummary(articleBatches());
  QCOMPARE(QString::number(script.mean, 'f', 3), QString("9.553"));
  QCOMPARE(QString::number(script.deviation, 'f', 3), QString("0.962"));
}

void AlexnetBenchmarkTest::summary() {
  auto batches = articleBatches();
  batches.erase(batches.begin());
  const auto [mean, deviation] = engine::summarizeBatches(batches);
  QVERIFY(near(mean, 9.6495, 1e-9));
  QVERIFY(near(deviation, 0.0605, 1e-9));
  // Far from zero, where a difference of squares would have lost all digits.
  QVERIFY(near(engine::summarizeBatches(std::vector{1e9 + 1, 1e9 + 3}).deviation, 1, 1e-9));
  QCOMPARE(engine::summarizeBatches(std::vector{2.5}).deviation, 0.0);
}

// sqrt(0.99 - 0.99 squared) / 0.99 = 0.1005 of the mean that it prints.
void AlexnetBenchmarkTest::scriptsSummaryOfConstantTimes() {
  const auto script = engine::scriptSummary(std::vector<double>(100, 2.0));
  QVERIFY(near(script.mean, 1.98, 1e-12));
  QVERIFY(near(script.deviation / script.mean, 0.1005, 1e-4));
  QCOMPARE(engine::scriptSummary(std::vector{2.0}).mean, 0.0);
}

void AlexnetBenchmarkTest::order() {
  Recorder recorder;
  double next = 0;
  QVERIFY(engine::runAlexnet(
      3, [&](AlexnetTask) { return ++next; }, recorder));
  QCOMPARE(recorder.steps.size(), std::size_t(26));
  QCOMPARE(recorder.steps.front().step, -10);
  QCOMPARE(recorder.steps[12].step, 2);
  QVERIFY(recorder.steps[12].task == AlexnetTask::Forward);
  QCOMPARE(recorder.steps[13].step, -10);
  QVERIFY(recorder.steps[13].task == AlexnetTask::ForwardBackward);
  QCOMPARE(recorder.steps.back().elapsed, 26 * 27 / 2.0);
  QCOMPARE(recorder.summaries.size(), std::size_t(2));
  QCOMPARE(recorder.summaries[0].time.mean, 12.0);  // 11, 12, 13
  QCOMPARE(recorder.summaries[1].time.mean, 25.0);
  QCOMPARE(recorder.summaries[0].elapsed, 13 * 14 / 2.0);
  QCOMPARE(recorder.summaries[1].steps, 3);
}

void AlexnetBenchmarkTest::canBeStopped() {
  Recorder recorder;
  recorder.wanted = 12;
  QVERIFY(!engine::runAlexnet(
      5, [](AlexnetTask) { return 1.0; }, recorder));
  QCOMPARE(recorder.steps.size(), std::size_t(12));
  QVERIFY(recorder.summaries.empty());
}

void AlexnetBenchmarkTest::progress() {
  struct Meter : engine::AlexnetObserver {
    engine::AlexnetProgress progress{20};
    std::vector<double> left;
    void stepDone(const engine::AlexnetStep& step) override {
      progress.add(step);
      left.push_back(progress.secondsLeft());
    }
  } meter;
  engine::runAlexnet(
      20, [](AlexnetTask task) { return task == AlexnetTask::Forward ? 1.0 : 3.0; }, meter);
  QCOMPARE(meter.progress.total(), 60);
  QCOMPARE(meter.progress.done(), 60);
  QVERIFY(near(meter.left[0], 29 + 30 * 2.889, 0.1));
  QCOMPARE(meter.left[30], 29 * 3.0);  // forgets the other task
  QCOMPARE(meter.left.back(), 0.0);
}

// The article's run, in no time: 30 credits, 28.7 s at step 10 and 72.885 s at step 20.
void AlexnetBenchmarkTest::collapsesBetweenSteps10And20() {
  engine::VirtualMachine machine(bundledType("t2.micro"), {.balance = 30});
  Recorder recorder;
  QVERIFY(
      engine::runAlexnet(100, engine::onMachine(machine, engine::kArticleFigure, 128), recorder));
  for (int step = 10; step < 100; step += 10)
    QVERIFY(near(recorder.secondsOf(AlexnetTask::Forward, step), 9.65, 1e-9));
  QVERIFY(near(recorder.secondsOf(AlexnetTask::ForwardBackward, 10), 28.7, 1e-9));
  const double collapsed = recorder.secondsOf(AlexnetTask::ForwardBackward, 20);
  QVERIFY(near(collapsed / 72.885, 1, 0.1));
  QVERIFY(near(recorder.secondsOf(AlexnetTask::ForwardBackward, 90) / 287, 1, 0.01));
  QVERIFY(near(machine.seconds(), recorder.steps.back().elapsed, 1e-6));
}

void AlexnetBenchmarkTest::measuredOnAMachine() {
  engine::AlexnetBatch batch({.batchSize = 1, .threads = 1});
  engine::VirtualMachine machine(bundledType("t2.micro"), {.balance = 0});
  const double seconds = engine::onMachine(machine, 1000, batch)(AlexnetTask::Forward);
  QVERIFY(seconds > 0);
  QVERIFY(near(machine.account().totals().spent * 60 * 10, seconds, 1e-6));  // at the baseline
}

void AlexnetBenchmarkTest::linesOfTheArticle() {
  using namespace std::chrono;
  const auto at = [](long seconds, long micros) {
    return engine::WallTime(std::chrono::seconds(seconds) + microseconds(micros));
  };
  QCOMPARE(engine::shapeLine("conv1", 128, {56, 56, 64}), std::string("conv1   [128, 56, 56, 64]"));
  QCOMPARE(engine::stepLine(at(1477325883, 743222), 10, 9.735),
           std::string("2016-10-24 16:18:03.743222: step 10, duration = 9.735"));
  QCOMPARE(engine::summaryLine(at(1477326742, 877673), AlexnetTask::Forward, 100, {9.553, 0.962}),
           std::string("2016-10-24 16:32:22.877673: Forward across 100 steps, 9.553 +/- 0.962 "
                       "sec / batch"));
  QCOMPARE(engine::stepLine(at(1477325883, 22), 20, 0.5),
           std::string("2016-10-24 16:18:03.000022: step 20, duration = 0.500"));
  QCOMPARE(engine::stepLine(at(1477325883, 0), 20, 0.5),  // as Python prints whole seconds
           std::string("2016-10-24 16:18:03: step 20, duration = 0.500"));
  QVERIFY(!engine::isPrintedStep(-10) && !engine::isPrintedStep(0) && !engine::isPrintedStep(15));
  QVERIFY(engine::isPrintedStep(10) && engine::isPrintedStep(90));
}

void AlexnetBenchmarkTest::speeds() {
  engine::AlexnetBatch batch({.batchSize = 2, .threads = 2});
  QCOMPARE(batch.speeds()[0].forward, 0.0);
  QVERIFY(batch.run(AlexnetTask::ForwardBackward).wall > 0);
  const auto speeds = batch.speeds();
  QCOMPARE(speeds.size(), std::size_t(5));
  QCOMPARE(speeds[0].name, std::string("conv1 + pool1"));
  QCOMPARE(speeds[2].name, std::string("conv3"));
  for (const auto& speed : speeds) QVERIFY(speed.forward > 0 && speed.backward > 0);
  QVERIFY(near(speeds[3].forwardGigaflops * speeds[3].forward, 2 * 2 * 149.520384e-3, 1e-9));
  QVERIFY(near(speeds[0].backwardGigaflops * speeds[0].backward, 2 * 2 * 72.855552e-3, 1e-9));
}

void AlexnetBenchmarkTest::refusesNonsense_data() {
  QTest::addColumn<int>("batch");
  QTest::addColumn<int>("threads");
  QTest::addColumn<QString>("kernels");
  QTest::newRow("no images") << 0 << 1 << "";
  QTest::newRow("too many images") << 1025 << 1 << "";
  QTest::newRow("no threads") << 1 << -1 << "";
  QTest::newRow("no such kernels") << 1 << 1 << "abacus";
}

void AlexnetBenchmarkTest::refusesNonsense() {
  QFETCH(int, batch);
  QFETCH(int, threads);
  QFETCH(QString, kernels);
  QVERIFY_THROWS_EXCEPTION(engine::Error, engine::AlexnetBatch({.batchSize = batch,
                                                                .threads = threads,
                                                                .kernels = kernels.toStdString()}));
}

QTEST_APPLESS_MAIN(AlexnetBenchmarkTest)
#include "tst_alexnet_benchmark.moc"
