#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// Side of an image in pixels; the sample's network takes no other size.
inline constexpr int kImageSide = 28;
inline constexpr int kImagePixels = kImageSide * kImageSide;
inline constexpr int kClassCount = 10;

/// Images with their labels. Pixels are [N, 28, 28] bytes, row-major, 0 = background, 255 = ink;
/// labels are 0..9.
struct LabeledImages {
  std::vector<std::uint8_t> pixels;
  std::vector<std::uint8_t> labels;

  std::int64_t count() const noexcept { return static_cast<std::int64_t>(labels.size()); }
  std::span<const std::uint8_t> image(std::int64_t index) const {
    return std::span(pixels).subspan(static_cast<std::size_t>(index) * kImagePixels, kImagePixels);
  }
};

/// A data set, split as the sample splits it: the first 5,000 training images (but never more than
/// a fifth of them) are the validation set, the others are trained on, the test set is its own.
struct Dataset {
  std::string name;  ///< "MNIST", "Fashion-MNIST", or the folder's name
  /// Names for people; of garments where the set is Fashion-MNIST.
  std::vector<std::string> classNames{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
  std::vector<std::filesystem::path> files;  ///< in the sample's order; empty for the self-test
  std::vector<std::string> warnings;         ///< what was odd but harmless, one sentence each
  LabeledImages train;
  LabeledImages validation;
  LabeledImages test;
};

/// Pixel byte to network input, x' = (x - 127.5) / 255, in [-0.5, 0.5]; the one rule that training,
/// evaluation and the drawing pad share. Writes pixels.size() floats to out.
void normalizePixels(std::span<const std::uint8_t> pixels, float* out) noexcept;

/// The sample's --self_test data: 256 training, 64 validation and 64 test images; image i is all
/// background where i is even, all ink where it is odd, and its label is i mod 2.
Dataset selfTestDataset();

}  // namespace engine
