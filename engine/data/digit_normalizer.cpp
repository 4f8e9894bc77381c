#include "engine/data/digit_normalizer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/data/ink_parts.h"

namespace engine {
namespace {

constexpr int kBoxSide = 20;
constexpr double kCentre = 14;             // in pixel indices
constexpr double kSmallestBox = 1.0 / 20;  // of the canvas
constexpr int kLeastInkedPixels = 12;
constexpr double kLargePart = 0.25;  // of all ink

struct Bounds {
  double left = std::numeric_limits<double>::infinity();
  double top = left;
  double right = -left;
  double bottom = -left;

  void include(double x, double y) {
    left = std::min(left, x);
    right = std::max(right, x);
    top = std::min(top, y);
    bottom = std::max(bottom, y);
  }
  bool isEmpty() const { return right < left; }
};

// Brings bounds to the top left corner of the box, with a margin around for the pen.
PixelTransform fitBox(const Bounds& bounds, double margin, double canvasSide) {
  const double side =
      std::max({bounds.right - bounds.left, bounds.bottom - bounds.top, kSmallestBox * canvasSide});
  const double scale = (kBoxSide - 2 * margin) / side;
  return {scale, margin - scale * bounds.left, margin - scale * bounds.top};
}

struct Shift {
  int x = 0;
  int y = 0;
};

Shift shiftToCentreOfMass(const Coverage& ink) {
  double mass = 0;
  double momentX = 0;
  double momentY = 0;
  for (int row = 0; row < ink.height; ++row) {
    for (int column = 0; column < ink.width; ++column) {
      const double share = ink.at(row, column);
      mass += share;
      momentX += share * column;
      momentY += share * row;
    }
  }
  return {static_cast<int>(std::lround(kCentre - momentX / mass)),
          static_cast<int>(std::lround(kCentre - momentY / mass))};
}

NormalizedDigit place(const Coverage& ink, const PixelTransform& transform, Shift shift) {
  NormalizedDigit digit;
  digit.transform = {transform.scale, transform.offsetX + shift.x, transform.offsetY + shift.y};
  for (int row = 0; row < ink.height; ++row) {
    for (int column = 0; column < ink.width; ++column) {
      const int y = row + shift.y;
      const int x = column + shift.x;
      if (y < 0 || y >= kImageSide || x < 0 || x >= kImageSide) continue;
      digit.pixels[y * kImageSide + x] =
          static_cast<std::uint8_t>(std::lround(255 * ink.at(row, column)));
    }
  }
  const auto inked = std::ranges::count_if(digit.pixels, [](int pixel) { return pixel > 0; });
  digit.isEmpty = inked == 0;
  digit.hasTooLittleInk = inked < kLeastInkedPixels;
  digit.largeParts = countLargeParts(digit.pixels, kImageSide, kLargePart);
  return digit;
}

}  // namespace

NormalizedDigit normalizeStrokes(std::span<const Stroke> strokes, double canvasSide) {
  Bounds bounds;
  for (const Stroke& stroke : strokes)
    for (const Stroke::Point& point : stroke.points)
      if (point.isFinite()) bounds.include(point.x, point.y);
  if (bounds.isEmpty()) return {};
  const PixelTransform transform = fitBox(bounds, kMnistPenWidth / 2, canvasSide);
  const Coverage ink = renderStrokes(strokes, transform, kMnistPenWidth, kBoxSide, kBoxSide);
  return place(ink, transform, shiftToCentreOfMass(ink));
}

NormalizedDigit normalizeImage(const GreyImage& image) {
  Bounds bounds;
  const std::uint8_t* pixel = image.pixels.data();
  for (int row = 0; row < image.height; ++row) {
    for (int column = 0; column < image.width; ++column) {
      if (*pixel++ == 0) continue;
      bounds.include(column, row);
      bounds.include(column + 1, row + 1);
    }
  }
  if (bounds.isEmpty()) return {};
  const PixelTransform transform = fitBox(bounds, 0, std::max(image.width, image.height));
  const Coverage ink = resampleByArea(image, transform, kBoxSide, kBoxSide);
  return place(ink, transform, shiftToCentreOfMass(ink));
}

NormalizedDigit shrinkCanvas(std::span<const Stroke> strokes, double canvasSide, double penWidth) {
  const PixelTransform transform{kImageSide / canvasSide, 0, 0};
  return place(
      renderStrokes(strokes, transform, penWidth * transform.scale, kImageSide, kImageSide),
      transform, {});
}

NormalizedDigit drawOver(std::span<const std::uint8_t> pixels, std::span<const Stroke> strokes,
                         double canvasSide, double penWidth) {
  NormalizedDigit digit = shrinkCanvas(strokes, canvasSide, penWidth);
  std::ranges::transform(pixels, digit.pixels, digit.pixels.begin(), std::ranges::max);
  digit.isEmpty = false;
  digit.hasTooLittleInk = false;
  digit.largeParts = 1;
  return digit;
}

}  // namespace engine
