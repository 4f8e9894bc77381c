#include "engine/train/predictions.h"

#include <algorithm>
#include <limits>

#include "engine/nn/softmax.h"

namespace engine {

std::vector<Prediction> predictAll(Network& network, const LabeledImages& images,
                                   const std::function<bool()>& abandon) {
  std::vector<Prediction> result;
  result.reserve(images.labels.size());
  while (result.size() < images.labels.size() && !(abandon && abandon())) {
    const std::size_t count = std::min<std::size_t>(static_cast<std::size_t>(network.maxBatch()),
                                                    images.labels.size() - result.size());
    const auto pixels =
        std::span(images.pixels).subspan(result.size() * kImagePixels, count * kImagePixels);
    const float* probabilities = network.predict(pixels).data();
    for (std::size_t i = 0; i < count; ++i, probabilities += kClassCount) {
      const int winner = argmax(kClassCount, probabilities);
      const std::uint8_t label = images.labels[result.size()];
      result.push_back(
          {static_cast<std::uint8_t>(winner), probabilities[winner], probabilities[label]});
    }
  }
  return result;
}

ConfusionMatrix confusionOf(const std::vector<Prediction>& predictions,
                            const std::vector<std::uint8_t>& labels) {
  ConfusionMatrix confusion{};
  for (std::size_t i = 0; i < predictions.size(); ++i)
    ++confusion[labels[i]][predictions[i].winner];
  return confusion;
}

ClassScores scoresOf(const ConfusionMatrix& confusion) {
  ClassScores scores;
  const auto share = [](std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole)
                     : std::numeric_limits<double>::quiet_NaN();
  };
  for (std::size_t c = 0; c < kClassCount; ++c) {
    std::int64_t labelled = 0, taken = 0;
    for (std::size_t other = 0; other < kClassCount; ++other) {
      labelled += confusion[c][other];
      taken += confusion[other][c];
    }
    scores.recall[c] = share(confusion[c][c], labelled);
    scores.precision[c] = share(confusion[c][c], taken);
  }
  return scores;
}

}  // namespace engine
