#pragma once

#include <filesystem>

#include "engine/tensor/tensor.h"

namespace engine {

/// Writes the tensors as a NumPy .npz archive (one little-endian float32 .npy 1.0 member per
/// tensor, C order), through writeFileAtomically. Throws Error.
void writeNpz(const std::filesystem::path& path, const Weights& weights);

/// Reads a .npz archive of float arrays. Throws Error naming the member and what is unsupported.
Weights readNpz(const std::filesystem::path& path);

}  // namespace engine
