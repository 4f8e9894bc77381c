#include <QTest>

#include "pace_testing.h"

using engine::PacedRun;

namespace {

constexpr double kWork = 61.9;  // CPU minutes of the article's 8593 steps, 432.5 ms each
const QByteArrayList kMachines = {"t2.micro:39.5",          "t2.micro",           "t2.nano:3",
                                  "t3.micro:0:standard",    "t2.medium:20",       "Standard_B1s:12",
                                  "t2.micro:20:until-2017", "t3.nano:0:unlimited"};
const QByteArrayList kPolicies = {
    "sleep:3000ms:50min", "sleep:450ms:10min", "duty:10min:50min", "duty:1min:5min",
    "duty:40%",           "duty:10%",          "adaptive"};

double minutes(const char* machine, const char* policy, std::int64_t steps = 8593) {
  PacedRun run(paceSettings(machine, policy));
  drive(run, sampleRun(steps));
  return run.seconds() / 60;
}

}  // namespace

class TestCreditPolicy : public QObject {
  Q_OBJECT

 private slots:
  void restingGainsNothing_data();
  void restingGainsNothing();
  void sleepRestsAtSlowReports();
  void stopAt_data();
  void stopAt();
  void stopAtWhatIsNeverReached();
  void workAndRest();
  void workShare_data();
  void workShare();
  void adaptiveNeverSlowsDown_data();
  void adaptiveNeverSlowsDown();
  void adaptiveLosesOnlyTheThreshold_data();
  void adaptiveLosesOnlyTheThreshold();
  void adaptiveThatCannotSucceedGoesOn();
};

void TestCreditPolicy::restingGainsNothing_data() {
  QTest::addColumn<QByteArray>("machine");
  QTest::addColumn<QByteArray>("policy");
  for (const QByteArray& machine : kMachines)
    for (const QByteArray& policy : kPolicies)
      QTest::addRow("%s, %s", machine.constData(), policy.constData()) << machine << policy;
}

void TestCreditPolicy::restingGainsNothing() {
  QFETCH(QByteArray, machine);
  QFETCH(QByteArray, policy);
  QVERIFY(minutes(machine, policy) >= minutes(machine, "none") - 1e-6);
}

// The article's patch from the article's balance: it only rests after reports above 3000 ms, for 50
// minutes each; the printed averages do not contain the rest.
void TestCreditPolicy::sleepRestsAtSlowReports() {
  PacedRun run(paceSettings("t2.micro:39.5", "sleep:3000ms:50min"));
  double last = 0;
  int rests = 0;
  drive(run, sampleRun(), [&](std::int64_t step) {
    const engine::PaceMoment moment = run.moment();
    const bool slow = step % 100 == 0 && run.scriptMillisecondsPerStep() > 3000;
    QCOMPARE(moment.afterRest, slow && step < 8592);
    QVERIFY(run.scriptMillisecondsPerStep() < 4500);  // 10 % of the speed are 4320 ms
    if (moment.afterRest) {
      ++rests;
      QVERIFY(moment.seconds - last > 3000 && moment.seconds - last < 3000 + 110);
      QVERIFY(moment.balance() > 4.5);  // 50 minutes earn 5
    }
    last = moment.seconds;
  });
  QVERIFY(rests > 2);
}

void TestCreditPolicy::stopAt_data() {
  QTest::addColumn<QByteArray>("machine");
  QTest::addColumn<QByteArray>("policy");
  QTest::addColumn<double>("minute");  // by hand: (balance - limit) / net use per minute
  QTest::newRow("2 of 39.5") << QByteArray("t2.micro,throttle=hard:39.5")
                             << QByteArray("stop-at:2credits") << 37.5 / 0.9;
  QTest::newRow("5 of 30") << QByteArray("t2.micro") << QByteArray("stop-at:5") << 25 / 0.9;
  QTest::newRow("two vCPUs, one thread")
      << QByteArray("t2.medium:20") << QByteArray("stop-at:10credits") << 10 / 0.6;
  // One step and the evaluation behind it, at the speed that 3 credits allow.
  QTest::newRow("already there") << QByteArray("t2.micro:3") << QByteArray("stop-at:3credits")
                                 << (0.341 + 9.126) / (0.1 + 0.18 + 0.47 * 0.6) / 60;
}

// At the first step, or the evaluation behind it, that leaves no more.
void TestCreditPolicy::stopAt() {
  QFETCH(QByteArray, machine);
  QFETCH(QByteArray, policy);
  QFETCH(double, minute);
  PacedRun run(paceSettings(machine, policy));
  const std::int64_t step = drive(run, sampleRun());
  QVERIFY(step < 8592);
  QVERIFY(near(run.seconds() / 60, minute, 9.6 / 60));
  PacedRun before(paceSettings(machine));
  drive(before, sampleRun(step));
  const double limit = std::get<engine::StopAt>(run.settings().policy).credits;
  QVERIFY(run.machine().balance() <= limit);
  if (step > 0) QVERIFY(before.machine().balance() > limit - 0.31);  // what its test costs
}

