#pragma once

#include <string>

#include "engine/nn/network_spec.h"
#include "engine/weights/export_options.h"
#include "engine/weights/onnx_model.h"
#include "engine/weights/weights_file.h"

namespace engine {

/// The network as an ONNX graph: NCHW, explicit pads, the first dimension called N, IR version 8,
/// opset 13, initializers that are not inputs. One input [N, 1, 28, 28], float: pixels_0_255, whose
/// scaling is part of the graph, or pixels_normalised in [-0.5, 0.5]. Outputs: probabilities [N,
/// 10] and logits [N, 10]. Convolution filters become [out, in, kh, kw]; the rows of the first
/// dense layer go from (y, x, channel) to (channel, y, x).
Bytes encodeOnnx(const WeightsFile& file, const ExportOptions& options,
                 const NetworkSpec& spec = sampleLenet());

/// Takes back what encodeOnnx() wrote. Throws Error, its message starting with name, for any other
/// model, and says of which IR version and opset that is.
WeightsFile decodeOnnx(ByteView bytes, const std::string& name,
                       const NetworkSpec& spec = sampleLenet());

/// The input of a graph that encodeOnnx() wrote.
InputRange inputRange(const OnnxModel& model);

}  // namespace engine
