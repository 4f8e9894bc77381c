#include "engine/nn/classifier.h"

#include <algorithm>

#include "engine/nn/network.h"

namespace engine {

struct Classifier::Implementation {
  ThreadPool pool{1};
  Network network{sampleLenet(), selectKernels(), pool, 1};
};

Classifier::Classifier(const Weights& weights)
    : m_implementation(std::make_unique<Implementation>()) {
  m_implementation->network.setWeights(weights);
}

Classifier::~Classifier() = default;
Classifier::Classifier(Classifier&&) noexcept = default;
Classifier& Classifier::operator=(Classifier&&) noexcept = default;

Probabilities Classifier::classify(std::span<const std::uint8_t> pixels) {
  Probabilities result;
  std::ranges::copy(m_implementation->network.predict(pixels), result.begin());
  return result;
}

std::array<float, kClassCount> Classifier::logits(std::span<const std::uint8_t> pixels) {
  std::array<float, kClassCount> result;
  std::ranges::copy(m_implementation->network.logits(pixels), result.begin());
  return result;
}

}  // namespace engine
