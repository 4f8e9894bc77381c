#pragma once

#include <vector>

#include "engine/credits/plan/outcome.h"
#include "engine/credits/plan/plan_request.h"

namespace engine {

// One function per strategy; each plays it through from the same start. Unless it says otherwise,
// the instance is in standard mode. What cannot be done comes back with an obstacle.

/// Runs until all is done, slowed down or not.
Outcome straight(const PlanRequest& request);
/// The article's patch: 50 minutes of sleep after any 100 steps that were seven times slower than
/// at full speed. Where the floor is not ten times slower, the limit shrinks with it.
Outcome sleepWhenSlow(const PlanRequest& request);
/// Idles until the credits last for the whole job, at most until no more are earned.
Outcome waitFirst(const PlanRequest& request);
/// As many whole epochs as are done before the slow-down.
Outcome fewerEpochs(const PlanRequest& request);
/// Borrows, and pays what is borrowed at the end.
Outcome unlimited(const PlanRequest& request);

/// The whole job on one new instance of the same type.
Outcome freshInstance(const PlanRequest& request);
/// New instances one after the other: each saves and hands over before it would be slowed down.
Outcome relay(const PlanRequest& request);
/// The same with one instance that is stopped and started again.
Outcome stopStart(const PlanRequest& request);

/// The quickest and the cheapest of the other types, each in the mode that suits it best.
std::vector<Outcome> otherInstances(const PlanRequest& request);

/// Slices that follow each other.
Outcome lambdaSlices(const PlanRequest& request);

}  // namespace engine
