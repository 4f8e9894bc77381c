#include <QTest>

#include "engine/error.h"
#include "engine/pace/forecast.h"
#include "error_message.h"
#include "pace_testing.h"

using engine::CreditMode;
using engine::PacedRun;

class TestPacedRun : public QObject {
  Q_OBJECT

 private slots:
  void articleLog();
  void fullSpeedTakesWhatIsPrinted_data();
  void fullSpeedTakesWhatIsPrinted();
  void measuredCost_data();
  void measuredCost();
  void stateGoesOnExactly_data();
  void stateGoesOnExactly();
  void damagedState_data();
  void damagedState();
  void forecastIsWhatHappens_data();
  void forecastIsWhatHappens();
  void longForecastIsBounded();
  void whatIf();
};

// The article's console log, printed values of its slow part: test of the whole kind of clock,
// evaluations included.
void TestPacedRun::articleLog() {
  const QMap<std::int64_t, double> printed = {
      {100, 432.6},   {200, 435.2},   {300, 430.3},   {400, 431.9},   {5000, 434.0},
      {5100, 431.1},  {5200, 430.0},  {5300, 434.3},  {5400, 533.1},  {5500, 581.7},
      {5600, 581.4},  {5700, 580.6},  {5800, 582.4},  {5900, 785.4},  {6000, 975.2},
      {6100, 969.0},  {6200, 2485.7}, {6300, 4477.5}, {6400, 4492.2}, {6500, 3791.0},
      {6600, 4414.7}, {6700, 4485.0}, {6800, 4259.3}, {6900, 3942.3}};
  PacedRun run(paceSettings("t2.micro:39.5"));
  double floor = 0, printedFloor = 0;
  drive(run, sampleRun(6901), [&](std::int64_t step) {
    if (!printed.contains(step)) return;
    const double ms = run.scriptMillisecondsPerStep(), article = printed[step];
    const bool mixed = step == 5400 || step == 5900 || step == 6200;
    if (step >= 6300) {
      floor += ms;
      printedFloor += article;
    } else if (!near(ms / article, 1, mixed ? 0.1 : 0.03)) {
      QFAIL(qPrintable(QStringLiteral("step %1").arg(step)));
    }
  });
  QVERIFY(near(floor / printedFloor, 1, 0.03));
}

void TestPacedRun::fullSpeedTakesWhatIsPrinted_data() {
  QTest::addColumn<QByteArray>("machine");
  QTest::addColumn<int>("threads");
  QTest::addColumn<double>("ms");
  QTest::newRow("t2.micro") << QByteArray("t2.micro:174") << 1 << 432.;
  QTest::newRow("one thread on two vCPUs") << QByteArray("t2.large:500") << 1 << 432.;
  QTest::newRow("two threads") << QByteArray("t2.large:500") << 2 << 216.;
  QTest::newRow("more threads than vCPUs") << QByteArray("t2.large:500") << 8 << 216.;
  QTest::newRow("unlimited") << QByteArray("t3.micro:0:unlimited") << 1 << 432.;
}

// The reference: 8593 x 0.4325 s = 61.9 minutes of a vCPU, credits whatever the threads.
void TestPacedRun::fullSpeedTakesWhatIsPrinted() {
  QFETCH(QByteArray, machine);
  QFETCH(int, threads);
  QFETCH(double, ms);
  engine::PaceSettings settings = paceSettings(machine);
  settings.threads = threads;
  PacedRun run(settings);
  drive(run, sampleRun(), [&](std::int64_t step) {
    if (step > 0 && step % 100 == 0) QVERIFY(near(run.scriptMillisecondsPerStep(), ms, 1e-6));
  });
  const double testMinutes = 10'000. / 5000 * 1.24 / 5.87 * 43.2 / 60;
  QVERIFY(near(run.moment().spent, 8593 * 0.432 / 60 + testMinutes, 0.02));
  QVERIFY(near(run.seconds() / 60 * 432 / ms, run.moment().spent, 1e-6));
}

void TestPacedRun::measuredCost_data() {
  QTest::addColumn<QByteArray>("cost");
  QTest::addColumn<double>("factor");
  QTest::newRow("measured") << QByteArray("measured") << 1.;
  QTest::newRow("8x") << QByteArray("8x") << 8.;
  QTest::newRow("half") << QByteArray("0.5x") << 0.5;
}

