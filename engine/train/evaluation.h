#pragma once

#include <functional>

#include "engine/clock.h"
#include "engine/nn/network.h"
#include "engine/train/train_observer.h"

namespace engine {

/// Classifies all images without dropout, in blocks of network.maxBatch(); the figures are the
/// same for any block size. If abandon, asked between two blocks, says true, the result covers
/// only the images done so far.
Evaluation evaluate(Network& network, const LabeledImages& images,
                    const Clock& clock = steadyClock(), const std::function<bool()>& abandon = {});

}  // namespace engine
