#include "engine/credits/plan/planner.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/credits/plan/plan_text.h"
#include "engine/credits/plan/strategies.h"
#include "engine/error.h"

namespace engine {
namespace {

// Longer ones would be planned for many seconds, tick by tick.
constexpr int kMostDays = 7;

void check(const PlanRequest& request) {
  const double work = request.cpuSeconds(request.type);
  if (request.job.steps < 1 || !(work > 0))
    throw Error("There is nothing to plan: the job has no steps or they take no time.");
  if (work > kMostDays * 86400.0)
    throw Error("The job needs " + fixedText(work / 86400, 1) + " days of CPU. Plan for " +
                std::to_string(kMostDays) + " days at most, for example with fewer --steps.");
  if (!(request.job.threads > 0)) throw Error("A job needs at least a part of a vCPU.");
}

std::vector<Outcome> playAll(const PlanRequest& request) {
  std::vector<Outcome> outcomes{straight(request), unlimited(request)};
  for (Outcome& other : otherInstances(request)) outcomes.push_back(std::move(other));
  for (const auto strategy :
       {lambdaSlices, waitFirst, sleepWhenSlow, fewerEpochs, freshInstance, stopStart, relay})
    outcomes.push_back(strategy(request));
  return outcomes;
}

double costOf(const Outcome& outcome) {
  return outcome.cost.value_or(std::numeric_limits<double>::infinity());
}

void rank(Plan& plan) {
  const auto& outcomes = plan.outcomes;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (outcomes[i].feasible() && outcomes[i].whole) plan.byTime.push_back(i);
  plan.byCost = plan.byTime;
  std::ranges::stable_sort(plan.byTime, {}, [&](std::size_t i) {
    return std::pair(outcomes[i].finish, costOf(outcomes[i]));
  });
  std::ranges::stable_sort(plan.byCost, {}, [&](std::size_t i) {
    return std::pair(costOf(outcomes[i]), outcomes[i].finish);
  });
  double cheapest = std::numeric_limits<double>::infinity();
  for (const std::size_t i : plan.byTime) {
    if (!outcomes[i].permitted || !(costOf(outcomes[i]) < cheapest)) continue;
    cheapest = costOf(outcomes[i]);
    plan.front.push_back(i);
  }
}

std::size_t bestOf(const Plan& plan) {
  const auto& outcomes = plan.outcomes;
  if (!outcomes.front().slowed) return 0;
  constexpr double kMuchLonger = 1.25;
  std::vector<std::size_t> candidates;
  for (const std::size_t i : plan.byTime)
    if (outcomes[i].permitted) candidates.push_back(i);
  const double limit = kMuchLonger * outcomes[candidates.front()].finish;
  std::erase_if(candidates, [&](std::size_t i) { return outcomes[i].finish > limit; });
  return *std::ranges::min_element(candidates, {}, [&](std::size_t i) {
    return std::pair(outcomes[i].cost ? std::round(100 * *outcomes[i].cost)
                                      : std::numeric_limits<double>::infinity(),
                     i);
  });
}

// "" where the price is not known.
std::string costPhrase(const Outcome& outcome) {
  if (!outcome.cost) return "";
  return *outcome.cost < 0.0005 ? " at no cost"
                                : " for " + moneyText(*outcome.cost, outcome.currency);
}

std::string described(const Outcome& outcome) {
  std::string text = outcome.name;
  if (!outcome.detail.empty()) text += " (" + outcome.detail + ")";
  text += ": done in " + durationText(outcome.finish);
  return text + costPhrase(outcome);
}

std::string reasons(const Plan& plan) {
  const Outcome& best = plan.outcomes[plan.best];
  const Outcome& straight = plan.outcomes.front();
  if (plan.best == 0 && !best.slowed)
    return ", because its credits last: " + fixedText(best.credits, 1) + " are spent, " +
           fixedText(best.balance, 1) + " are left, and it is never slowed down.";
  if (plan.best == 0)
    return ", because nothing that is permitted is both quicker and worth its price; it spends " +
           fixedText(best.credits, 1) + " credits and is slowed down on the way.";
  std::string text =
      ", because running straight is slowed down and takes " + durationText(straight.finish);
  text += costPhrase(straight);
  const Outcome& quickest = plan.outcomes[plan.byTime.front()];
  if (&quickest != &best && quickest.finish < best.finish && quickest.cost && quickest.permitted)
    text += "; the quickest, " + quickest.name + " (" + quickest.detail + "), saves " +
            durationText(best.finish - quickest.finish) + " and costs " +
            moneyText(*quickest.cost, quickest.currency);
  return text + ".";
}

}  // namespace

Plan makePlan(const PlanRequest& request) {
  check(request);
  Plan plan;
  plan.outcomes = playAll(request);
  rank(plan);
  plan.best = bestOf(plan);
  plan.recommendation = described(plan.outcomes[plan.best]) + reasons(plan);
  return plan;
}

std::string headline(double secondsPerStepOnMicro) {
  const auto credits = [](double secondsPerStep) {
    return static_cast<double>(sampleJob(10).steps) * secondsPerStep / 60;
  };
  return "With this engine the 10 epochs need " + fixedText(credits(secondsPerStepOnMicro), 1) +
         " credits on a t2.micro; with TensorFlow 0.10 they needed " +
         fixedText(credits(kArticleSecondsPerStep), 0) + ".";
}

}  // namespace engine
