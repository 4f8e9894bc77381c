#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/nn/network_spec.h"
#include "engine/weights/onnx_model.h"

namespace engine {

/// Gives the logits of one image of bytes.
using LogitsOfImage = std::function<std::vector<float>(std::span<const std::uint8_t> pixels)>;

// The network twice more, in the plainest loops and with none of the kernels: what a file is
// verified with. Some milliseconds per image.

/// By weights under the sample's names and in its layouts.
LogitsOfImage plainNetwork(Weights weights, const NetworkSpec& spec = sampleLenet());

/// By an ONNX graph as encodeOnnx() writes it, operation by operation. Throws Error, its message
/// starting with name, where the graph has an operation or a value that is not known.
LogitsOfImage onnxNetwork(OnnxModel model, const std::string& name);

}  // namespace engine
