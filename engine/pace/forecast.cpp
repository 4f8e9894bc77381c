#include "engine/pace/forecast.h"

#include <algorithm>

namespace engine {

Forecast foretell(PacedRun run, std::int64_t mostMoments) {
  const std::int64_t stride = 1 + (run.stepsLeft() - 1) / mostMoments;
  Forecast forecast;
  while (run.stepsLeft() > 0 && !forecast.stopped) {
    const PacedRun::Order order = run.foretell(std::min(stride, run.stepsLeft()));
    const PaceMoment moment = run.moment();
    forecast.stopped = order.stop;
    forecast.restSeconds += order.restSeconds;
    if (order.hasLongRest()) forecast.moments.push_back(order.beforeRest);
    forecast.moments.push_back(moment);
    if (!moment.isSlowed()) continue;
    if (!forecast.slowed) forecast.slowed = moment;
    if (!forecast.slowest || moment.slowdown > forecast.slowest->slowdown * (1 + 1e-6))
      forecast.slowest = moment;
  }
  return forecast;
}

}  // namespace engine
