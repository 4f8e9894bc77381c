#pragma once

#include <string>

#include "app/cli/arguments.h"
#include "engine/bench/machine_result.h"
#include "engine/credits/instance_catalogue.h"
#include "engine/credits/plan/plan_request.h"

namespace cli {

Arguments parsePlanArguments(const QStringList& arguments);

/// The job and the machine that the arguments name. measure() is called where the speed of this
/// computer is needed. Throws UsageError; engine::Error where the instance type is not known.
engine::PlanRequest planRequest(const Arguments& arguments,
                                const engine::InstanceCatalogue& catalogue,
                                const std::function<engine::MachineResult()>& measure);

}  // namespace cli
