#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "engine/weights/export_options.h"
#include "engine/weights/plain_network.h"
#include "engine/weights/weights_file.h"

namespace engine {

/// A way to keep weights in a file. The name's ending chooses it.
struct WeightsFormat {
  const char* suffix;  ///< ".npz"
  const char* name;    ///< for people
  Bytes (*encode)(const WeightsFile& file, const ExportOptions& options);
  /// Throws Error, its message starting with name, if the bytes are of another kind.
  WeightsFile (*decode)(ByteView bytes, const std::string& name);
  /// The network in the file, computed from its bytes alone and without the engine's kernels.
  LogitsOfImage (*network)(ByteView bytes, const std::string& name);
};

/// NumPy, safetensors, ONNX, C header, raw; the first is the usual one.
std::span<const WeightsFormat> weightsFormats();

/// The format of a file of this name. Throws Error, naming the endings there are.
const WeightsFormat& formatOf(const std::filesystem::path& path);

}  // namespace engine
