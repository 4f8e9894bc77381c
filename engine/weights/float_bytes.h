#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "engine/weights/weights_file.h"

namespace engine {

/// Little-endian numbers in files, whatever this computer has.
template <typename Number>
Number littleEndian(const std::byte* bytes) noexcept {
  std::array<std::byte, sizeof(Number)> raw;
  std::copy_n(bytes, raw.size(), raw.begin());
  if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(raw);
  return std::bit_cast<Number>(raw);
}

template <typename Number>
void appendLittleEndian(Bytes& out, Number value) {
  auto raw = std::bit_cast<std::array<std::byte, sizeof(Number)>>(value);
  if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(raw);
  out.insert(out.end(), raw.begin(), raw.end());
}

inline void appendFloats(Bytes& out, std::span<const float> values) {
  if constexpr (std::endian::native == std::endian::little) {
    const auto raw = std::as_bytes(values);
    out.insert(out.end(), raw.begin(), raw.end());
  } else {
    for (const float value : values) appendLittleEndian(out, value);
  }
}

/// bytes has 4 * out.size() bytes.
inline void readFloats(ByteView bytes, std::span<float> out) noexcept {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = littleEndian<float>(bytes.data() + 4 * i);
}

}  // namespace engine
