#pragma once

#include <string>
#include <string_view>

#include "engine/credits/instance_catalogue.h"
#include "engine/pace/paced_run.h"

namespace engine {

// The words by which people and files name the settings of a PacedRun. What is read from a text
// that was written here is equal to what was written. The readers throw Error saying what is wrong
// and what would be right.

/// "t2.micro", "t2.micro:39.5", "t3.micro:20:standard", "t2.micro:30:until-2017": the name of an
/// instance type, then in any order the credits at the start, "standard" or "unlimited", and
/// "today" or "until-2017" for the rules. Behind the name any field of the type may be changed, as
/// in "custom,vcpus=2,baseline=20,rate=24,cap=576,launch=60,price=0.05,surplus=0.05,throttle=hard":
/// baseline in percent, rate in credits per hour, prices per hour and per vCPU-hour of surplus.
struct MachineChoice {
  InstanceType type;
  MachineOptions options = {};
};
MachineChoice readMachine(std::string_view text, const InstanceCatalogue& catalogue);
std::string machineText(const MachineChoice& machine, const InstanceCatalogue& catalogue);

/// "432": ms per step. "measured": what this computer needs. "8x": so many times that.
StepCost readStepCost(std::string_view text);
std::string stepCostText(const StepCost& cost);

/// "none", "sleep:3000ms:50min", "stop-at:2credits", "duty:10min:50min" (work and rest),
/// "duty:40%", "adaptive".
CreditPolicy readPolicy(std::string_view text);
std::string policyText(const CreditPolicy& policy);

/// "virtual": as fast as this computer can, infinity. "real": 1. "60x": 60 times as fast as real.
double readPace(std::string_view text);
std::string paceText(double pace);

}  // namespace engine
