#pragma once

#include <string>

#include "engine/weights/weights_file.h"

namespace engine {

/// The weights as a safetensors file: the length of the header (u64), the header (JSON, padded with
/// spaces to a multiple of 8), the tensors (little-endian float32, C order) without a gap.
/// Format: https://github.com/huggingface/safetensors.
Bytes encodeSafetensors(const WeightsFile& file);

/// Reads float32, float64, float16 and bfloat16, all as float32. Throws Error, its message starting
/// with name, for everything that contradicts itself: offsets outside the file, sizes that do not
/// fit the shape, gaps, overlaps, a name given twice, more than 20 000 names, a header of more than
/// 100 MB. Nothing is allocated before that is checked.
WeightsFile decodeSafetensors(ByteView bytes, const std::string& name);

}  // namespace engine
