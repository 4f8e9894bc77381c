#pragma once

#include <cstdint>

namespace engine {

/// Where the machine of a PacedRun is after a step, an evaluation or a rest.
struct PaceMoment {
  std::int64_t step = -1;  ///< the last one done
  double seconds = 0;      ///< of the machine, since the run began
  double launchCredits = 0;
  double earnedCredits = 0;
  double surplus = 0;   ///< borrowed credits
  double spent = 0;     ///< credits, since the run began
  double slowdown = 1;  ///< time of the last work, divided by that at full speed
  bool afterRest = false;

  double balance() const noexcept { return launchCredits + earnedCredits; }
  bool operator==(const PaceMoment&) const = default;
  bool isSlowed() const noexcept { return slowdown > 1 + 1e-6; }
};

}  // namespace engine
