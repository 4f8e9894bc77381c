#pragma once

#include <string>

#include "engine/credits/plan/planner.h"

namespace engine {

/// Everything in a plan: job, machine, each strategy with its balance curve, ranks, front and
/// recommendation. Times in seconds, credits in vCPU-minutes.
std::string planJson(const PlanRequest& request, const Plan& plan);

/// A line per strategy, without the curves; fields as RFC 4180 has them, numbers in the C locale.
/// Fields of a strategy that cannot be done are empty but for its name and obstacle.
std::string planCsv(const Plan& plan);

}  // namespace engine
