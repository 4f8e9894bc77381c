// What can be done with the instance that is there.
#include <algorithm>
#include <cmath>

#include "engine/credits/plan/plan_text.h"
#include "engine/credits/plan/recorded_machine.h"
#include "engine/credits/plan/strategies.h"

namespace engine {
namespace {

RecordedMachine present(const PlanRequest& request, Outcome& outcome) {
  return {request, request.type, CreditMode::Standard, request.balance, 0, outcome};
}

// How many times slower than at full speed the job runs without credits.
double floorFactor(const PlanRequest& request) {
  const InstanceType& type = request.type;
  return std::min<double>(request.job.threads, type.vCpus) / (type.baseline * type.vCpus);
}

}  // namespace

Outcome straight(const PlanRequest& request) {
  Outcome outcome{.strategy = Strategy::Straight, .name = "Straight"};
  RecordedMachine machine = present(request, outcome);
  machine.steps(request.job.steps);
  machine.leave();
  if (outcome.slowed)
    outcome.caveats.push_back("Without credits it runs " + fixedText(floorFactor(request), 1) +
                              " times slower.");
  return outcome;
}

Outcome sleepWhenSlow(const PlanRequest& request) {
  constexpr double kSleepSeconds = 3000, kSlowMs = 3000, kFullSpeedMs = 432, kArticleFloor = 10;
  Outcome outcome{.strategy = Strategy::Sleep, .name = "Sleep when slow"};
  const double limit = kSlowMs / kFullSpeedMs / kArticleFloor * floorFactor(request);
  const double fullSpeed =
      request.stepSeconds(request.type) / std::min<double>(request.job.threads, request.type.vCpus);
  RecordedMachine machine = present(request, outcome);
  constexpr std::int64_t kReports = 4000;  // so many naps are enough for a year
  const std::int64_t block = std::max<std::int64_t>(100, request.job.steps / kReports);
  int naps = 0;
  while (outcome.steps < request.job.steps) {
    const double begin = machine.now();
    const std::int64_t count = std::min(block, request.job.steps - outcome.steps);
    machine.steps(count);
    const bool slow =
        machine.now() - begin > std::max(1.01, limit) * fullSpeed * static_cast<double>(count);
    if (!slow || outcome.steps == request.job.steps) continue;
    machine.idle(kSleepSeconds);
    ++naps;
  }
  machine.leave();
  outcome.detail = std::to_string(naps) + " x 50 min";
  outcome.caveats.push_back(
      naps == 0 ? "It never gets slow enough to sleep."
                : "It gains nothing over running straight: the same credits are earned either "
                  "way. The work comes in bursts.");
  return outcome;
}

Outcome waitFirst(const PlanRequest& request) {
  Outcome outcome{.strategy = Strategy::WaitFirst, .name = "Wait first, then run"};
  RecordedMachine machine = present(request, outcome);
  const InstanceType& type = request.type;
  const double toFull =
      (type.maxCredits - machine.machine().earnedCredits()) / type.creditsPerHour * 3600;
  const auto lasts = [&](double wait) {
    return machine.doesAllAtFullSpeed(request.job.steps, wait);
  };
  double wait = 0;
  if (!lasts(0)) {
    double tooShort = 0;
    wait = toFull;
    const bool possible = lasts(toFull);
    while (possible && wait - tooShort > 1) {
      const double middle = (tooShort + wait) / 2;
      (lasts(middle) ? wait : tooShort) = middle;
    }
  }
  if (wait > 0) machine.idle(wait);
  machine.steps(request.job.steps);
  machine.leave();
  outcome.wait = wait;
  if (wait == 0) outcome.caveats.push_back("There is no need to wait: the credits last.");
  if (outcome.slowed)
    outcome.caveats.push_back("Even with all credits that it can hold it is slowed down.");
  else if (wait > 0)
    outcome.caveats.push_back("The instance must run, and is paid for, while it waits.");
  return outcome;
}

Outcome fewerEpochs(const PlanRequest& request) {
  const bool epochs = request.job.stepsPerEpoch > 0;
  Outcome outcome{.strategy = Strategy::FewerEpochs,
                  .name = epochs ? "Fewer epochs" : "Fewer steps"};
  RecordedMachine machine = present(request, outcome);
  std::int64_t steps = machine.stepsAtFullSpeed(request.job.steps);
  outcome.whole = steps == request.job.steps;
  if (epochs) {
    const auto whole = [&](std::int64_t part) {
      return std::floor(static_cast<double>(part) / request.job.stepsPerEpoch +
                        1 / request.job.stepsPerEpoch);
    };
    const double done = whole(steps);
    outcome.detail = fixedText(done, 0) + " of " + fixedText(whole(request.job.steps), 0);
    if (!outcome.whole)
      steps = static_cast<std::int64_t>(std::floor(done * request.job.stepsPerEpoch));
  } else {
    outcome.detail = std::to_string(steps) + " of " + std::to_string(request.job.steps);
  }
  if (steps == 0) {
    outcome.obstacle = "Not even one fits into the credits.";
    return outcome;
  }
  machine.steps(steps);
  machine.leave();
  if (!outcome.whole) outcome.caveats.push_back("It is not the whole job.");
  return outcome;
}

Outcome unlimited(const PlanRequest& request) {
  Outcome outcome{.strategy = Strategy::Unlimited, .name = "Unlimited mode"};
  if (request.rules == CreditRules::Until2017)
    outcome.obstacle = "It came with the rules of November 2017.";
  else if (!request.type.offersUnlimited)
    outcome.obstacle = "A " + request.type.name + " does not offer it.";
  if (!outcome.feasible()) return outcome;

  RecordedMachine machine = present(request, outcome);
  const double launchCredits = machine.machine().launchCredits();
  machine.setMode(CreditMode::Unlimited);
  const double lost = launchCredits - machine.machine().launchCredits();
  machine.steps(request.job.steps);
  machine.leave();
  if (lost > 0)
    outcome.caveats.push_back("The switch forfeits " + fixedText(lost, 1) + " launch credits.");
  if (outcome.surplus <= 0) return outcome;
  outcome.detail = fixedText(outcome.surplus + outcome.totals.charged, 1) + " borrowed";
  const double hours = outcome.surplus / request.type.creditsPerHour;
  std::string idling = "What it borrowed is billed when it is stopped. Left idle for " +
                       durationText(hours * 3600) + " it earns that back";
  if (request.type.pricePerHour && request.type.surplusPricePerVCpuHour)
    idling +=
        ", which costs " + moneyText(hours * *request.type.pricePerHour, outcome.currency) +
        " instead of " +
        moneyText(outcome.surplus / 60 * *request.type.surplusPricePerVCpuHour, outcome.currency);
  outcome.caveats.push_back(idling + ".");
  return outcome;
}

}  // namespace engine
