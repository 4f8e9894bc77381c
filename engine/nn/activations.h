#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/nn/network_spec.h"
#include "engine/tensor/tensor.h"

namespace engine {

/// Everything that the sample's network computes for one image, layer by layer, without dropout.
struct Activations {
  Tensor input;                ///< [28, 28, 1], normalised
  std::vector<Tensor> conv;    ///< behind the ReLU: [28, 28, 32], [14, 14, 64]
  std::vector<Tensor> pooled;  ///< [14, 14, 32], [7, 7, 64]
  Tensor hidden;               ///< [512], behind the ReLU
  Tensor logits;               ///< [10]
  std::array<float, kClassCount> probabilities{};
};

/// Looks into the network: what each layer makes of an image, and what it looks at. Built from the
/// textbook operations, independent of the fast kernels; a few milliseconds an image. Not
/// thread-safe: one object per thread.
class ActivationTracer {
 public:
  /// Throws Error with a table of expected and found shapes if the weights are of another network.
  explicit ActivationTracer(std::shared_ptr<const Weights> weights);

  /// pixels: 28x28 bytes as in LabeledImages. The reference is valid until the next call.
  const Activations& trace(std::span<const std::uint8_t> pixels);

  /// Of the last image.
  const Activations& activations() const noexcept { return m_activations; }

  /// The gradient [28, 28] of one logit of the last traced image by its (normalised) pixels: the
  /// saliency map of K. Simonyan et al., "Deep Inside Convolutional Networks", 2013.
  Tensor saliency(int logit);

  const NetworkSpec& spec() const noexcept { return m_spec; }
  /// The parameter of that name.
  const Tensor& parameter(const std::string& name) const;

 private:
  NetworkSpec m_spec;
  std::shared_ptr<const Weights> m_weights;
  Activations m_activations;
  std::vector<std::vector<std::uint8_t>> m_winners;  // of the pools
  Tensor m_patches;                                  // large enough for any stage
};

/// The square of input pixels that a unit sees; it may reach beyond the image.
struct ReceptiveField {
  int top = 0, left = 0, side = 1;
  bool operator==(const ReceptiveField&) const = default;
};

/// Of the unit at (row, column) of stage's map, before (pooled false) or behind its pool.
ReceptiveField receptiveField(const NetworkSpec& spec, std::size_t stage, bool pooled, int row,
                              int column);

}  // namespace engine
