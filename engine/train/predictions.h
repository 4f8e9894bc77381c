#pragma once

#include <array>
#include <functional>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/nn/network.h"
#include "engine/train/train_observer.h"

namespace engine {

/// What a network takes one image for.
struct Prediction {
  std::uint8_t winner = 0;
  float confidence = 0;        ///< probability of the winner
  float labelProbability = 0;  ///< of the class that the label names
};

/// Classifies all images without dropout, in blocks of network.maxBatch(). If abandon, asked
/// between two blocks, says true, the result covers only the images done so far.
std::vector<Prediction> predictAll(Network& network, const LabeledImages& images,
                                   const std::function<bool()>& abandon = {});

/// predictions[i] belongs to labels[i].
ConfusionMatrix confusionOf(const std::vector<Prediction>& predictions,
                            const std::vector<std::uint8_t>& labels);

/// Shares in 0..1; nan where there is nothing to divide by.
struct ClassScores {
  std::array<double, kClassCount> precision{};  ///< of those taken for the class, that are of it
  std::array<double, kClassCount> recall{};     ///< of those of the class, that are taken for it
};
ClassScores scoresOf(const ConfusionMatrix& confusion);

}  // namespace engine
