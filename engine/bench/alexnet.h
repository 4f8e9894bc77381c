#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/nn/network_spec.h"

namespace engine {

/// The convolution stages of alexnet_benchmark.py as of TensorFlow 0.10: AlexNet v2 ("One weird
/// trick", A. Krizhevsky, arXiv 1404.5997) without dense layers, images of 224 x 224 x 3, every
/// convolution SAME. 2,469,696 parameters; weights start from a truncated normal of stddev 0.1,
/// biases from 0.
std::vector<ConvSpec> alexnetStages();

/// A stage of the benchmark in numbers.
struct BenchLayer {
  std::string name;           ///< "conv1" or "pool1"
  std::array<int, 3> output;  ///< height, width, channels
};

/// The layers in the order in which the script prints their shapes: conv1 pool1 conv2 ... pool5.
/// A stage without a pool is one layer.
std::vector<BenchLayer> layersOf(const std::vector<ConvSpec>& stages);

/// "conv1 + pool1", or "conv3" where no pool follows.
std::string stageName(const ConvSpec& stage);

// Operations for a number of images by the definition of the layer, two per multiply-add; taps on
// the padding count, bias, ReLU and pool do not.

double forwardOperations(const ConvStageShape& stage, int images);
/// The gradient of the weights and, except for the first stage, that of the input.
double backwardOperations(const ConvStageShape& stage, int images, bool isFirst);

}  // namespace engine
