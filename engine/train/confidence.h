#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/nn/network.h"

namespace engine {

/// From which probability of the winner on an answer is to be believed.
struct SureThreshold {
  float probability = 1;  ///< sure if not below it
  double accuracy = 0;    ///< share of right ones among the sure answers it was found on
  double share = 0;       ///< of all answers that are sure
};

/// A winner's probability on an image whose label is known.
struct KnownAnswer {
  float probability = 0;
  bool isRight = false;
};

/// How many of the sure answers shall be right.
inline constexpr double kSureAccuracy = 0.995;

/// The smallest threshold at which the share of right ones among the sure answers is at least
/// accuracy, but never below one half, where another class could be as probable. Nothing if there
/// is none: then no answer is to be believed.
std::optional<SureThreshold> sureThreshold(std::span<const KnownAnswer> answers,
                                           double accuracy = kSureAccuracy);

/// What the network says to all images, in their order, in blocks of network.maxBatch(). If
/// abandon, asked between two blocks, says true, only the answers given so far.
std::vector<KnownAnswer> answersTo(Network& network, const LabeledImages& images,
                                   const std::function<bool()>& abandon = {});

}  // namespace engine
