#pragma once

#include <benchmark/benchmark.h>

#include <string>

#include "engine/kernels/kernels.h"
#include "engine/tensor/tensor.h"

// Every benchmark is called "kernels/method/what" and says how many operations it does by the
// definition of the layer, whatever the kernels do instead: Winograd can exceed 100 % of the peak.

namespace bench {

constexpr int kImages = 64;

/// All strategies for a week of virtual time.
void addPlan();

/// One kernel set of this computer, by one way to convolve, with its peak on one thread in FLOP/s.
struct Contender {
  const engine::Kernels& kernels;
  std::string name;
  double peak;
};

void addConv(const Contender& contender);
void addDense(const Contender& contender);
/// On one thread and on all.
void addNetwork(const Contender& contender);

inline engine::Tensor filled(std::size_t size, float value) {
  engine::Tensor tensor({static_cast<std::int64_t>(size)});
  tensor.fill(value);
  return tensor;
}

/// Registers repeated calls of body, in milliseconds of real time, with GFLOP/s and their share of
/// threads times the peak. make() is called once per run and returns the body.
template <typename Make>
void add(const Contender& contender, const std::string& what, double operations, const Make& make,
         int threads = 1) {
  const auto run = [=, peak = contender.peak * threads](benchmark::State& state) {
    auto body = make();
    body();
    for ([[maybe_unused]] const auto repetition : state) body();
    if (operations == 0) return;
    using benchmark::Counter;
    state.counters["GFLOP/s"] = Counter(operations * 1e-9, Counter::kIsIterationInvariantRate);
    state.counters["% of peak"] =
        Counter(100 * operations / peak, Counter::kIsIterationInvariantRate);
  };
  benchmark::RegisterBenchmark((contender.name + "/" + what).c_str(), run)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

}  // namespace bench
