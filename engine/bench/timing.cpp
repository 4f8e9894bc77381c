#include "engine/bench/timing.h"

#include <algorithm>

namespace engine {

Timing summarize(std::vector<double> times) {
  std::ranges::sort(times);
  const std::size_t count = times.size();
  return {.minimum = times.front(),
          .median = times[count / 2],
          .percentile90 = times[(9 * count + 9) / 10 - 1]};
}

}  // namespace engine
