#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/data/dataset.h"
#include "engine/tensor/tensor.h"

namespace engine {

using Probabilities = std::array<float, kClassCount>;

/// The trained network as a function from a digit to its class; dropout is off. Not thread-safe:
/// one object per thread.
class Classifier {
 public:
  /// Throws Error with a table of expected and found shapes if the weights are of another network.
  explicit Classifier(const Weights& weights);
  ~Classifier();
  Classifier(Classifier&&) noexcept;
  Classifier& operator=(Classifier&&) noexcept;

  /// pixels: 28x28 bytes as in LabeledImages. Returns softmax outputs. A few milliseconds at most.
  Probabilities classify(std::span<const std::uint8_t> pixels);
  /// What the softmax is taken of.
  std::array<float, kClassCount> logits(std::span<const std::uint8_t> pixels);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> m_implementation;
};

}  // namespace engine