void TestPacedRun::measuredCost() {
  QFETCH(QByteArray, cost);
  QFETCH(double, factor);
  PacedRun run(paceSettings("t2.micro:174", "none", cost));
  const auto seconds = [](std::int64_t step) { return 0.01 + 0.001 * double(step % 7); };
  engine::RunStarted started = sampleRun(1000);
  double expected = 2;  // the test
  for (std::int64_t step = 0; step < 1000; ++step)
    expected += seconds(step) * (step % 100 == 0 ? 21 : 1);
  drive(run, started, {}, seconds);
  QVERIFY(near(run.seconds(), factor * expected, 1e-9));
  // Two threads here are twice the work for one vCPU there.
  PacedRun other(paceSettings("t2.micro:174", "none", cost));
  started.config.threads = 2;
  drive(other, started, {}, seconds);
  QVERIFY(near(other.seconds(), 2 * factor * expected, 1e-9));
}

void TestPacedRun::stateGoesOnExactly_data() {
  QTest::addColumn<QByteArray>("machine");
  QTest::addColumn<QByteArray>("policy");
  QTest::addColumn<QByteArray>("cost");
  const auto row = [](const char* machine, const char* policy, const char* cost) {
    QTest::addRow("%s %s %s", machine, policy, cost)
        << QByteArray(machine) << QByteArray(policy) << QByteArray(cost);
  };
  row("t2.micro:39.5", "none", "432");
  row("t2.micro:39.5", "sleep:3000ms:50min", "432");
  row("t2.micro", "duty:10min:50min", "8x");
  row("t2.micro:5", "duty:40%", "measured");
  row("t3.nano:0:standard", "adaptive", "100");
  row("t2.nano:30:until-2017", "adaptive", "432");
  row("custom,vcpus=3,baseline=7.3,rate=13.14,cap=99,throttle=hard:20", "stop-at:2credits", "432");
}

void TestPacedRun::stateGoesOnExactly() {
  QFETCH(QByteArray, machine);
  QFETCH(QByteArray, policy);
  QFETCH(QByteArray, cost);
  const auto seconds = [](std::int64_t step) { return 0.05 + 0.003 * double(step % 11); };
  const engine::RunStarted started = sampleRun(3000);
  PacedRun whole(paceSettings(machine, policy, cost));
  QList<PacedRun> copies;
  drive(
      whole, started, [&](std::int64_t) { copies += whole; }, seconds);
  QVERIFY(copies.size() > 500);
  for (const qsizetype cut : {qsizetype(0), qsizetype(99), qsizetype(100), copies.size() - 2}) {
    PacedRun resumed = PacedRun::restored(copies[cut].state());
    QCOMPARE(resumed.state(), copies[cut].state());
    resumed.runStarted(started);
    QCOMPARE(resumed.state(), copies[cut].state());
    for (std::int64_t step = cut + 1; step < copies.size(); ++step) {
      engine::ValidationDone report;
      report.step.step = step;
      report.step.seconds = seconds(step);
      report.validation.count = 5000;
      report.validation.seconds = 20 * seconds(step);
      resumed.stepDone(report.step);
      if (step % 100 == 0) resumed.validationDone(report);
      QVERIFY(resumed.seconds() == copies[step].seconds());
      QVERIFY(resumed.machine().balance() == copies[step].machine().balance());
    }
    QCOMPARE(resumed.state(), copies.back().state());
  }
}

void TestPacedRun::damagedState_data() {
  QTest::addColumn<QByteArray>("from");
  QTest::addColumn<QByteArray>("to");
  QTest::newRow("not JSON") << QByteArray("{") << QByteArray();
  QTest::newRow("no machine") << QByteArray("\"machine\"") << QByteArray("\"machin\"");
  QTest::newRow("unknown type") << QByteArray("t2.micro") << QByteArray("t9.micro");
  QTest::newRow("policy") << QByteArray("duty:") << QByteArray("doze:");
  QTest::newRow("a number is a text") << QByteArray("[39.") << QByteArray("[\"x\",39.");
  QTest::newRow("threads") << QByteArray("\"threads\":1") << QByteArray("\"threads\":0");
  QTest::newRow("smaller type") << QByteArray("t2.micro:") << QByteArray("t3.nano:");
}

