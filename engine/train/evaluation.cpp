#include "engine/train/evaluation.h"

#include <algorithm>

#include "engine/nn/softmax.h"

namespace engine {

Evaluation evaluate(Network& network, const LabeledImages& images, const Clock& clock,
                    const std::function<bool()>& abandon) {
  const double start = clock.seconds();
  Evaluation result;
  while (result.count < images.count() && !(abandon && abandon())) {
    const std::int64_t count =
        std::min<std::int64_t>(network.maxBatch(), images.count() - result.count);
    const auto pixels = std::span(images.pixels)
                            .subspan(static_cast<std::size_t>(result.count) * kImagePixels,
                                     static_cast<std::size_t>(count) * kImagePixels);
    const auto probabilities = network.predict(pixels);
    for (std::int64_t i = 0; i < count; ++i) {
      const int prediction = argmax(kClassCount, probabilities.data() + i * kClassCount);
      const int label = images.labels[static_cast<std::size_t>(result.count + i)];
      result.wrong += prediction != label;
      ++result.confusion[static_cast<std::size_t>(label)][static_cast<std::size_t>(prediction)];
    }
    result.count += count;
  }
  result.seconds = clock.seconds() - start;
  return result;
}

}  // namespace engine
