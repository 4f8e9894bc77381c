#include "engine/credits/instance_catalogue.h"
#include "engine/credits/plan/planner.h"
#include "tests/bench/bench.h"

namespace bench {

// As much work as an empty t2.micro does in a week: 1,008 minutes of CPU.
void addPlan() {
  const auto run = [](benchmark::State& state) {
    const auto catalogue = engine::InstanceCatalogue::bundled();
    engine::PlanRequest request{.job = engine::sampleJob(10),
                                .type = catalogue.find("t2.micro"),
                                .balance = 0,
                                .otherTypes = catalogue.types()};
    request.job.steps = 1008 * 60 * 1000 / 432;
    for ([[maybe_unused]] const auto repetition : state)
      benchmark::DoNotOptimize(makePlan(request));
    state.counters["days"] = makePlan(request).outcomes.front().finish / 86400;
  };
  benchmark::RegisterBenchmark("plan/week", run)->Unit(benchmark::kMillisecond)->UseRealTime();
}

}  // namespace bench
