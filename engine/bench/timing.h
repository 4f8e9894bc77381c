#pragma once

#include <vector>

namespace engine {

/// What many measurements of the same thing come down to, in seconds.
struct Timing {
  double minimum = 0;
  double median = 0;
  double percentile90 = 0;
};

/// Of an even number of times, the upper one of the middle two is the median; the 90th percentile
/// is the smallest time that at least nine tenths of all do not exceed. times must not be empty.
Timing summarize(std::vector<double> times);

}  // namespace engine
