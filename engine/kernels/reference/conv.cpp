#include <Eigen/Core>
#include <algorithm>

#include "engine/kernels/reference/matrix.h"
#include "engine/kernels/reference/reference.h"

namespace engine::reference {
namespace {

// Calls visit(patch offset, image offset) for every row of `in` values that lies inside the image.
template <typename Visit>
void forEachTap(const ConvStageShape& s, Visit visit) {
  std::size_t patch = 0;
  for (int row = 0; row < s.convHeight(); ++row)
    for (int column = 0; column < s.convWidth(); ++column)
      for (int ky = 0; ky < s.kernel; ++ky)
        for (int kx = 0; kx < s.kernel; ++kx, patch += static_cast<std::size_t>(s.inChannels)) {
          const int y = row * s.stride + ky - s.padTop();
          const int x = column * s.stride + kx - s.padLeft();
          if (y >= 0 && y < s.height && x >= 0 && x < s.width)
            visit(patch, (static_cast<std::size_t>(y) * s.width + x) * s.inChannels);
        }
}

int positions(const ConvStageShape& s) {
  return s.convHeight() * s.convWidth();
}

}  // namespace

void imageToPatches(const ConvStageShape& s, const float* image, float* patches) noexcept {
  std::fill_n(patches, static_cast<std::size_t>(positions(s)) * s.patchSize(), 0.0f);
  forEachTap(s, [&](std::size_t patch, std::size_t pixel) {
    std::copy_n(image + pixel, s.inChannels, patches + patch);
  });
}

void patchesToImage(const ConvStageShape& s, const float* patches, float* image) noexcept {
  std::fill_n(image, s.inputSize(), 0.0f);
  forEachTap(s, [&](std::size_t patch, std::size_t pixel) {
    for (int c = 0; c < s.inChannels; ++c) image[pixel + c] += patches[patch + c];
  });
}

void convolve(const ConvStageShape& s, const float* patches, const float* weights,
              float* conv) noexcept {
  const auto patch = static_cast<Index>(s.patchSize());
  matrix(conv, positions(s), s.outChannels).noalias() =
      matrix(patches, positions(s), patch) * matrix(weights, patch, s.outChannels);
}

void convolveBackwardData(const ConvStageShape& s, const float* dConv, const float* weights,
                          float* dPatches) noexcept {
  const auto patch = static_cast<Index>(s.patchSize());
  matrix(dPatches, positions(s), patch).noalias() =
      matrix(dConv, positions(s), s.outChannels) *
      matrix(weights, patch, s.outChannels).transpose();
}

void convolveBackwardWeights(const ConvStageShape& s, const float* patches, const float* dConv,
                             float* gradient) noexcept {
  const auto patch = static_cast<Index>(s.patchSize());
  matrix(gradient, patch, s.outChannels).noalias() +=
      matrix(patches, positions(s), patch).transpose() * matrix(dConv, positions(s), s.outChannels);
}

void addBiasAndRelu(int rows, int channels, const float* biases, float* values) noexcept {
  for (int row = 0; row < rows; ++row)
    for (int c = 0; c < channels; ++c, ++values) {
      const float sum = *values + biases[c];
      // Not std::max, which may turn a nan into 0 and so hide it from the loss.
      *values = sum < 0.0f ? 0.0f : sum;
    }
}

}  // namespace engine::reference
