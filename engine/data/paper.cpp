#include "engine/data/paper.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace engine {
namespace {

// In deeper shadow than this nothing can be told from the noise.
constexpr float kDarkest = 64;

using Plane = std::vector<float>;

// Calls visit(first element, step) for every row and every column.
template <typename Visit>
void forEachLine(int width, int height, Visit visit) {
  for (int y = 0; y < height; ++y) visit(y * width, 1, width);
  for (int x = 0; x < width; ++x) visit(x, width, height);
}

// Replaces each value by combine() of those within radius along its row, then along its column.
template <typename Combine>
void filterLines(Plane& plane, int width, int height, int radius, Combine combine) {
  std::vector<float> line;
  forEachLine(width, height, [&](int first, int step, int count) {
    line.resize(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) line[i] = plane[first + i * step];
    for (int i = 0; i < count; ++i) {
      const auto from = line.begin() + std::max(i - radius, 0);
      const auto to = line.begin() + std::min(i + radius + 1, count);
      plane[first + i * step] = combine(from, to);
    }
  });
}

}  // namespace

OwnedGreyImage inkContrast(const GreyImage& picture, bool isDarkOnLight) {
  const int width = picture.width, height = picture.height;
  Plane light;
  for (const std::uint8_t pixel : picture.pixels)
    light.push_back(static_cast<float>(isDarkOnLight ? pixel : 255 - pixel));

  // A little mean first: the largest of many noisy values is not the paper.
  const auto mean = [](auto from, auto to) {
    float sum = 0;
    for (auto i = from; i != to; ++i) sum += *i;
    return sum / static_cast<float>(to - from);
  };
  const int radius = std::max(2, std::max(width, height) / 16);
  const int smooth = std::max(width, height) / 150;
  filterLines(light, width, height, smooth, mean);
  Plane paper = light;
  const auto largest = [](auto from, auto to) { return *std::max_element(from, to); };
  const auto least = [](auto from, auto to) { return *std::min_element(from, to); };
  filterLines(paper, width, height, radius, largest);
  filterLines(paper, width, height, radius, least);
  filterLines(paper, width, height, radius / 2, mean);

  OwnedGreyImage contrast{{}, width, height};
  for (std::size_t i = 0; i < light.size(); ++i) {
    const float missing = (paper[i] - light[i]) / std::max(paper[i], kDarkest);
    contrast.pixels.push_back(
        static_cast<std::uint8_t>(std::lround(255 * std::clamp(missing, 0.0f, 1.0f))));
  }
  return contrast;
}

}  // namespace engine
