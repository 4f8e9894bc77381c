#pragma once

#include "engine/bench/alexnet_benchmark.h"

namespace engine {

/// The benchmark's batch, for which the published figures hold.
inline constexpr int kAlexnetBatch = 128;

/// Seconds per batch of 128 on other machines.
struct AlexnetFigure {
  const char* machine;
  double forward, forwardBackward;

  double of(AlexnetTask task) const {
    return task == AlexnetTask::Forward ? forward : forwardBackward;
  }
};

/// The article's log: TensorFlow 0.10 on one vCPU of an Intel Xeon E5-2676 v3 while there were
/// credits. Forward: the mean of the 99 batches that its summary counts; forward-backward: step 10.
inline constexpr AlexnetFigure kArticleFigure{"AWS t2.micro (the article)", 9.65, 28.70};

/// The GPUs' are from the docstring of alexnet_benchmark.py.
inline constexpr AlexnetFigure kAlexnetFigures[] = {
    kArticleFigure, {"Tesla K40c", 0.145, 0.480}, {"Titan X", 0.070, 0.244}};

}  // namespace engine
