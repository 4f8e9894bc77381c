#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/data/digit_normalizer.h"

namespace engine {

/// A grey picture of its own, [height, width], row-major.
struct OwnedGreyImage {
  std::vector<std::uint8_t> pixels;
  int width = 0;
  int height = 0;

  GreyImage view() const { return {pixels, width, height}; }
};

/// A photograph or scan on its way to 28x28, with what each step made of it, so that it can be
/// shown.
struct PictureImport {
  bool isDarkOnLight = false;  ///< as the border of the picture says, or as told
  bool isAsIs = false;         ///< 28x28, bright on black: taken as it is; no further steps
  OwnedGreyImage evened;       ///< 0 = paper, 255 = the strongest ink; uneven light taken out
  OwnedGreyImage ink;          ///< 0 or 255: cut at a threshold, specks removed
  OwnedGreyImage thickened;    ///< cropped to the ink, with lines about as thick as MNIST's
  NormalizedDigit digit;
};

/// Longest side of what importPicture() should be given: larger ones are slow and gain nothing.
inline constexpr int kMaxImportSide = 400;

/// Finds the digit in a picture, 0 = black, 255 = white. Dark ink on light paper or the reverse is
/// told from the brightness of the border, unless darkOnLight tells it. The paper is what is left
/// when all that is thinner than an eighth of the picture is closed over (a grey-scale closing,
/// then a mean); the ink's contrast to it is cut at Otsu's threshold ("A threshold selection method
/// from gray-level histograms", 1979). Where the contrast is too faint to be ink the digit is
/// empty. Lines that are thinner or thicker than nearly all of MNIST's are brought to its mean.
PictureImport importPicture(const GreyImage& picture, std::optional<bool> darkOnLight = {});

}  // namespace engine
