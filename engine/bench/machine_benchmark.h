#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/bench/machine_result.h"
#include "engine/clock.h"
#include "engine/kernels/kernels.h"

namespace engine {

struct BenchmarkConfig {
  int threads = 0;           ///< 0: see usefulThreads()
  double seconds = 10;       ///< about as long as it all takes, beside reading the data
  std::string kernels = {};  ///< name of a kernel set; empty: see selectKernels()
  ConvMethod convMethod = ConvMethod::Winograd;
  /// Names of kernel sets to measure as well, on one thread, where this computer has them.
  std::vector<std::string> comparisons = {};
};

/// Measures how fast this computer trains and evaluates the sample's network, by real steps on the
/// bundled MNIST or, where that is missing, on the self-test's images.
class MachineBenchmark {
 public:
  /// Throws Error if the kernel set cannot be had or a number makes no sense.
  explicit MachineBenchmark(const BenchmarkConfig& config, const Clock& clock = steadyClock());

  /// Blocks until all is measured. progress, called between any two measurements, gets the part
  /// that is done, 0..1, and says whether to go on; if not, there is no result.
  std::optional<MachineResult> run(const std::function<bool(double done)>& progress = {}) const;

 private:
  BenchmarkConfig m_config;
  const Clock& m_clock;
};

}  // namespace engine
