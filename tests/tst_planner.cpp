#include <QTest>
#include <algorithm>

#include "credit_testing.h"
#include "engine/credits/plan/planner.h"
#include "engine/error.h"

using engine::CreditRules;
using engine::LambdaBill;
using engine::Outcome;
using engine::Plan;
using engine::PlanRequest;
using engine::Strategy;

namespace {

// The 10 epochs with TensorFlow 0.10 need 61.87 CPU minutes.
PlanRequest article(const char* type, std::optional<double> balance = {}) {
  static const auto catalogue = engine::InstanceCatalogue::bundled();
  return {.job = engine::sampleJob(10),
          .type = bundledType(type),
          .balance = balance,
          .otherTypes = catalogue.types()};
}

const Outcome& outcomeOf(const Plan& plan, Strategy strategy) {
  return *std::ranges::find(plan.outcomes, strategy, &Outcome::strategy);
}

double minutes(double seconds) {
  return seconds / 60;
}

}  // namespace

class TestPlanner : public QObject {
  Q_OBJECT

 private slots:
  void sampleJobHasTheSamplesSteps_data();
  void sampleJobHasTheSamplesSteps();
  void straightFromSoManyCredits_data();
  void straightFromSoManyCredits();
  void sleepingHasNoGain();
  void waitingCollectsWhatIsMissing();
  void waitingStopsAtTheCap();
  void sixEpochsFitAsTheArticleSays();
  void unlimitedBorrows();
  void freshInstanceAndRelay();
  void relayOfAGivenLength();
  void stopAndStart();
  void otherTypes();
  void lambdaOfTheArticle();
  void lambdaFigures();
  void whatCannotBeDone_data();
  void whatCannotBeDone();
  void ranksAndFront();
  void runsStraightWhereTheCreditsLast();
  void headlineComparesWithTensorFlow();
  void refusesImpossibleJobs();
};

void TestPlanner::sampleJobHasTheSamplesSteps_data() {
  QTest::addColumn<int>("steps");
  QTest::newRow("1") << 859;
  QTest::newRow("6") << 5156;
  QTest::newRow("10") << 8593;
}

void TestPlanner::sampleJobHasTheSamplesSteps() {
  QFETCH(int, steps);
  QCOMPARE(engine::sampleJob(atoi(QTest::currentDataTag())).steps, steps);
}

void TestPlanner::straightFromSoManyCredits_data() {
  QTest::addColumn<double>("minutes");
  QTest::newRow("0") << (61.87 - 0) / 0.1;
  QTest::newRow("30") << (61.87 - 30) / 0.1;
  QTest::newRow("39.5") << (61.87 - 39.5) / 0.1;
  QTest::newRow("174") << 61.87;
}

void TestPlanner::straightFromSoManyCredits() {
  QFETCH(double, minutes);
  const Plan plan = makePlan(article("t2.micro", atof(QTest::currentDataTag())));
  const Outcome& straight = outcomeOf(plan, Strategy::Straight);
  QVERIFY(near(::minutes(straight.finish), minutes, 0.1));
  QVERIFY(near(straight.credits, 61.87, 0.001));
  QVERIFY(near(*straight.cost, straight.finish / 3600 * 0.0116));
  QCOMPARE(straight.slowed, minutes > 62);
}

void TestPlanner::sleepingHasNoGain() {
  const Plan plan = makePlan(article("t2.micro", 39.5));
  const Outcome& sleeping = outcomeOf(plan, Strategy::Sleep);
  QVERIFY(sleeping.finish >= outcomeOf(plan, Strategy::Straight).finish - 1e-6);
  QCOMPARE(sleeping.detail, "3 x 50 min");
  QVERIFY(near(sleeping.credits, 61.87, 0.001));
}

// From an empty account at 0.1 credits per minute; 6.19 are earned during the run, and at its end
// the slow-down must not have begun.
void TestPlanner::waitingCollectsWhatIsMissing() {
  const Plan plan = makePlan(article("t2.micro", 0));
  const Outcome& waiting = outcomeOf(plan, Strategy::WaitFirst);
  QVERIFY(!waiting.slowed);
  QVERIFY(near(waiting.finish - waiting.wait, 61.87 * 60, 0.5));
  QVERIFY(waiting.wait >= (61.87 - 6.19) / 0.1 * 60);
  QVERIFY(waiting.wait <= (61.87 - 6.19 + 6.25) / 0.1 * 60);
}

void TestPlanner::waitingStopsAtTheCap() {
  PlanRequest request = article("t2.micro", 100);
  request.job.steps *= 10;
  const Plan plan = makePlan(request);
  const Outcome& waiting = outcomeOf(plan, Strategy::WaitFirst);
  QVERIFY(near(waiting.wait, (144 - 70) * 600, 1e-6));  // 30 of the 100 are launch credits
  QVERIFY(waiting.slowed);
  QVERIFY(near(waiting.totals.discarded, 3));  // earned while the launch credits are spent
}

