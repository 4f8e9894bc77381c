#pragma once

#include <cstdint>
#include <span>

namespace engine {

/// How many separate parts (joined along sides or corners) of a [height, width] image hold more
/// than share (0..1) of its ink each. Faint pixels, below a quarter of full ink, join nothing.
int countLargeParts(std::span<const std::uint8_t> pixels, int width, double share);

}  // namespace engine
