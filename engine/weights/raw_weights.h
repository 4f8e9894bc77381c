#pragma once

#include <string>

#include "engine/weights/weights_file.h"

namespace engine {

/// The plainest file there is, for programs without any library. First line, ASCII, ended by a line
/// feed and padded with spaces before it to a multiple of 64 bytes: a JSON object with
///   "burstlab_raw": 1,
///   "tensors": [{"name": "conv1_weights", "shape": [5, 5, 1, 32], "offset": BYTE}, ...],
///   "metadata": {"step": "8593", ...}.
/// Then the numbers of all tensors, one tensor behind the other without a gap: little-endian
/// float32, C order (last index fastest). Offsets count from the start of the file.
Bytes encodeRaw(const WeightsFile& file);

/// Throws Error, its message starting with name, for anything else.
WeightsFile decodeRaw(ByteView bytes, const std::string& name);

}  // namespace engine
