#pragma once

#include <vector>

#include "engine/nn/activations.h"

namespace engine {

/// A layer of the sample's network, as one looks at it.
enum class NetworkLayer { Input, Conv1, Pool1, Conv2, Pool2, Hidden, Output };

/// One number of a layer; row and column are 0 in Hidden and Output.
struct NetworkUnit {
  NetworkLayer layer = NetworkLayer::Input;
  int row = 0, column = 0, channel = 0;
  bool operator==(const NetworkUnit&) const = default;
};

/// How a unit came about: output = activation(sum of input * weight + bias), or the largest of the
/// inputs in a pool.
struct UnitExplanation {
  struct Term {
    NetworkUnit from;
    float input = 0, weight = 0;
    float product() const noexcept { return input * weight; }
  };
  /// A convolution's patch row by row, without what lies outside the image; a pool's window; all
  /// inputs of a dense unit. None for a pixel. The weights in a pool are 1 for the largest, else 0.
  std::vector<Term> terms;
  float bias = 0;
  float sum = 0;     ///< of the products and the bias
  float output = 0;  ///< sum behind the ReLU, if there is one
  bool hasRelu = false;
};

/// Of the image that was traced last.
UnitExplanation explain(const ActivationTracer& tracer, const NetworkUnit& unit);

/// The values of a layer: [H, W, C], [512] or [10].
const Tensor& valuesOf(const Activations& activations, NetworkLayer layer);

/// What a unit sees of the input; the whole image for the dense layers.
ReceptiveField receptiveField(const NetworkSpec& spec, const NetworkUnit& unit);

}  // namespace engine