void TestPacedRun::damagedState() {
  QFETCH(QByteArray, from);
  QFETCH(QByteArray, to);
  PacedRun run(paceSettings("t2.micro:39.5", "duty:10min:50min"));
  drive(run, sampleRun(150));
  QByteArray state = QByteArray::fromStdString(run.state());
  if (from.startsWith("[39")) from = "\"runState\":[", to = "\"runState\":[\"x\",";
  QVERIFY(state.contains(from));
  state.replace(state.indexOf(from), from.size(), to);
  const std::string message = messageOf([&] { PacedRun::restored(state.toStdString()); });
  QVERIFY2(message.starts_with("The state of the simulated machine"), message.c_str());
}

void TestPacedRun::forecastIsWhatHappens_data() {
  stateGoesOnExactly_data();
}

// From any moment: the same seconds, credits and end.
void TestPacedRun::forecastIsWhatHappens() {
  QFETCH(QByteArray, machine);
  QFETCH(QByteArray, policy);
  QFETCH(QByteArray, cost);
  const engine::RunStarted started = sampleRun(3000);
  PacedRun run(paceSettings(machine, policy, cost));
  QList<engine::PaceMoment> moments;
  QList<PacedRun> copies;
  const std::int64_t end = drive(run, started, [&](std::int64_t) {
    moments += run.moment();
    copies += run;
  });
  for (const qsizetype from : {qsizetype(0), moments.size() / 2, moments.size() - 10}) {
    const engine::Forecast forecast = engine::foretell(copies[from]);
    QCOMPARE(forecast.stopped, end < 3000);
    QMap<std::int64_t, engine::PaceMoment> foretold;  // the last of every step
    for (const engine::PaceMoment& moment : forecast.moments) foretold[moment.step] = moment;
    QCOMPARE(foretold.size(), moments.size() - 1 - from);
    for (const engine::PaceMoment& moment : foretold) {
      const engine::PaceMoment& real = moments[moment.step];
      QVERIFY(near(moment.seconds, real.seconds, 1e-6));
      QVERIFY(near(moment.balance(), real.balance(), 1e-7));
      QVERIFY(near(moment.spent, real.spent, 1e-7));
      QCOMPARE(moment.isSlowed(), real.isSlowed());
    }
    QVERIFY(near(forecast.moments.back().seconds, moments.back().seconds, 1e-6));
    QVERIFY(near(forecast.moments.back().balance(), moments.back().balance(), 1e-7));
  }
}

void TestPacedRun::longForecastIsBounded() {
  PacedRun run(paceSettings("t2.micro:39.5"));
  run.runStarted(sampleRun(10'000'000));
  const engine::Forecast coarse = engine::foretell(run, 10'000);
  QVERIFY(coarse.moments.size() <= 10'000);
  QCOMPARE(coarse.moments.back().step, 9'999'999);
  // 0.432 CPU seconds a step at the baseline of 10 %.
  QVERIFY(near(coarse.moments.back().seconds / (10'000'000 * 4.32 - 39.5 * 600), 1, 1e-4));
}

void TestPacedRun::whatIf() {
  PacedRun run(paceSettings("t2.micro:39.5"));
  drive(run, sampleRun(2000));
  const double seconds = run.seconds(), spent = run.moment().spent;
  run.setBalance(100);
  QVERIFY(near(run.moment().balance(), 100));
  run.setType(bundledType("t3.nano"));
  QVERIFY(near(run.moment().balance(), 100));
  QVERIFY(run.machine().account().mode() == CreditMode::Standard);
  QVERIFY(near(run.seconds(), seconds));
  QVERIFY(near(run.moment().spent, spent));
  run.setMode(CreditMode::Unlimited);
  run.setType(bundledType("t2.nano"));
  QVERIFY(near(run.moment().balance(), 72));  // its cap; no launch credits in this mode
  run.setType(bundledType("Standard_B1s"));   // has no unlimited mode
  QVERIFY(run.machine().account().mode() == CreditMode::Standard);
  const PacedRun same = PacedRun::restored(run.state());
  QCOMPARE(same.state(), run.state());
  const std::string before = run.state();
  QVERIFY_THROWS_EXCEPTION(engine::Error, run.setMode(CreditMode::Unlimited));
  QVERIFY_THROWS_EXCEPTION(engine::Error, run.setBalance(1e6));
  engine::InstanceType bad = bundledType("custom");
  bad.creditsPerHour = 0;
  QVERIFY_THROWS_EXCEPTION(engine::Error, run.setType(bad));
  QCOMPARE(run.state(), before);
}

QTEST_APPLESS_MAIN(TestPacedRun)
#include "tst_paced_run.moc"
