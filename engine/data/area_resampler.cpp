#include "engine/data/area_resampler.h"

#include <algorithm>
#include <cmath>

namespace engine {
namespace {

// Where one source pixel comes to lie along one axis of the result.
struct Extent {
  double low;
  double high;
  int begin;
  int end;

  Extent(int index, double scale, double offset, int count)
      : low(scale * index + offset),
        high(scale * (index + 1) + offset),
        begin(static_cast<int>(std::clamp(std::floor(low), 0.0, double(count)))),
        end(static_cast<int>(std::clamp(std::ceil(high), 0.0, double(count)))) {}

  double overlap(int pixel) const {
    return std::min(high, pixel + 1.0) - std::max(low, double(pixel));
  }
};

}  // namespace

Coverage resampleByArea(const GreyImage& image, const PixelTransform& transform, int width,
                        int height) {
  Coverage result(width, height);
  const std::uint8_t* source = image.pixels.data();
  for (int y = 0; y < image.height; ++y) {
    const Extent rows(y, transform.scale, transform.offsetY, height);
    for (int x = 0; x < image.width; ++x) {
      const double ink = *source++ / 255.0;
      if (ink == 0) continue;
      const Extent columns(x, transform.scale, transform.offsetX, width);
      for (int row = rows.begin; row < rows.end; ++row)
        for (int column = columns.begin; column < columns.end; ++column)
          result.at(row, column) +=
              static_cast<float>(ink * rows.overlap(row) * columns.overlap(column));
    }
  }
  for (float& value : result.values) value = std::min(value, 1.0f);  // sums round
  return result;
}

}  // namespace engine
