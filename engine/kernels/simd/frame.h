#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "engine/kernels/shapes.h"

namespace engine {

/// An image [height, width, channels] in a frame of zeros, its pixels perhaps spread apart with
/// zeros between them.
struct Frame {
  std::size_t top, left;      ///< where the first pixel lies
  std::size_t height, width;  ///< with the frame
  std::size_t channels;
  std::size_t spread = 1;  ///< distance of neighbouring pixels

  std::size_t rowStride() const { return width * channels; }
  std::size_t size() const { return height * rowStride(); }
};

/// Writes the frame: zeros, and the image in its place.
inline void fillFrame(const Frame& frame, std::size_t height, std::size_t width, const float* image,
                      float* framed) noexcept {
  std::memset(framed, 0, frame.size() * sizeof(float));
  const std::size_t pixel = frame.channels;
  for (std::size_t row = 0; row < height; ++row) {
    float* target =
        framed + (frame.top + row * frame.spread) * frame.rowStride() + frame.left * pixel;
    if (frame.spread == 1)
      std::memcpy(target, image, width * pixel * sizeof(float));
    else
      for (std::size_t column = 0; column < width; ++column)
        std::memcpy(target + column * frame.spread * pixel, image + column * pixel,
                    pixel * sizeof(float));
    image += width * pixel;
  }
}

/// The input of a convolution with its SAME padding.
inline Frame inputFrame(const ConvStageShape& s) {
  const auto extent = [&](int outputs, int padded) {
    return static_cast<std::size_t>(std::max((outputs - 1) * s.stride + s.kernel, padded));
  };
  return {.top = static_cast<std::size_t>(s.padTop()),
          .left = static_cast<std::size_t>(s.padLeft()),
          .height = extent(s.convHeight(), s.padTop() + s.height),
          .width = extent(s.convWidth(), s.padLeft() + s.width),
          .channels = static_cast<std::size_t>(s.inChannels)};
}

/// The output's gradient, so framed that a convolution of stride 1 with the filter turned by half a
/// turn gives the input's gradient.
inline Frame gradientFrame(const ConvStageShape& s) {
  const auto extent = [&](int before, int inputs, int outputs) {
    return static_cast<std::size_t>(
        std::max(inputs + s.kernel - 1, before + (outputs - 1) * s.stride + 1));
  };
  const int top = s.kernel - 1 - s.padTop(), left = s.kernel - 1 - s.padLeft();
  return {.top = static_cast<std::size_t>(top),
          .left = static_cast<std::size_t>(left),
          .height = extent(top, s.height, s.convHeight()),
          .width = extent(left, s.width, s.convWidth()),
          .channels = static_cast<std::size_t>(s.outChannels),
          .spread = static_cast<std::size_t>(s.stride)};
}

}  // namespace engine
