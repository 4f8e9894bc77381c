#pragma once

#include <filesystem>
#include <string>

#include "engine/weights/weights_file.h"

namespace engine {

/// The weights as a NumPy .npz archive: one little-endian float32 .npy 1.0 member per tensor, C
/// order. The metadata are the archive's comment, as JSON: numpy.load(file).zip.comment.
Bytes encodeNpz(const WeightsFile& file);

/// Reads a .npz archive of float arrays, stored or compressed. Throws Error naming the member and
/// what is unsupported: bytes as elements, a name given twice, arrays of more than 100 MB in all or
/// more than 20 000 of them. What the arrays' headers say is compared before they are inflated.
WeightsFile decodeNpz(ByteView bytes, const std::string& name);

/// encodeNpz() through writeFileAtomically(). Throws Error.
void writeNpz(const std::filesystem::path& path, const Weights& weights);
/// decodeNpz() of a file. Throws Error.
Weights readNpz(const std::filesystem::path& path);

}  // namespace engine
