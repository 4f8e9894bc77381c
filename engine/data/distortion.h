#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/data/dataset.h"

namespace engine {

/// Makes digits look as if other hands had written them: a small affine map about the centre of the
/// image (turned by up to 12 degrees, slanted by up to 0.2, each axis scaled by 0.87 to 1.15, moved
/// by up to 1.5 pixels) and an elastic one (Simard, Steinkraus and Platt, "Best practices for
/// convolutional neural networks applied to visual document analysis", 2003) with mean
/// displacements of some 0.8 pixels, smooth because they are cubic B-splines over random values on
/// a grid with steps of 7 pixels. All of it is evenly distributed.
class Distortion {
 public:
  explicit Distortion(std::uint64_t seed) noexcept;

  /// in and out: [28, 28]; they must not overlap. A function of the seed and the index alone, which
  /// numbers the images that a run has trained on.
  void apply(std::span<const std::uint8_t> in, std::span<std::uint8_t> out,
             std::uint64_t index) const noexcept;

 private:
  static constexpr int kGrid = 7;  // control values along a side, one step beyond it at each end

  struct Spline {
    int first;                    // of the four control values that reach a pixel
    std::array<float, 4> shares;  // sum: 1
  };

  std::uint64_t m_seed;
  std::array<Spline, kImageSide> m_splines;
};

}  // namespace engine
