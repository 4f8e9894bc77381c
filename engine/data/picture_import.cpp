#include "engine/data/picture_import.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/data/line_thickness.h"
#include "engine/data/paper.h"

namespace engine {
namespace {

// A pencil on grey paper has 0.2 or more, the noise of a photograph hardly 0.1.
constexpr int kLeastContrast = 36;    // of 255
constexpr double kLeastSpeck = 0.02;  // of the largest part's pixels

// The middle one of the border's values: ink that touches it has no say.
int borderOf(const GreyImage& image) {
  std::vector<std::uint8_t> border;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      if (x == 0 || y == 0 || x == image.width - 1 || y == image.height - 1)
        border.push_back(image.pixels[static_cast<std::size_t>(y) * image.width + x]);
  const auto middle = border.begin() + std::ssize(border) / 2;
  std::ranges::nth_element(border, middle);
  return *middle;
}

bool borderIsLight(const GreyImage& image) {
  const auto [low, high] = std::ranges::minmax(image.pixels);
  return 2 * borderOf(image) > low + high;
}

// The threshold that parts the histogram best; between the values t and t + 1.
int otsuThreshold(std::span<const std::uint8_t> pixels) {
  std::array<double, 256> histogram{};
  for (const std::uint8_t pixel : pixels) ++histogram[pixel];
  double all = 0;
  for (int value = 0; value < 256; ++value) all += value * histogram[value];
  double count = 0, sum = 0, best = -1;
  int threshold = 0;
  for (int value = 0; value < 255; ++value) {
    count += histogram[value];
    sum += value * histogram[value];
    const double rest = static_cast<double>(pixels.size()) - count;
    if (count == 0 || rest == 0) continue;
    const double distance = sum / count - (all - sum) / rest;
    if (const double score = count * rest * distance * distance; score > best) {
      best = score;
      threshold = value;
    }
  }
  return threshold;
}

// Labels the parts of the ink and wipes out those that are specks beside the largest.
void removeSpecks(OwnedGreyImage& ink) {
  std::vector<std::vector<int>> parts;
  std::vector<std::uint8_t> rest = ink.pixels;
  for (int start = 0; start < std::ssize(rest); ++start) {
    if (rest[start] == 0) continue;
    std::vector<int> part, open{start};
    rest[start] = 0;
    while (!open.empty()) {
      const int index = open.back();
      open.pop_back();
      part.push_back(index);
      const int row = index / ink.width, column = index % ink.width;
      for (int r = std::max(row - 1, 0); r <= std::min(row + 1, ink.height - 1); ++r)
        for (int c = std::max(column - 1, 0); c <= std::min(column + 1, ink.width - 1); ++c)
          if (std::exchange(rest[r * ink.width + c], std::uint8_t{0}))
            open.push_back(r * ink.width + c);
    }
    parts.push_back(std::move(part));
  }
  std::size_t largest = 0;
  for (const auto& part : parts) largest = std::max(largest, part.size());
  for (const auto& part : parts)
    if (static_cast<double>(part.size()) < kLeastSpeck * static_cast<double>(largest))
      for (const int index : part) ink.pixels[index] = 0;
}

}  // namespace

PictureImport importPicture(const GreyImage& picture, std::optional<bool> darkOnLight) {
  PictureImport result;
  if (picture.pixels.empty()) return result;
  result.isDarkOnLight = darkOnLight.value_or(borderIsLight(picture));
  result.isAsIs = picture.width == kImageSide && picture.height == kImageSide &&
                  !result.isDarkOnLight && borderOf(picture) == 0;
  if (result.isAsIs) {
    result.digit = drawOver(picture.pixels, {}, 1, 1);
    result.digit.isEmpty = std::ranges::max(picture.pixels) == 0;
    return result;
  }
  result.evened = inkContrast(picture, result.isDarkOnLight);
  result.ink = result.evened;
  const int threshold = otsuThreshold(result.evened.pixels);
  const int least = std::max(threshold, kLeastContrast);
  for (std::uint8_t& pixel : result.ink.pixels) pixel = pixel > least ? 255 : 0;
  removeSpecks(result.ink);
  result.thickened = withMnistThickness(result.ink);
  result.digit = normalizeImage(result.thickened.view());
  return result;
}

}  // namespace engine
