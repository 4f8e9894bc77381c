#pragma once

#include <bit>
#include <cstdint>

namespace engine {

inline constexpr std::uint64_t kUnknownBits = 0x7ff8'0000'0000'07a2;

/// A value that nobody told, as R's NA is one: a not-a-number of its own kind, so that it draws and
/// computes like nan but is not taken for a loss that became nan.
inline constexpr double kUnknown = std::bit_cast<double>(kUnknownBits);

/// False for every number and for every other not-a-number. Holds for copies, not for results of
/// arithmetic.
constexpr bool isUnknown(double value) {
  return std::bit_cast<std::uint64_t>(value) == kUnknownBits;
}

}  // namespace engine
