#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/weights/weights_file.h"

namespace engine {

/// One operation of an ONNX graph. Attributes are integers and lists of them; no other kind occurs
/// in our graphs.
struct OnnxNode {
  std::string type;
  std::vector<std::string> inputs{}, outputs{};
  std::map<std::string, std::vector<std::int64_t>> lists{};
  std::map<std::string, std::int64_t> numbers{};
};

/// A float tensor that goes in or out.
struct OnnxValue {
  std::string name;
  std::string batchName;  ///< of the first dimension
  Shape shape;            ///< of the others
  std::string meaning{};
};

/// The parts of an ONNX model that Burstlab writes and reads.
/// Format: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
struct OnnxModel {
  std::int64_t irVersion = 8;
  std::int64_t opset = 13;
  std::string producer{};
  std::vector<OnnxNode> nodes{};
  Weights initializers{};  ///< those of another type than float are left out
  std::vector<OnnxValue> inputs{}, outputs{};
  Metadata metadata{};
};

Bytes encodeOnnxModel(const OnnxModel& model);
/// Of inputs and outputs the names alone are read. Throws Error, its message starting with name,
/// where the bytes are no ONNX model.
OnnxModel decodeOnnxModel(ByteView bytes, const std::string& name);

}  // namespace engine
