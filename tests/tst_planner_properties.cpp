// What must hold of every plan and every simulated machine, tried on thousands made at random.
#include <QTest>
#include <algorithm>
#include <array>
#include <random>

#include "credit_testing.h"
#include "engine/credits/plan/planner.h"
#include "engine/credits/plan/strategies.h"
#include "engine/credits/virtual_machine.h"

using engine::CreditMode;
using engine::CreditRules;
using engine::InstanceType;
using engine::MachineOptions;
using engine::Outcome;
using engine::PlanRequest;
using engine::Strategy;
using engine::ThrottleKind;
using engine::VirtualMachine;

namespace {

class Chance {
 public:
  explicit Chance(unsigned seed) : m_random(seed) {}
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(m_random);
  }
  bool oneIn(int count) { return between(0, count) < 1; }
  template <typename List>
  const auto& from(const List& list) {
    return list[static_cast<std::size_t>(between(0, double(list.size()) - 1e-9))];
  }

 private:
  std::mt19937 m_random;
};

const std::vector<InstanceType>& knownTypes() {
  static const auto catalogue = engine::InstanceCatalogue::bundled();
  return catalogue.types();
}

// A known type, or one whose numbers are made up.
InstanceType anyType(Chance& chance) {
  InstanceType type = chance.from(knownTypes());
  if (chance.oneIn(2)) return type;
  type.vCpus = int(chance.between(1, 9));
  type.baseline = chance.between(0.02, 0.9);
  type.creditsPerHour = type.baseline * type.vCpus * 60;
  type.maxCredits = type.creditsPerHour * chance.between(1, 48);
  type.launchCredits = chance.oneIn(2) ? 0 : chance.between(1, 60) * type.vCpus;
  type.throttle = chance.oneIn(3) ? ThrottleKind::Hard : ThrottleKind::Staircase;
  return type;
}

PlanRequest anyRequest(Chance& chance) {
  PlanRequest request{.job = engine::sampleJob(int(chance.between(1, 20))),
                      .type = anyType(chance)};
  const double seconds = chance.between(0.01, 1);
  request.job.secondsPerStep = [seconds](const InstanceType&) { return seconds; };
  request.job.threads = chance.oneIn(2) ? 1 : chance.between(0.5, request.type.vCpus);
  request.rules = chance.oneIn(3) ? CreditRules::Until2017 : CreditRules::Today;
  request.throttle.firstTickSeconds = chance.between(1, 300);
  request.balance =
      chance.between(0, std::min(100.0, request.type.launchCredits + request.type.maxCredits));
  return request;
}

std::vector<Outcome> playAll(const PlanRequest& request) {
  std::vector<Outcome> outcomes;
  for (const auto strategy : {engine::straight, engine::unlimited, engine::waitFirst,
                              engine::sleepWhenSlow, engine::fewerEpochs, engine::freshInstance,
                              engine::stopStart, engine::relay, engine::lambdaSlices})
    if (Outcome outcome = strategy(request); outcome.feasible())
      outcomes.push_back(std::move(outcome));
  return outcomes;
}

// A load that changes every few minutes; idle for two fifths of the time.
struct Load {
  double vCpus, seconds;
};
std::vector<Load> anyLoad(Chance& chance, int vCpus) {
  std::vector<Load> load(40);
  for (auto& [wanted, seconds] : load) {
    seconds = chance.between(0, 600);
    wanted = chance.between(0, 5) < 2 ? 0 : chance.oneIn(2) ? vCpus : chance.between(0, vCpus);
  }
  return load;
}

QByteArray where(const PlanRequest& request, const Outcome& outcome) {
  return QStringLiteral("%1 on %2 with %3 credits")
      .arg(QString::fromStdString(outcome.name), QString::fromStdString(request.type.name))
      .arg(request.balance.value_or(-1))
      .toUtf8();
}

}  // namespace

class TestPlannerProperties : public QObject {
  Q_OBJECT

 private slots:
  void noStrategyIsFasterThanFullSpeed();
  void creditsAreConserved();
  void averageNeverBeatsBaselineAndStoredCredits();
  void sleepingNeverBeatsStraight();
  void moreCreditsNeverFinishLater();
  void moreCreditsNeverFallBehind();
};

void TestPlannerProperties::noStrategyIsFasterThanFullSpeed() {
  Chance chance(1);
  for (int i = 0; i < 80; ++i) {
    const PlanRequest request = anyRequest(chance);
    for (const Outcome& outcome : playAll(request)) {
      const double work = double(outcome.steps) * request.stepSeconds(request.type);
      const double vCpus = outcome.strategy == Strategy::Lambda
                               ? request.job.threads
                               : std::min<double>(request.job.threads, request.type.vCpus);
      QVERIFY2(outcome.finish >= outcome.wait + work / vCpus * (1 - 1e-9), where(request, outcome));
      QCOMPARE(outcome.whole, outcome.steps == request.job.steps);
      QVERIFY2(outcome.slowed || outcome.strategy != Strategy::Straight ||
                   near(outcome.finish, work / vCpus, 1e-6 * work),
               where(request, outcome));
    }
  }
}

