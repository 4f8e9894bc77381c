#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/log/run_record.h"

namespace engine {

/// What follows from the record of a run.
struct RunFacts {
  std::int64_t interval = 0;  ///< steps from most points to the next; 0 if there is none
  std::size_t derivedSteps = 0;
  std::size_t nonFinite = 0;  ///< losses that are nan or inf
  bool epochsFit = true;      ///< the epochs told agree with steps * batch / data set, as printed
  std::optional<RecordedValidation> best = {};  ///< the first with the lowest error
  /// Of what the sample prints, weighted by steps; without step 0, which is no time of a step.
  double meanMilliseconds = kUnknown, slowestMilliseconds = kUnknown;
  double pausedSeconds = 0;
};

RunFacts factsOf(const RunRecord& run);

/// Seconds for each of run.steps, from the start of the run: as told, else kUnknown; without the
/// time between a Pause and its Resume.
std::vector<double> activeSeconds(const RunRecord& run);

}  // namespace engine
