#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/kernels/shapes.h"

namespace engine {

struct ConvSpec {
  std::string name;  ///< parameters are called name_weights and name_biases
  ConvStageShape shape;
  float initialBias = 0;
};

struct DenseSpec {
  std::string name;
  DenseShape shape;
  bool relu = false;
  bool dropout = false;  ///< in training only
  float initialBias = 0;
};

/// A chain of convolution stages followed by dense layers; the last one gives the logits.
struct NetworkSpec {
  std::vector<ConvSpec> conv;
  std::vector<DenseSpec> dense;
  float initialStddev = 0.1f;  ///< of the truncated normal that all weights start from

  int classCount() const { return dense.back().shape.outputs; }
  std::int64_t parameterCount() const;
};

/// The network of convolutional.py: conv 5x5x32, pool, conv 5x5x64, pool, 512 ReLU with dropout,
/// 10 logits; 1,663,370 parameters.
NetworkSpec sampleLenet();

}  // namespace engine