void TestCreditPolicy::stopAtWhatIsNeverReached() {
  PacedRun run(paceSettings("t2.micro:174", "stop-at:2credits"));
  QCOMPARE(drive(run, sampleRun()), 8593);
}

void TestCreditPolicy::workAndRest() {
  PacedRun run(paceSettings("t2.micro", "duty:10min:50min"));
  double last = 0, restEnd = 0;
  drive(run, sampleRun(), [&](std::int64_t) {
    if (run.moment().afterRest) {
      const double cycle = run.seconds() - restEnd;
      QVERIFY(cycle >= 3600 && cycle < 3600 + 110);  // a step and an evaluation at 10 %
      restEnd = run.seconds();
    } else {
      QVERIFY(run.seconds() - restEnd < 600);
    }
    last = run.seconds();
  });
  QVERIFY(restEnd > 0 && last > 5 * 3600);
}

void TestCreditPolicy::workShare_data() {
  QTest::addColumn<double>("percent");
  for (const double percent : {5., 10., 20., 40., 100.}) QTest::addRow("%g", percent) << percent;
}

// On a machine that earns as much: it works this share of the time, at full speed.
void TestCreditPolicy::workShare() {
  QFETCH(double, percent);
  PacedRun run(
      paceSettings("t3.xlarge:100:standard", qPrintable(QStringLiteral("duty:%1%").arg(percent))));
  double work = 0;
  run.runStarted(sampleRun(1000));
  for (int step = 0; step < 500; ++step) {
    run.foretell();
    QVERIFY(!run.moment().isSlowed());
    work = run.moment().spent * 60;
    QVERIFY(near(work / run.seconds(), percent / 100, 1e-9));
  }
}

void TestCreditPolicy::adaptiveNeverSlowsDown_data() {
  QTest::addColumn<QByteArray>("machine");
  QTest::addColumn<QByteArray>("cost");
  for (const QByteArray& machine : kMachines)
    for (const char* cost : {"432", "50", "2000", "8x"})
      QTest::addRow("%s, %s", machine.constData(), cost) << machine << QByteArray(cost);
}

void TestCreditPolicy::adaptiveNeverSlowsDown() {
  QFETCH(QByteArray, machine);
  QFETCH(QByteArray, cost);
  PacedRun run(paceSettings(machine, "adaptive", cost));
  if (run.machine().account().mode() == engine::CreditMode::Unlimited) {
    drive(run, sampleRun());
    QVERIFY(near(run.moment().spent, run.seconds() / 60, 1e-6));  // never rested
    return;
  }
  const double threshold = run.machine().slowDownBalance();
  double fullSpeedSince = -1;
  drive(run, sampleRun(3000), [&](std::int64_t) {
    QVERIFY(run.machine().balance() >= threshold - 1e-9);
    // A machine that began below the threshold takes a tick and six minutes to get up to speed.
    if (run.machine().speed() == 1 && fullSpeedSince < 0) fullSpeedSince = run.seconds();
    if (fullSpeedSince >= 0 && run.seconds() > fullSpeedSince + 60) {
      QVERIFY(run.machine().speed() == 1);
      QVERIFY(!run.moment().isSlowed());
    }
  });
  if (run.moment().spent > 5) QVERIFY(fullSpeedSince >= 0 && fullSpeedSince < run.seconds() / 2);
  QVERIFY(run.machine().balance() >= threshold - 1e-9);  // after the test as well
}

void TestCreditPolicy::adaptiveLosesOnlyTheThreshold_data() {
  QTest::addColumn<double>("balance");
  for (const double balance : {10., 30., 39.5}) QTest::addRow("%g", balance) << balance;
}

// Of the credits at the start, 6.25 stay unused: (61.9 + the test - (B - 6.25)) / 0.1 minutes.
void TestCreditPolicy::adaptiveLosesOnlyTheThreshold() {
  QFETCH(double, balance);
  const double test = 2 * 43.2 * 1.24 / 5.87 / 60;
  const auto machine = QStringLiteral("t2.micro:%1").arg(balance);
  const double took = minutes(qPrintable(machine), "adaptive");
  QVERIFY(near(took, (kWork + test - (balance - 6.25)) / 0.1, 3));
}

// Its cap lies below the threshold: it rests until full and then does what it can.
void TestCreditPolicy::adaptiveThatCannotSucceedGoesOn() {
  PacedRun run(paceSettings("custom,cap=3,launch=0:0", "adaptive"));
  QCOMPARE(drive(run, sampleRun(200)), 200);
  QVERIFY(run.seconds() >= 30 * 60);
}

QTEST_APPLESS_MAIN(TestCreditPolicy)
#include "tst_credit_policy.moc"
