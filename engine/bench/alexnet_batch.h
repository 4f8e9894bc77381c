#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/bench/alexnet_benchmark.h"
#include "engine/bench/alexnet_figures.h"
#include "engine/bench/conv_chain.h"

namespace engine {

struct AlexnetConfig {
  int batchSize = kAlexnetBatch;
  int threads = 0;           ///< 0: see usefulThreads()
  std::string kernels = {};  ///< name of a kernel set; empty: see selectKernels()
  ConvMethod convMethod = ConvMethod::Winograd;
};

/// The largest batch: its images alone take 617 MB.
inline constexpr int kMaxAlexnetBatch = 1024;

/// A stage's share of a batch: median seconds and GFLOP/s by the definition of the layer, 0 where
/// nothing was measured.
struct StageSpeed {
  std::string name;  ///< "conv1 + pool1"
  double forward = 0, backward = 0;
  double forwardGigaflops = 0, backwardGigaflops = 0;
};

/// Does batches of the benchmark on this computer.
class AlexnetBatch {
 public:
  /// Makes weights and images. Throws Error if the kernel set cannot be had or a number makes no
  /// sense. cancelled: see ConvChain.
  explicit AlexnetBatch(const AlexnetConfig& config, const Clock& clock = steadyClock(),
                        const std::atomic<bool>* cancelled = nullptr);

  struct Time {
    double wall = 0, cpu = 0;  ///< seconds; cpu: of all threads together
  };
  Time run(AlexnetTask task);

  int threads() const noexcept { return m_pool.size(); }
  const Kernels& kernels() const noexcept { return m_kernels; }
  /// Of the batches so far: forward times come from both tasks.
  std::vector<StageSpeed> speeds() const;

 private:
  const Clock& m_clock;
  int m_batchSize;
  const Kernels& m_kernels;
  std::vector<ConvSpec> m_stages;
  ThreadPool m_pool;
  ConvChain m_chain;
  std::vector<std::vector<double>> m_forward, m_backward;  // seconds, of every stage
};

}  // namespace engine
