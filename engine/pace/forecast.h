#pragma once

#include <optional>
#include <vector>

#include "engine/pace/paced_run.h"

namespace engine {

/// The rest of a run, as it will be if nothing changes.
struct Forecast {
  std::vector<PaceMoment> moments;    ///< of the steps left and the rests between them
  std::optional<PaceMoment> slowed;   ///< after the first step that is not at full speed
  std::optional<PaceMoment> slowest;  ///< after the first of those as slow as the slowest
  double restSeconds = 0;             ///< all rests together
  bool stopped = false;               ///< the policy ends the run before its last step
};

/// Beyond mostMoments steps, a moment stands for several steps.
Forecast foretell(PacedRun run, std::int64_t mostMoments = 100'000);

}  // namespace engine
