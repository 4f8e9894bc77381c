// What leaves the instance and its type.
#include <algorithm>
#include <tuple>

#include "engine/credits/plan/plan_text.h"
#include "engine/credits/plan/recorded_machine.h"
#include "engine/credits/plan/strategies.h"

namespace engine {
namespace {

Outcome runOn(const PlanRequest& request, const InstanceType& type, CreditMode mode) {
  Outcome outcome{.strategy = Strategy::OtherInstance, .name = "Another type"};
  RecordedMachine machine(request, type, mode, {}, 0, outcome);
  machine.idle(request.launchSeconds);
  outcome.wait = request.launchSeconds;
  machine.steps(request.job.steps);
  machine.leave();
  outcome.detail = type.name + (mode == CreditMode::Unlimited ? ", unlimited" : ", standard");
  if (type.memoryGiB)
    outcome.caveats.push_back("It has " + shortestText(*type.memoryGiB) + " GiB of memory.");
  outcome.caveats.push_back(
      "Another processor may be faster or slower than the time per step says.");
  if (outcome.surplus + outcome.totals.charged > 0)
    outcome.caveats.push_back("What it borrowed is billed when it is stopped.");
  return outcome;
}

// A price in another currency cannot be compared, and in 2016 there was but the T2.
bool comparable(const InstanceType& type, const PlanRequest& request) {
  return type.name != request.type.name && type.pricePerHour &&
         type.currency == request.type.currency && type.processor &&
         (request.rules == CreditRules::Today || type.family == "T2");
}

}  // namespace

std::vector<Outcome> otherInstances(const PlanRequest& request) {
  std::optional<Outcome> quickest, cheapest;
  const auto keep = [](std::optional<Outcome>& best, const Outcome& outcome, auto key) {
    if (!best || key(outcome) < key(*best)) best = outcome;
  };
  for (const InstanceType& type : request.otherTypes) {
    if (!comparable(type, request)) continue;
    for (const CreditMode mode : {CreditMode::Standard, CreditMode::Unlimited}) {
      if (mode == CreditMode::Unlimited &&
          (!type.offersUnlimited || request.rules == CreditRules::Until2017))
        continue;
      const Outcome outcome = runOn(request, type, mode);
      if (!outcome.cost) continue;
      keep(quickest, outcome,
           [](const Outcome& o) { return std::tuple(o.finish, *o.cost, o.surplus); });
      keep(cheapest, outcome,
           [](const Outcome& o) { return std::tuple(*o.cost, o.finish, o.surplus); });
    }
  }
  std::vector<Outcome> found;
  if (!quickest) {
    found.push_back({.strategy = Strategy::OtherInstance,
                     .name = "Another type",
                     .obstacle = "No other type has a price in the same currency."});
    return found;
  }
  if (quickest->detail != cheapest->detail) {
    cheapest->name = "Another type, cheapest";
    quickest->name = "Another type, quickest";
    found.push_back(*std::move(cheapest));
  }
  found.push_back(*std::move(quickest));
  return found;
}

Outcome lambdaSlices(const PlanRequest& request) {
  const LambdaOffer& offer = request.lambda();
  const int megabytes =
      request.lambdaMegabytes > 0 ? request.lambdaMegabytes : offer.usualMegabytes;
  Outcome outcome{.strategy = Strategy::Lambda, .name = "AWS Lambda in slices"};
  outcome.detail = std::to_string(megabytes) + " MB";
  outcome.currency = "USD";
  if (megabytes < offer.leastMegabytes || megabytes > offer.mostMegabytes) {
    outcome.obstacle = "Lambda offers " + std::to_string(offer.leastMegabytes) + " to " +
                       std::to_string(offer.mostMegabytes) + " MB.";
    return outcome;
  }
  const double secondsPerStep = request.stepSeconds(request.type);
  const double overhead = request.saveSeconds + request.restoreSeconds;
  const LambdaBill bill =
      lambdaBill(offer, megabytes, request.job.steps, secondsPerStep, request.job.threads, overhead,
                 request.lambdaReserveSeconds, request.freeTier);
  if (bill.stepsPerCall == 0) {
    outcome.obstacle =
        "Not even one step fits into a call of " + fixedText(offer.secondsPerCall, 0) + " s.";
    return outcome;
  }
  outcome.detail += ", " + std::to_string(bill.calls) + (bill.calls == 1 ? " call" : " calls");
  outcome.steps = request.job.steps;
  outcome.cpuSeconds = request.cpuSeconds(request.type);
  outcome.fullSpeedSeconds = outcome.cpuSeconds / std::min(request.job.threads, offer.mostVCpus);
  outcome.finish = bill.seconds;
  outcome.cost = bill.cost;
  if (request.freeTier)
    outcome.caveats.push_back("It uses " + fixedText(bill.gigabyteSeconds, 0) + " of " +
                              fixedText(offer.freeGigabyteSeconds, 0) +
                              " GB-seconds that are free in a month.");
  outcome.caveats.push_back(
      "The program must fit the function's memory, disk and package limits; "
      "Lambda's processor is taken to be as fast as the instance's.");
  if (request.rules == CreditRules::Until2017)
    outcome.caveats.push_back("The CPU share was not documented in 2016; today's is used.");
  if (request.type.currency != "USD") {
    outcome.caveats.push_back("It costs " + moneyText(bill.cost, "USD") +
                              ", which is not compared with prices in " + request.type.currency +
                              ".");
    outcome.cost.reset();
  }
  return outcome;
}

}  // namespace engine
