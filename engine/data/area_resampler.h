#pragma once

#include <cstdint>
#include <span>

#include "engine/data/coverage.h"

namespace engine {

/// A picture, [height, width], row-major without padding: 0 = background, 255 = ink.
struct GreyImage {
  std::span<const std::uint8_t> pixels;
  int width = 0;
  int height = 0;
};

/// Scales by area: each pixel of the result is the mean of what it covers, so that ink is neither
/// lost nor made up. What falls outside width x height is cut off.
Coverage resampleByArea(const GreyImage& image, const PixelTransform& transform, int width,
                        int height);

}  // namespace engine