// "NUM_EPOCHS = 6 ends in 30 to 40 minutes", with the balance its log shows.
void TestPlanner::sixEpochsFitAsTheArticleSays() {
  const Plan plan = makePlan(article("t2.micro", 39.5));
  const Outcome& fewer = outcomeOf(plan, Strategy::FewerEpochs);
  QCOMPARE(fewer.detail, "6 of 10");
  QCOMPARE(fewer.steps, 5156);
  QVERIFY(!fewer.whole && !fewer.slowed);
  QVERIFY(near(minutes(fewer.finish), 37.12, 0.01));
  for (const auto* order : {&plan.byTime, &plan.byCost})
    for (const std::size_t i : *order) QVERIFY(plan.outcomes[i].whole);
}

// 62 min need 55.7 surplus credits, which cost $0.046; or 9.3 h of idling.
void TestPlanner::unlimitedBorrows() {
  const Plan plan = makePlan(article("t2.micro"));
  const Outcome& borrowing = outcomeOf(plan, Strategy::Unlimited);
  QVERIFY(near(borrowing.surplus, 55.7, 0.05));
  QVERIFY(near(minutes(borrowing.finish), 61.87, 0.01));
  QVERIFY(near(*borrowing.cost, 0.0464 + 0.0116 * 61.87 / 60, 0.0001));
  QVERIFY(near(borrowing.totals.discarded, 30));
  QVERIFY(std::ranges::any_of(borrowing.caveats, [](const std::string& caveat) {
    return caveat.find("9 h 17 min") != std::string::npos;
  }));
}

void TestPlanner::freshInstanceAndRelay() {
  const Plan plan = makePlan(article("t2.micro", 0));
  const Outcome& fresh = outcomeOf(plan, Strategy::FreshInstance);
  QVERIFY(near(fresh.wait, 60));
  QVERIFY(near(minutes(fresh.finish), (61.87 - 30) / 0.1, 1.1));
  // The empty instance makes way at once; each of the others lasts about 27 min.
  const Outcome& relay = outcomeOf(plan, Strategy::Relay);
  QVERIFY(!relay.slowed && !relay.permitted);
  QCOMPARE(relay.detail, "3 x t2.micro");
  QVERIFY(near(relay.finish, 61.87 * 60 + 3 * 60 + 2 * 60, 1));  // 3 launches, 2 turns
  QVERIFY(near(relay.credits, 61.87 + 2, 0.01));
  QVERIFY(near(relay.totals.granted, 90));
}

void TestPlanner::relayOfAGivenLength() {
  PlanRequest request = article("t2.micro");
  request.relayInstances = 2;
  const Plan plan = makePlan(request);
  const Outcome& relay = outcomeOf(plan, Strategy::Relay);
  QCOMPARE(relay.detail, "2 x t2.micro");
  QVERIFY(relay.slowed);
  QVERIFY(near(relay.totals.granted, 60));
}

void TestPlanner::stopAndStart() {
  PlanRequest request = article("t2.micro");
  const Plan plan = makePlan(request);
  const Outcome& stopping = outcomeOf(plan, Strategy::StopStart);
  QVERIFY(!stopping.slowed && !stopping.permitted);
  QVERIFY(near(stopping.finish, 61.87 * 60 + 2 * 120, 1));
  QVERIFY(near(stopping.totals.granted, 90));
  // Nobody pays for an instance that is stopped.
  QVERIFY(near(*stopping.cost, stopping.finish / 3600 * 0.0116, 1e-3));
  request.launchCreditsAtStart = false;
  QVERIFY(!outcomeOf(makePlan(request), Strategy::StopStart).feasible());
}

void TestPlanner::otherTypes() {
  const Plan plan = makePlan(article("t2.micro"));
  for (const Outcome& other : plan.outcomes) {
    if (other.strategy != Strategy::OtherInstance) continue;
    QVERIFY(!QString::fromStdString(other.detail).startsWith("t2.micro,"));
    QVERIFY(near(other.wait, 60));
    QVERIFY(other.finish >= 61.87 * 60);
  }
  PlanRequest old = article("t2.micro");
  old.rules = CreditRules::Until2017;
  for (const Outcome& other : makePlan(old).outcomes)
    if (other.strategy == Strategy::OtherInstance)
      QVERIFY(QString::fromStdString(other.detail).startsWith("t2."));
}

// 500 steps of 0.432 s need a whole vCPU: the article's 216 of 230 seconds in a call of 300.
void TestPlanner::lambdaOfTheArticle() {
  engine::LambdaOffer fullSpeed = engine::kLambda2016;
  fullSpeed.megabytesPerVCpu = 512;
  const LambdaBill bill = lambdaBill(fullSpeed, 512, 8593, 0.432, 1, 60, 10, true);
  QCOMPARE(bill.stepsPerCall, 532);
  QCOMPARE(bill.calls, 17);
  const LambdaBill share = lambdaBill(engine::kLambda2016, 512, 8593, 0.432, 1, 0, 0, true);
  QCOMPARE(share.stepsPerCall, 200);  // at 0.289 vCPU
}

