#include <algorithm>

#include "engine/clock.h"
#include "tests/bench/bench.h"

namespace {

// The best of some short tries, FLOP/s.
double peakOf(const engine::Kernels& kernels) {
  double best = 0;
  for (int i = 0; i < 40; ++i) {
    float sum = 0;
    const double start = engine::steadyClock().seconds();
    const double operations = kernels.multiplyAdds(1'000'000, sum);
    best = std::max(best, operations / (engine::steadyClock().seconds() - start));
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  using engine::ConvMethod;
  bench::addPlan();
  for (const auto method : {ConvMethod::Winograd, ConvMethod::Direct})
    for (const engine::Kernels* kernels : engine::availableKernels(method)) {
      const bool reference = kernels == &engine::referenceKernels();
      if (reference && method == ConvMethod::Winograd) continue;  // knows but one method
      const bench::Contender contender{
          *kernels,
          std::string(kernels->name) + (method == ConvMethod::Winograd ? "/winograd" : "/direct"),
          peakOf(*kernels)};
      benchmark::AddCustomContext(contender.name + " peak, GFLOP/s",
                                  std::to_string(contender.peak * 1e-9));
      bench::addConv(contender);
      bench::addDense(contender);
      bench::addNetwork(contender);
    }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
