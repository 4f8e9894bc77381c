#pragma once

#include "app/cli/command.h"

namespace cli {

/// Compares strategies for a job on CPU credits and prints a table, JSON or CSV; or replays the
/// article's runs on the simulated machine.
void runPlan(const QStringList& arguments, LineOutput& output);

inline constexpr Command kPlanCommand{"plan", "Compare ways to get along with CPU credits",
                                      runPlan};

}  // namespace cli