void TestPlanner::lambdaFigures() {
  using engine::kLambda2016, engine::kLambdaToday;
  QVERIFY(near(kLambdaToday.freeGigabyteSeconds / 0.5, 800'000));
  QVERIFY(near(kLambda2016.freeGigabyteSeconds / 1.5, 266'667, 1));
  // At one vCPU without overhead: 1.7276 GB * 3,716 s.
  const LambdaBill bill = lambdaBill(kLambdaToday, 1769, 8593, 0.4325, 1, 0, 0, true);
  QVERIFY(near(bill.gigabyteSeconds, 6420, 10));
  QVERIFY(near(bill.cost, 0));
  const LambdaBill paid = lambdaBill(kLambdaToday, 1769, 8593, 0.4325, 1, 0, 0, false);
  QVERIFY(near(paid.cost, paid.gigabyteSeconds * 0.0000166667 + double(paid.calls) * 0.2e-6));
  // A call of 10 ms is billed as 100 ms in 2016.
  QVERIFY(near(lambdaBill(kLambda2016, 1024, 1, 0.01 * 1024 / 1769, 1, 0, 0, true).gigabyteSeconds,
               0.1));
  QCOMPARE(lambdaBill(kLambda2016, 128, 1, 30, 1, 60, 10, true).calls, 0);
}

void TestPlanner::whatCannotBeDone_data() {
  QTest::addColumn<int>("strategy");
  QTest::newRow("t3.micro") << int(Strategy::Relay);
  QTest::newRow("t4g.nano") << int(Strategy::FreshInstance);
  QTest::newRow("t3.small") << int(Strategy::StopStart);
  QTest::newRow("ecs.t6-c1m1.large") << int(Strategy::StopStart);
  QTest::newRow("Standard_B1s") << int(Strategy::Unlimited);
}

void TestPlanner::whatCannotBeDone() {
  QFETCH(int, strategy);
  const Plan plan = makePlan(article(QTest::currentDataTag(), 0));
  const Outcome& outcome = outcomeOf(plan, Strategy(strategy));
  QVERIFY(outcome.obstacle.ends_with('.'));
  for (const std::size_t i : plan.byTime) QVERIFY(&plan.outcomes[i] != &outcome);
}

void TestPlanner::ranksAndFront() {
  for (const char* type : {"t2.micro", "t2.nano", "t3.medium", "t4g.2xlarge"}) {
    const Plan plan = makePlan(article(type, 10));
    const auto& outcomes = plan.outcomes;
    for (std::size_t k = 1; k < plan.byTime.size(); ++k) {
      QVERIFY(outcomes[plan.byTime[k - 1]].finish <= outcomes[plan.byTime[k]].finish);
      QVERIFY(*outcomes[plan.byCost[k - 1]].cost <= *outcomes[plan.byCost[k]].cost);
    }
    // By definition: on the front is who is permitted and beaten by nobody in both.
    for (const std::size_t i : plan.byTime) {
      const bool beaten = std::ranges::any_of(plan.byTime, [&](std::size_t k) {
        const Outcome &one = outcomes[k], &two = outcomes[i];
        return one.permitted && one.finish <= two.finish && *one.cost <= *two.cost &&
               (one.finish < two.finish || *one.cost < *two.cost);
      });
      if (std::ranges::count(plan.front, i)) QVERIFY(outcomes[i].permitted && !beaten);
    }
    QVERIFY(outcomes[plan.best].permitted && outcomes[plan.best].whole);
    QVERIFY(plan.recommendation.starts_with(outcomes[plan.best].name));
    QVERIFY(plan.recommendation.ends_with('.'));
  }
}

void TestPlanner::runsStraightWhereTheCreditsLast() {
  PlanRequest request = article("t2.micro");
  request.job.secondsPerStep = [](const engine::InstanceType&) { return 0.045; };
  const Plan plan = makePlan(request);
  QCOMPARE(plan.outcomes[plan.best].strategy, Strategy::Straight);
  QVERIFY(plan.recommendation.find("never slowed down") != std::string::npos);
  QVERIFY(near(outcomeOf(plan, Strategy::WaitFirst).wait, 0));
  QVERIFY(outcomeOf(plan, Strategy::FewerEpochs).whole);
  QVERIFY(outcomeOf(plan, Strategy::Relay).permitted);
}

// 8,593 steps of 45 ms.
void TestPlanner::headlineComparesWithTensorFlow() {
  QCOMPARE(engine::headline(0.045),
           "With this engine the 10 epochs need 6.4 credits on a t2.micro; with TensorFlow 0.10 "
           "they needed 62.");
}

void TestPlanner::refusesImpossibleJobs() {
  PlanRequest request = article("t2.micro", 1000);
  QVERIFY_THROWS_EXCEPTION(engine::Error, makePlan(request));
  request.balance = 10;
  request.job.steps = 0;
  QVERIFY_THROWS_EXCEPTION(engine::Error, makePlan(request));
  request.job.steps = 1'000'000'000;
  QVERIFY_THROWS_EXCEPTION(engine::Error, makePlan(request));
}

QTEST_APPLESS_MAIN(TestPlanner)
#include "tst_planner.moc"
