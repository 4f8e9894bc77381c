#pragma once

#include <cstddef>
#include <vector>

namespace engine {

/// How much of each pixel is ink, 0..1; [height, width], row-major.
struct Coverage {
  Coverage(int w, int h) : width(w), height(h), values(static_cast<std::size_t>(w) * h) {}

  float& at(int row, int column) { return values[static_cast<std::size_t>(row) * width + column]; }
  float at(int row, int column) const {
    return values[static_cast<std::size_t>(row) * width + column];
  }

  int width;
  int height;
  std::vector<float> values;
};

/// From the coordinates of a drawing or picture to those of an image: pixel = scale * point +
/// offset, where pixel (row, column) covers [column, column + 1) x [row, row + 1).
struct PixelTransform {
  double scale = 1;
  double offsetX = 0;
  double offsetY = 0;
};

}  // namespace engine
