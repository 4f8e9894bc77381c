#include "engine/data/dataset.h"

namespace engine {
namespace {

LabeledImages alternatingImages(int count) {
  LabeledImages set;
  for (int i = 0; i < count; ++i) {
    const auto label = static_cast<std::uint8_t>(i % 2);
    set.pixels.insert(set.pixels.end(), kImagePixels, label == 0 ? 0 : 255);
    set.labels.push_back(label);
  }
  return set;
}

}  // namespace

void normalizePixels(std::span<const std::uint8_t> pixels, float* out) noexcept {
  for (const std::uint8_t pixel : pixels) *out++ = (static_cast<float>(pixel) - 127.5f) / 255.0f;
}

Dataset selfTestDataset() {
  Dataset set;
  set.name = "Self-test";
  set.train = alternatingImages(256);
  set.validation = alternatingImages(64);
  set.test = alternatingImages(64);
  return set;
}

}  // namespace engine
