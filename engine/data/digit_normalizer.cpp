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
constexpr double kWide = 1.75;       // width / height

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
  double longerSide() const { return std::max(right - left, bottom - top); }
};

// Where ink that is drawn with the pen lies, in pixels, if the strokes are so much enlarged.
Bounds inkBounds(std::span<const Stroke> strokes, double scale, double penWidth) {
  Bounds bounds;
  for (const Stroke& stroke : strokes) {
    for (const Stroke::Point& point : stroke.points) {
      if (!point.isFinite()) continue;
      const double radius = penWidth * point.width / 2;
      bounds.include(scale * point.x - radius, scale * point.y - radius);
      bounds.include(scale * point.x + radius, scale * point.y + radius);
    }
  }
  return bounds;
}

// Brings the ink to the top left corner of the box and its longer side to the box's. The pen does
// not grow with the drawing, so that where its width varies the scale has to be felt for.
PixelTransform fitStrokes(std::span<const Stroke> strokes, double canvasSide) {
  const double lines = inkBounds(strokes, 1, 0).longerSide();
  const double smallest = kSmallestBox * canvasSide;
  double scale = (kBoxSide - kMnistPenWidth) / std::max(lines, smallest);
  for (int i = 0; i < 4 && lines > smallest; ++i)
    scale += (kBoxSide - inkBounds(strokes, scale, kMnistPenWidth).longerSide()) / lines;
  const Bounds ink = inkBounds(strokes, scale, kMnistPenWidth);
  return {scale, -ink.left, -ink.top};
}

// The same for a picture, whose ink has bounds in it.
PixelTransform fitPicture(const Bounds& bounds, double pictureSide) {
  const double scale = kBoxSide / std::max(bounds.longerSide(), kSmallestBox * pictureSide);
  return {scale, -scale * bounds.left, -scale * bounds.top};
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

bool isWide(std::span<const std::uint8_t> pixels) {
  Bounds bounds;
  for (int i = 0; i < kImagePixels; ++i)
    if (pixels[i] > 0) bounds.include(i % kImageSide, i / kImageSide);
  return bounds.right - bounds.left + 1 > kWide * (bounds.bottom - bounds.top + 1);
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
  digit.isWide = !digit.isEmpty && isWide(digit.pixels);
  digit.largeParts = countLargeParts(digit.pixels, kImageSide, kLargePart);
  return digit;
}

}  // namespace

NormalizedDigit normalizeStrokes(std::span<const Stroke> strokes, double canvasSide) {
  if (inkBounds(strokes, 1, 0).isEmpty()) return {};
  const PixelTransform transform = fitStrokes(strokes, canvasSide);
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
  const PixelTransform transform = fitPicture(bounds, std::max(image.width, image.height));
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
  digit.isWide = false;
  digit.largeParts = 1;
  return digit;
}

}  // namespace engine
