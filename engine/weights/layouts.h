#pragma once

#include "engine/nn/network_spec.h"
#include "engine/tensor/tensor.h"

namespace engine {

// Images, filters and features have their channels last in Burstlab and in TensorFlow's sample, and
// first in ONNX and PyTorch. Tensors of other names or shapes than the network's pass unchanged.

/// Filters [kh, kw, in, out] become [out, in, kh, kw], and the rows of the first dense layer, one
/// for each feature, go from the order (y, x, channel) to (channel, y, x).
Weights toChannelsFirst(const Weights& weights, const NetworkSpec& spec);
/// The way back.
Weights fromChannelsFirst(const Weights& weights, const NetworkSpec& spec);

/// axes as NumPy's transpose has them: result.shape[i] = tensor.shape[axes[i]].
Tensor transposed(const Tensor& tensor, const std::vector<int>& axes);

}  // namespace engine
