#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/bench/timing.h"

namespace engine {

/// What one kernel set does on a number of threads. Times in seconds.
struct MachineSpeed {
  std::string kernels;  ///< name of the set
  int threads = 1;
  double peak = 0;             ///< FLOP/s of multiply-adds in registers
  Timing step;                 ///< one training step on 64 images
  double imagesPerSecond = 0;  ///< evaluation in batches of 64; from the median
  double digit = 0;            ///< classifying one image; median
};

/// What this computer does with the sample's network.
struct MachineResult {
  std::string kernels;  ///< description of the set in use
  std::string data;     ///< what it was trained on
  /// The set in use on one thread, then on all that were asked for if that is more, then the sets
  /// to compare with. Never empty.
  std::vector<MachineSpeed> speeds;
  std::int64_t peakMemory = 0;  ///< bytes; of the whole process, so far
};

/// Seconds that the sample's 10 epochs of MNIST take at that speed: 8,593 steps, 86 validations of
/// 5,000 images and the test of 10,000.
double tenEpochs(const MachineSpeed& speed);

}  // namespace engine
