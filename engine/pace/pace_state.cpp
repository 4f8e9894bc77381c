#include <nlohmann/json.hpp>

#include "engine/credits/state_numbers.h"
#include "engine/error.h"
#include "engine/pace/pace_text.h"
#include "engine/pace/paced_run.h"

namespace engine {

std::string PacedRun::state() const {
  const auto catalogue = InstanceCatalogue::bundled();
  PacedRun copy = *this;
  StateNumbers numbers;
  copy.exchangeState(numbers);
  const ThrottleParameters& throttle = m_settings.machine.throttle;
  const nlohmann::json root = {
      {"machine", machineText({m_settings.type, m_settings.machine}, catalogue)},
      {"throttle",
       {throttle.tickSeconds, throttle.firstTickSeconds, throttle.tickCredits,
        throttle.gentleOffset, throttle.gentleSlope, throttle.riseSeconds}},
      {"msPerStep", stepCostText(m_settings.cost)},
      {"policy", policyText(m_settings.policy)},
      {"threads", m_settings.threads},
      {"machineState", m_machine.state()},
      {"runState", std::move(numbers).written()}};
  return root.dump();
}

PacedRun PacedRun::restored(const std::string& state) {
  try {
    const auto root = nlohmann::json::parse(state);
    const auto text = [&](const char* key) { return root.at(key).get<std::string>(); };
    const auto row = [&](const char* key) { return root.at(key).get<std::vector<double>>(); };
    MachineChoice machine = readMachine(text("machine"), InstanceCatalogue::bundled());
    const std::vector<double> throttle = row("throttle");
    machine.options.throttle = {throttle.at(0), throttle.at(1), throttle.at(2),
                                throttle.at(3), throttle.at(4), throttle.at(5)};
    PacedRun run({.type = machine.type,
                  .machine = machine.options,
                  .cost = readStepCost(text("msPerStep")),
                  .policy = readPolicy(text("policy")),
                  .threads = root.at("threads")});
    run.m_machine.restore(row("machineState"));
    const std::vector<double> values = row("runState");
    StateNumbers numbers(values);
    run.exchangeState(numbers);
    numbers.end();
    return run;
  } catch (const Error& error) {
    throw Error("The state of the simulated machine cannot be used: " + std::string(error.what()));
  } catch (const std::exception&) {
    throw Error(
        "The state of the simulated machine is damaged; resume with a new one by --machine.");
  }
}

void PacedRun::exchangeState(StateNumbers& numbers) {
  for (double* value : {&m_secondsBefore, &m_spentBefore, &m_ownStep, &m_ownImage, &m_lapStart,
                        &m_scriptMilliseconds, &m_workedSeconds})
    numbers.exchange(*value);
  numbers.exchange(m_slowdown, 1, StateNumbers::kMost);
  numbers.exchange(m_nextStep);
  numbers.exchange(m_lapStep);
  numbers.exchange(m_afterRest);
}

}  // namespace engine
