#include "engine/data/ink_parts.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace engine {
namespace {

constexpr std::uint8_t kFaint = 64;

// Wipes out the part that holds the pixel at start and returns its ink.
int takePart(std::vector<std::uint8_t>& pixels, int width, int start) {
  const int height = static_cast<int>(pixels.size()) / width;
  int ink = 0;
  std::vector<int> open{start};
  while (!open.empty()) {
    const int index = open.back();
    open.pop_back();
    if (pixels[index] < kFaint) continue;
    ink += pixels[index];
    pixels[index] = 0;
    const int row = index / width;
    const int column = index % width;
    for (int r = std::max(row - 1, 0); r <= std::min(row + 1, height - 1); ++r)
      for (int c = std::max(column - 1, 0); c <= std::min(column + 1, width - 1); ++c)
        open.push_back(r * width + c);
  }
  return ink;
}

}  // namespace

int countLargeParts(std::span<const std::uint8_t> pixels, int width, double share) {
  const int allInk = std::reduce(pixels.begin(), pixels.end(), 0);
  std::vector<std::uint8_t> rest(pixels.begin(), pixels.end());
  int count = 0;
  for (int i = 0; i < static_cast<int>(rest.size()); ++i)
    if (takePart(rest, width, i) > share * allInk) ++count;
  return count;
}

}  // namespace engine
