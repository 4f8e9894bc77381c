#include <QTest>
#include <atomic>
#include <ctime>

#include "engine/train/stopwatch.h"
#include "train_fixtures.h"

namespace {

// Stands still, or takes a second for every look at it.
class FakeClock : public engine::Clock {
 public:
  double seconds() const override { return m_now = m_now + m_perReading; }
  double cpuSeconds() const override { return 0; }
  void advance(double seconds) { m_now = m_now + seconds; }
  void tick() { m_perReading = 1; }

 private:
  mutable std::atomic<double> m_now = 1000;
  double m_perReading = 0;
};

constexpr double kHour = 3600;

}  // namespace

// The trainer's figures of time, on a clock that only the tests move.
class TrainClockTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void stopwatchLaps();
  void scriptDividesByTheInterval();
  void validationIsInTheNextLap();
  void pausesAreLeftOut();
  void gui13_aGapShowsInNoStep();
  void gui13_theRealClockIsMonotonic();

 private:
  void run() { engine::Trainer(m_dataset, m_config, *m_clock).run(*m_recorder, m_control); }

  engine::Dataset m_dataset = noiseDataset(8);
  engine::TrainConfig m_config;
  engine::TrainControl m_control;
  std::unique_ptr<FakeClock> m_clock;
  std::unique_ptr<Recorder> m_recorder;
};

void TrainClockTest::init() {
  m_config = quickConfig(9);
  m_config.evaluationInterval = 4;
  m_clock = std::make_unique<FakeClock>();
  m_recorder = std::make_unique<Recorder>();
}

void TrainClockTest::stopwatchLaps() {
  engine::Stopwatch stopwatch(*m_clock);
  m_clock->advance(3);
  QCOMPARE(stopwatch.lap(), 3.0);
  m_clock->advance(1);
  stopwatch.hold();
  m_clock->advance(8);
  QCOMPARE(stopwatch.seconds(), 4.0);
  stopwatch.release();
  m_clock->advance(1);
  QCOMPARE(stopwatch.seconds(), 5.0);
  QCOMPARE(stopwatch.lap(), 2.0);
  QCOMPARE(stopwatch.lap(), 0.0);
  stopwatch.set(100, 30);
  m_clock->advance(1);
  QCOMPARE(stopwatch.seconds(), 101.0);
  QCOMPARE(stopwatch.lapSeconds(), 31.0);
  QCOMPARE(stopwatch.lap(), 31.0);
}

// Also at step 0, whose lap is the start-up and one step.
void TrainClockTest::scriptDividesByTheInterval() {
  m_recorder->onStarted = [this] { m_clock->advance(0.5); };
  m_recorder->onStep = [this](const engine::StepDone&) { m_clock->advance(0.25); };
  run();
  QCOMPARE(m_recorder->validations.size(), std::size_t{3});
  QCOMPARE(m_recorder->validations[0].scriptMillisecondsPerStep, 1000 * 0.75 / 4);
  QCOMPARE(m_recorder->validations[1].scriptMillisecondsPerStep, 250.0);
  QCOMPARE(m_recorder->validations[2].scriptMillisecondsPerStep, 250.0);
  QCOMPARE(m_recorder->finished.seconds, 0.5 + 9 * 0.25);
}

// With a clock that moves by being read, the order of the readings is visible.
void TrainClockTest::validationIsInTheNextLap() {
  std::vector<double> beforeReport, afterReport;
  m_recorder->onStep = [&](const engine::StepDone&) { beforeReport.push_back(m_clock->seconds()); };
  m_recorder->onValidation = [&](const engine::ValidationDone&) {
    afterReport.push_back(m_clock->seconds());
  };
  m_clock->tick();
  const double start = m_clock->seconds() + 1;
  run();
  const auto lap = [&](int i) {
    return m_recorder->validations[std::size_t(i)].scriptMillisecondsPerStep * 4 / 1000;
  };
  QVERIFY(m_recorder->validations[0].validation.seconds > 0);
  // The first lap ends with the first reading after the step.
  QCOMPARE(lap(0), beforeReport[0] + 1 - start);
  QCOMPARE(lap(1), beforeReport[4] - beforeReport[0]);
  QVERIFY(lap(1) >
          beforeReport[4] - afterReport[0] + m_recorder->validations[0].validation.seconds);
}

void TrainClockTest::pausesAreLeftOut() {
  m_recorder->onStep = [this](const engine::StepDone& step) {
    m_clock->advance(0.25);
    if (step.step == 2 || step.step == 5) m_control.pause();
  };
  std::thread thread([this] { run(); });
  for (const char* event : {"paused 3", "paused 6"}) {
    QVERIFY(m_recorder->waitFor(event));
    m_clock->advance(kHour);
    m_control.requestWeights();  // a wish that is granted during the pause ends no pause
    QVERIFY(m_recorder->waitFor(std::string("weights ") + event[7]));
    m_clock->advance(kHour);
    m_control.resume();
  }
  thread.join();
  QCOMPARE(m_recorder->validations[1].scriptMillisecondsPerStep, 250.0);
  QCOMPARE(m_recorder->validations[2].scriptMillisecondsPerStep, 250.0);
  QCOMPARE(m_recorder->finished.seconds, 9 * 0.25);
}

// A jump between two steps, as a suspended machine would make on a clock that counts it.
void TrainClockTest::gui13_aGapShowsInNoStep() {
  m_recorder->onStep = [this](const engine::StepDone& step) {
    if (step.step == 5) m_clock->advance(2 * kHour);
  };
  run();
  for (const auto& step : m_recorder->steps) QCOMPARE(step.seconds, 0.0);
}

// CLOCK_MONOTONIC follows no wall clock and does not count a suspended machine.
void TrainClockTest::gui13_theRealClockIsMonotonic() {
  const auto monotonic = [] {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
  };
  const double before = monotonic();
  const double now = engine::steadyClock().seconds();
  QVERIFY(before <= now && now <= monotonic());
}

QTEST_APPLESS_MAIN(TrainClockTest)
#include "tst_train_clock.moc"
