#pragma once

#include <string>

#include "engine/credits/plan/planner.h"

namespace cli {

/// A plan as lines of text: the strategies by time, those that cannot be done, caveats as numbered
/// notes, the order by cost and the recommendation.
std::string planTable(const engine::PlanRequest& request, const engine::Plan& plan);

}  // namespace cli
