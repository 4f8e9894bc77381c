#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/credits/plan/outcome.h"
#include "engine/credits/plan/plan_request.h"

namespace engine {

/// All strategies for a job, compared.
struct Plan {
  std::vector<Outcome> outcomes;  ///< the simple ones first; those with an obstacle as well
  /// Indices of the outcomes that do the whole job, the quickest and the cheapest first. Where the
  /// cost is not known, the outcome stands last.
  std::vector<std::size_t> byTime, byCost;
  /// Those that are permitted and that no other permitted one beats in time and cost; by time.
  std::vector<std::size_t> front;
  std::size_t best = 0;
  std::string recommendation;  ///< one sentence: the best and why
};

/// The best does the whole job in a permitted way. If running straight is never slowed down, it is
/// that; otherwise, of all that take at most a quarter longer than the quickest, the cheapest to
/// the cent, and of these the simplest.
/// Throws Error if the job is empty or longer than 7 days of CPU, or the balance is impossible.
Plan makePlan(const PlanRequest& request);

/// Credits that the sample's 10 epochs spend on a t2.micro with this engine, beside TensorFlow's
/// 62, as a sentence.
std::string headline(double secondsPerStepOnMicro);

}  // namespace engine
