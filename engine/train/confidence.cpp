#include "engine/train/confidence.h"

#include <algorithm>
#include <functional>

#include "engine/nn/softmax.h"

namespace engine {

std::optional<SureThreshold> sureThreshold(std::span<const KnownAnswer> answers, double accuracy) {
  constexpr float kLeast = 0.5f;
  std::vector<KnownAnswer> sorted(answers.begin(), answers.end());
  std::ranges::sort(sorted, std::greater(), &KnownAnswer::probability);
  std::optional<SureThreshold> best;
  double right = 0;
  for (std::size_t i = 0; i < sorted.size() && sorted[i].probability >= kLeast; ++i) {
    right += sorted[i].isRight;
    // Equals are sure together or not at all.
    if (i + 1 < sorted.size() && sorted[i + 1].probability == sorted[i].probability) continue;
    const double sure = static_cast<double>(i + 1);
    if (right / sure >= accuracy)
      best = {sorted[i].probability, right / sure, sure / static_cast<double>(sorted.size())};
  }
  return best;
}

std::vector<KnownAnswer> answersTo(Network& network, const LabeledImages& images,
                                   const std::function<bool()>& abandon) {
  std::vector<KnownAnswer> answers;
  while (std::ssize(answers) < images.count() && !(abandon && abandon())) {
    const std::size_t first = answers.size();
    const std::size_t count =
        std::min<std::size_t>(network.maxBatch(), images.labels.size() - first);
    const auto probabilities = network.predict(
        std::span(images.pixels).subspan(first * kImagePixels, count * kImagePixels));
    for (std::size_t i = 0; i < count; ++i) {
      const float* row = probabilities.data() + i * kClassCount;
      const int winner = argmax(kClassCount, row);
      answers.push_back({row[winner], winner == images.labels[first + i]});
    }
  }
  return answers;
}

}  // namespace engine
