#pragma once

namespace engine {

/// What a network in a file takes.
enum class InputRange {
  Pixels,      ///< 0 to 255; the file scales them itself
  Normalized,  ///< -0.5 to 0.5
};

struct ExportOptions {
  InputRange input = InputRange::Pixels;  ///< only ONNX has the choice
};

}  // namespace engine
