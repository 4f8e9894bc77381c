#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/tensor/tensor.h"

namespace engine {

/// The tensor as a NumPy .npy 1.0 file, byte for byte what numpy.save writes: little-endian
/// float32, C order, header padded so that the data start at a multiple of 64.
/// Format: numpy/lib/format.py.
std::vector<std::byte> encodeNpy(const Tensor& tensor);

/// Reads .npy 1.0, 2.0 and 3.0 with float32 or float64 numbers in either byte order, or bytes, in
/// either element order; float64 is rounded to float32. Throws Error, its message starting with
/// name (the file or member, for people), for anything else: other types, pickled objects, sizes
/// that contradict the number of bytes. Nothing is allocated before the sizes are verified.
Tensor decodeNpy(std::span<const std::byte> bytes, const std::string& name);

/// Of a .npy file of weights that begins like this (its first kNpyStart bytes, or all): how many
/// bytes it has according to its header, SIZE_MAX where that is beyond counting. Throws Error as
/// decodeNpy() does, and for bytes as elements.
std::size_t npyBytes(std::span<const std::byte> start, const std::string& name);
inline constexpr std::size_t kNpyStart = 10'012;

}  // namespace engine
