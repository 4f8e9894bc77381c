// What lives on the launch credits of new or restarted instances.
#include <algorithm>
#include <memory>

#include "engine/credits/plan/plan_text.h"
#include "engine/credits/plan/recorded_machine.h"
#include "engine/credits/plan/strategies.h"

namespace engine {
namespace {

constexpr const char* kNotPermitted =
    "AWS does not permit launching again and again to obtain launch credits.";
constexpr int kMostRenewals = 2000;

RecordedMachine launched(const PlanRequest& request, double moment, Outcome& outcome) {
  return {request, request.type, CreditMode::Standard, {}, moment, outcome};
}

// Works until the credits run low, saves, renews the machine, restores, and so on; the last of so
// many turns (0: any number) works to the end. A first machine that makes way does nothing.
template <typename Renew>
void workInTurns(const PlanRequest& request, std::unique_ptr<RecordedMachine>& machine,
                 Outcome& outcome, int turns, bool firstMakesWay, Renew renew) {
  for (int turn = firstMakesWay ? 0 : 1;; ++turn) {
    const std::int64_t left = request.job.steps - outcome.steps;
    const bool last = turn > 0 && (turn == turns || turn == kMostRenewals);
    std::int64_t count = 0;
    if (turn > 0) count = last ? left : machine->stepsAtFullSpeed(left);
    if (turn > 0 && count < left) count = machine->stepsAtFullSpeed(left, request.saveSeconds);
    // One that cannot do a step before it is slowed down is the last: the next would be the same.
    if (turn > 0 && count == 0) count = left;
    machine->steps(count);
    if (outcome.steps == request.job.steps) break;
    if (turn > 0) machine->overhead(request.saveSeconds);
    renew();
    machine->idle(request.launchSeconds);
    if (turn > 0)
      machine->overhead(request.restoreSeconds);
    else
      outcome.wait = machine->now();
  }
  machine->leave();
}

// What is left of the present credits helps only where it saves a turn, and a turn only where the
// rest would take longer without it. So the quickest of three ways counts.
template <typename Play>
Outcome quickestOf(int turns, const Play& play) {
  std::vector<Outcome> ways{play(turns, false), play(turns, true)};
  if (turns == 0) ways.push_back(play(1, false));
  return *std::ranges::min_element(ways, {}, &Outcome::finish);
}

std::string overheadText(const PlanRequest& request) {
  return "Each turn costs " +
         durationText(request.saveSeconds + request.launchSeconds + request.restoreSeconds) +
         " to save, start and restore.";
}

}  // namespace

Outcome freshInstance(const PlanRequest& request) {
  Outcome outcome{.strategy = Strategy::FreshInstance, .name = "Fresh instance"};
  if (request.type.launchCredits <= 0) {
    outcome.obstacle = "A new " + request.type.name + " starts without credits.";
    return outcome;
  }
  RecordedMachine machine = launched(request, 0, outcome);
  machine.idle(request.launchSeconds);
  outcome.wait = request.launchSeconds;
  machine.steps(request.job.steps);
  machine.leave();
  outcome.detail = fixedText(request.type.launchCredits, 0) + " launch credits";
  if (request.type.provider == "AWS") outcome.caveats.push_back(kNotPermitted);
  return outcome;
}

Outcome relay(const PlanRequest& request) {
  if (request.type.launchCredits <= 0)
    return {.strategy = Strategy::Relay,
            .name = "Relay of new instances",
            .obstacle = "A new " + request.type.name + " starts without credits."};
  return quickestOf(request.relayInstances, [&](int turns, bool firstMakesWay) {
    Outcome outcome{.strategy = Strategy::Relay, .name = "Relay of new instances"};
    auto machine = std::make_unique<RecordedMachine>(request, request.type, CreditMode::Standard,
                                                     request.balance, 0, outcome);
    int instances = firstMakesWay ? 0 : 1;
    workInTurns(request, machine, outcome, turns, firstMakesWay, [&] {
      machine->leave();
      machine = std::make_unique<RecordedMachine>(launched(request, machine->now(), outcome));
      ++instances;
    });
    outcome.detail = std::to_string(instances) + " x " + request.type.name;
    outcome.permitted = (instances == 1 && !firstMakesWay) || request.type.provider != "AWS";
    if (!outcome.permitted) outcome.caveats.push_back(kNotPermitted);
    if (instances > 1) outcome.caveats.push_back(overheadText(request));
    return outcome;
  });
}

Outcome stopStart(const PlanRequest& request) {
  const InstanceType& type = request.type;
  Outcome refused{.strategy = Strategy::StopStart, .name = "Stop and start again"};
  if (type.stopPolicy == StopPolicy::KeepEarning)
    refused.obstacle = "A stopped " + type.name + " earns as much as an idle one.";
  else if (type.stopPolicy == StopPolicy::KeepSevenDays)
    refused.obstacle = "A stopped " + type.name + " keeps its credits but earns none.";
  else if (type.launchCredits <= 0 || !request.launchCreditsAtStart)
    refused.obstacle = "A stop loses all credits and a start gives none.";
  if (!refused.feasible()) return refused;

  return quickestOf(0, [&](int turns, bool firstMakesWay) {
    Outcome outcome = refused;
    auto machine = std::make_unique<RecordedMachine>(request, type, CreditMode::Standard,
                                                     request.balance, 0, outcome);
    int starts = 0;
    workInTurns(request, machine, outcome, turns, firstMakesWay, [&] {
      machine->stop();
      machine->start(true);
      ++starts;
    });
    outcome.detail = starts == 1 ? "1 start" : std::to_string(starts) + " starts";
    outcome.permitted = starts == 0 || type.provider != "AWS";
    if (!outcome.permitted) outcome.caveats.push_back(kNotPermitted);
    if (starts == 0) return outcome;
    outcome.caveats.push_back(overheadText(request));
    outcome.caveats.push_back(
        "The article found no credits after a start; AWS's guide says that they are given, for " +
        std::to_string(type.launchesPerDay.value_or(100)) + " launches and starts a day.");
    return outcome;
  });
}

}  // namespace engine
