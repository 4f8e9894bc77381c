#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/data/area_resampler.h"
#include "engine/data/dataset.h"
#include "engine/data/stroke_renderer.h"

namespace engine {

/// Width in pixels of the pen that draws as thick as MNIST's writers at MNIST's scale. Measured on
/// 1,000 of its training images: each enlarged 8 times, cut at half ink and thinned to its centre
/// lines (Zhang-Suen); the ink's area / the lines' length is 2.41 over all. The same lines drawn
/// with this pen and measured in the same way give 2.40.
inline constexpr double kMnistPenWidth = 2.45;

/// A drawing or picture as a network trained on MNIST wants it.
struct NormalizedDigit {
  std::array<std::uint8_t, kImagePixels> pixels{};  ///< [28, 28], 0 = background, 255 = ink

  bool isEmpty = true;          ///< nothing was drawn; pixels are all 0
  bool hasTooLittleInk = true;  ///< fewer than 12 pixels carry ink: a dot (MNIST's least is 34)

  /// Separate blobs with more than a quarter of the ink each; above 1, perhaps several digits. 0 if
  /// there are only smaller ones.
  int largeParts = 0;

  bool isWide = false;  ///< wider than 1.75 times its height, as 1 in 1,000 of MNIST's digits is

  /// Where the input came to lie in the 28x28 image.
  PixelTransform transform;
};

/// As MNIST was made (http://yann.lecun.com/exdb/mnist/): the ink's bounding box is scaled to 20
/// pixels on its longer side, keeping its shape, and moved by whole pixels until the centre of mass
/// is within half a pixel of the centre of pixel (14, 14). In the 60,000 training images the mean
/// centre of mass is (14.00, 14.00) where the first pixel's centre is (0, 0), evenly spread over
/// +-0.5, and the longer side is 20 (in 13 of them 19). What the move pushes over the border is cut
/// off. Boxes below a twentieth of canvasSide are scaled as if they were that large, so that a dot
/// stays a dot. The strokes are drawn anew with kMnistPenWidth times the width of their points,
/// however thick they looked.
NormalizedDigit normalizeStrokes(std::span<const Stroke> strokes, double canvasSide);

/// The same for a picture of any size, scaled by area; its lines keep their thickness relative to
/// the digit. Every pixel above 0 counts as ink: the caller has removed the paper.
NormalizedDigit normalizeImage(const GreyImage& image);

/// For comparison, the whole square canvas shrunk to 28x28, neither scaled to the ink nor centred.
/// penWidth is in the units of canvasSide.
NormalizedDigit shrinkCanvas(std::span<const Stroke> strokes, double canvasSide, double penWidth);

/// A finished picture, pixels [28, 28], taken as it is, with strokes drawn over it as
/// shrinkCanvas() has them. It is never empty nor wide, has ink enough and counts as one
/// part.
NormalizedDigit drawOver(std::span<const std::uint8_t> pixels, std::span<const Stroke> strokes,
                         double canvasSide, double penWidth);

}  // namespace engine
