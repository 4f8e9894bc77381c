#include "engine/data/line_thickness.h"

#include <algorithm>
#include <cmath>

namespace engine {
namespace {

constexpr int kSide = 160;  // of the longer side of the ink: 8 pixels for each of MNIST's box
constexpr double kBoxSide = 20;
constexpr double kThinnest = 1.6 / kBoxSide;  // of the longer side
constexpr double kThickest = 4.0 / kBoxSide;

// Squared distance of every pixel to the nearest one that is not inside, by lower envelopes of
// parabolas along the columns and then the rows (Felzenszwalb and Huttenlocher, "Distance
// transforms of sampled functions", 2012).
class SquaredDistance {
 public:
  SquaredDistance(const OwnedGreyImage& image, bool toInk)
      : m_width(image.width), m_height(image.height) {
    constexpr float kFar = 1e9f;
    for (const std::uint8_t pixel : image.pixels)
      m_values.push_back((pixel > 0) == toInk ? 0 : kFar);
    for (int x = 0; x < m_width; ++x) transform(x, m_width, m_height);
    for (int y = 0; y < m_height; ++y) transform(y * m_width, 1, m_width);
  }
  const std::vector<float>& values() const { return m_values; }

 private:
  void transform(int first, int step, int count) {
    std::vector<float> line, starts;
    std::vector<int> tips;
    for (int i = 0; i < count; ++i) line.push_back(m_values[first + i * step]);
    const auto meeting = [&line](int a, int b) {
      return ((line[b] + static_cast<float>(b * b)) - (line[a] + static_cast<float>(a * a))) /
             static_cast<float>(2 * (b - a));
    };
    for (int i = 0; i < count; ++i) {
      while (!tips.empty() && meeting(tips.back(), i) <= starts.back()) {
        tips.pop_back();
        starts.pop_back();
      }
      starts.push_back(tips.empty() ? -INFINITY : meeting(tips.back(), i));
      tips.push_back(i);
    }
    std::size_t k = 0;
    for (int i = 0; i < count; ++i) {
      while (k + 1 < tips.size() && starts[k + 1] < static_cast<float>(i)) ++k;
      const auto away = static_cast<float>(i - tips[k]);
      m_values[first + i * step] = line[tips[k]] + away * away;
    }
  }

  int m_width, m_height;
  std::vector<float> m_values;
};

// Positive within the ink, in pixels, 0 on its edge.
std::vector<double> depths(const OwnedGreyImage& ink) {
  const SquaredDistance inside(ink, false), outside(ink, true);
  std::vector<double> depth;
  for (std::size_t i = 0; i < ink.pixels.size(); ++i)
    depth.push_back(ink.pixels[i] > 0 ? std::sqrt(inside.values()[i]) - 0.5
                                      : 0.5 - std::sqrt(outside.values()[i]));
  return depth;
}

double thicknessFrom(const std::vector<double>& depth) {
  double sum = 0;
  int count = 0;
  for (const double value : depth) {
    if (value <= 0) continue;
    sum += value;
    ++count;
  }
  return count == 0 ? 0 : 4 * sum / count;
}

// The ink with so many pixels of margin, its longer side enlarged or shrunk to kSide.
OwnedGreyImage cropped(const OwnedGreyImage& ink, int margin) {
  int left = ink.width, right = -1, top = ink.height, bottom = -1;
  for (int y = 0; y < ink.height; ++y)
    for (int x = 0; x < ink.width; ++x) {
      if (ink.pixels[static_cast<std::size_t>(y) * ink.width + x] == 0) continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    }
  if (right < left) return {};
  const int width = right - left + 1, height = bottom - top + 1;
  const double scale = static_cast<double>(kSide) / std::max(width, height);
  OwnedGreyImage result{{},
                        static_cast<int>(std::lround(scale * width)) + 2 * margin,
                        static_cast<int>(std::lround(scale * height)) + 2 * margin};
  const Coverage coverage =
      resampleByArea(ink.view(), {scale, margin - scale * left, margin - scale * top}, result.width,
                     result.height);
  for (const float share : coverage.values) result.pixels.push_back(share >= 0.5f ? 255 : 0);
  return result;
}

}  // namespace

double lineThickness(const OwnedGreyImage& ink) {
  return thicknessFrom(depths(ink));
}

OwnedGreyImage withMnistThickness(const OwnedGreyImage& ink) {
  constexpr double kTarget = kMnistPenWidth / kBoxSide;
  constexpr int kMargin = 16;  // more than the lines can grow to each side
  OwnedGreyImage result = cropped(ink, kMargin);
  if (result.pixels.empty()) return result;
  const std::vector<double> depth = depths(result);
  const double thickness = thicknessFrom(depth);
  if (thickness > kThinnest * kSide && thickness < kThickest * kSide) return result;
  // The box grows with the lines: thickness + 2 growth = target * (side + 2 growth). What is
  // thinned must not fall apart.
  const double growth =
      std::max((kTarget * kSide - thickness) / (2 * (1 - kTarget)), -0.4 * thickness);
  for (std::size_t i = 0; i < depth.size(); ++i) result.pixels[i] = depth[i] > -growth ? 255 : 0;
  return result;
}

}  // namespace engine
