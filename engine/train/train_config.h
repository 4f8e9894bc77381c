#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/kernels/kernels.h"

namespace engine {

/// A step needs about 120 kB of memory per image of its batch.
inline constexpr int kMaxBatchSize = 4096;

/// The settings of a run, fixed when it starts. The defaults are the sample's constants
/// (convolutional.py of TensorFlow 0.10).
struct TrainConfig {
  int batchSize = 64;
  int epochs = 10;
  std::optional<std::int64_t> maxSteps{};  ///< stop after so many steps, if sooner than the epochs
  double learningRate = 0.01;
  double learningRateDecay = 0.95;  ///< per epoch, as a staircase
  double momentum = 0.9;
  double weightDecay = 5e-4;     ///< L2 factor of the dense weights and biases
  double keepProbability = 0.5;  ///< dropout behind fc1
  std::uint64_t seed =
      66478;             ///< of the initial weights, the dropout masks, the order, the distortions
  bool shuffle = false;  ///< a new order of the training images in every epoch
  bool distort = false;  ///< every image a little otherwise in every epoch, see Distortion
  int evaluationInterval = 100;  ///< steps between two evaluations; the script's EVAL_FREQUENCY
  int threads = 0;               ///< 0: see usefulThreads()
  std::string kernels = {};      ///< name of a kernel set; empty: see selectKernels()
  ConvMethod convMethod = ConvMethod::Winograd;
};

}  // namespace engine