void TestPlannerProperties::creditsAreConserved() {
  Chance chance(2);
  for (int i = 0; i < 80; ++i) {
    const PlanRequest request = anyRequest(chance);
    for (const Outcome& outcome : playAll(request)) {
      const auto& total = outcome.totals;
      QVERIFY2(near(total.granted + total.earned - total.discarded - total.spent + total.charged +
                        outcome.surplus,
                    outcome.balance, 1e-9 * std::max(1.0, total.earned)),
               where(request, outcome));
      if (outcome.strategy == Strategy::Lambda) continue;
      QVERIFY2(near(outcome.credits, outcome.cpuSeconds / 60, 1e-7), where(request, outcome));
      for (std::size_t k = 1; k < outcome.curve.size(); ++k)
        QVERIFY2(outcome.curve[k].seconds >= outcome.curve[k - 1].seconds &&
                     outcome.curve[k].balance >= 0,
                 where(request, outcome));
    }
  }
}

// Stored: what was there and what was launched with. Only borrowing goes beyond.
void TestPlannerProperties::averageNeverBeatsBaselineAndStoredCredits() {
  Chance chance(3);
  for (int i = 0; i < 80; ++i) {
    PlanRequest request = anyRequest(chance);
    request.job.steps *= 20;
    for (const Outcome& outcome : playAll(request)) {
      if (outcome.strategy == Strategy::Lambda) continue;
      const double rate = request.type.creditsPerHour / 3600;
      QVERIFY2(outcome.cpuSeconds / 60 <= outcome.totals.granted + rate * outcome.finish +
                                              outcome.surplus + outcome.totals.charged + 1e-6,
               where(request, outcome));
    }
  }
}

void TestPlannerProperties::sleepingNeverBeatsStraight() {
  Chance chance(4);
  for (int i = 0; i < 150; ++i) {
    const PlanRequest request = anyRequest(chance);
    const Outcome sleeping = engine::sleepWhenSlow(request);
    QVERIFY2(sleeping.finish >= engine::straight(request).finish - 1e-4, where(request, sleeping));
  }
}

// But for the job that is cut: with more credits that does more. Who sleeps does so for 50 minutes
// whatever is left to do, so with more credits there may be one nap too many; likewise one turn of
// a relay, which costs two minutes.
void TestPlannerProperties::moreCreditsNeverFinishLater() {
  Chance chance(5);
  for (int i = 0; i < 50; ++i) {
    PlanRequest request = anyRequest(chance);
    const double most = request.type.launchCredits + request.type.maxCredits;
    std::vector<double> previous;
    std::int64_t previousSteps = 0;
    for (double balance = 0; balance <= std::min(80.0, most); balance += chance.between(0, 8)) {
      request.balance = balance;
      std::vector<double> finish;
      for (const auto strategy : {engine::straight, engine::waitFirst, engine::relay,
                                  engine::stopStart, engine::sleepWhenSlow})
        finish.push_back(strategy(request).finish);
      constexpr std::array kTolerance{1e-6, 1.5, 121., 121., 3000.};  // waiting is to the second
      for (std::size_t k = 0; k < previous.size(); ++k)
        QVERIFY2(finish[k] <= previous[k] + kTolerance[k],
                 qPrintable(QString("strategy %1, balance %2: %3 s, with less %4 s")
                                .arg(k)
                                .arg(balance)
                                .arg(finish[k])
                                .arg(previous[k])));
      previous = std::move(finish);
      const std::int64_t steps = engine::fewerEpochs(request).steps;
      QVERIFY(steps >= previousSteps);
      previousSteps = steps;
    }
  }
}

// Of two machines under the same load, whatever it is, the one that began with more credits has
// done at least as much at any time.
void TestPlannerProperties::moreCreditsNeverFallBehind() {
  Chance chance(6);
  for (int i = 0; i < 4'000; ++i) {
    const InstanceType type = anyType(chance);
    MachineOptions options{.mode = CreditMode::Standard,
                           .rules = chance.oneIn(3) ? CreditRules::Until2017 : CreditRules::Today};
    options.throttle.firstTickSeconds = chance.between(1, 300);
    const double most = type.launchCredits + type.maxCredits;
    options.balance = std::min(most, chance.between(0, 9) * type.vCpus);
    VirtualMachine poor(type, options);
    *options.balance = std::min(
        most, *options.balance + (chance.oneIn(2) ? chance.between(0, 0.5) : chance.between(0, 9)));
    VirtualMachine rich(type, options);
    double ahead = 0;
    for (const auto& [vCpus, seconds] : anyLoad(chance, type.vCpus)) {
      ahead += rich.load(vCpus, seconds) - poor.load(vCpus, seconds);
      QVERIFY2(ahead >= -1e-6,
               qPrintable(
                   QString("%1: %2 s behind").arg(QString::fromStdString(type.name)).arg(-ahead)));
    }
    QVERIFY(near(imbalance(rich.account()), 0, 1e-9));
  }
}

QTEST_APPLESS_MAIN(TestPlannerProperties)
#include "tst_planner_properties.moc"
