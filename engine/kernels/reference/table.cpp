#include <algorithm>

#include "engine/kernels/reference/reference.h"

namespace engine {
namespace {

using namespace reference;

// Scratch of one image, in floats: its patches, and the convolution before pooling.
std::size_t patchesSize(const ConvStageShape& s) {
  return static_cast<std::size_t>(s.convHeight()) * s.convWidth() * s.patchSize();
}

ConvSizes convSizes(const ConvStageShape& s) noexcept {
  return {.filters = s.weightCount(),
          .partial = s.weightCount() + s.outChannels,
          .scratch = patchesSize(s) + s.convSize()};
}

void convPrepare(const ConvStageShape& s, const float* weights, float* filters) noexcept {
  std::copy_n(weights, s.weightCount(), filters);
}

void convForward(const ConvStageShape& s, int images, const float* x, const float* filters,
                 const float* biases, float* y, std::uint8_t* winners, float* scratch) noexcept {
  float* patches = scratch;
  float* conv = scratch + patchesSize(s);
  for (int image = 0; image < images; ++image) {
    imageToPatches(s, x, patches);
    convolve(s, patches, filters, conv);
    addBiasAndRelu(s.convHeight() * s.convWidth(), s.outChannels, biases, conv);
    maxPool(s, conv, y, winners);
    x += s.inputSize();
    y += s.outputSize();
    if (winners) winners += s.outputSize();
  }
}

void convBackward(const ConvStageShape& s, int images, const float* x, const float* filters,
                  const float* y, const std::uint8_t* winners, const float* dy, float* dx,
                  float* partial, float* scratch) noexcept {
  float* patches = scratch;
  float* dConv = scratch + patchesSize(s);
  float* biasGradient = partial + s.weightCount();
  std::fill_n(partial, s.weightCount() + s.outChannels, 0.0f);
  for (int image = 0; image < images; ++image) {
    maxPoolReluBackward(s, y, winners, dy, dConv);
    imageToPatches(s, x, patches);
    convolveBackwardWeights(s, patches, dConv, partial);
    for (std::size_t i = 0; i < s.convSize(); ++i)
      biasGradient[i % static_cast<std::size_t>(s.outChannels)] += dConv[i];
    if (dx) {
      convolveBackwardData(s, dConv, filters, patches);
      patchesToImage(s, patches, dx);
      dx += s.inputSize();
    }
    x += s.inputSize();
    y += s.outputSize();
    dy += s.outputSize();
    winners += s.outputSize();
  }
}

void convGradient(const ConvStageShape& s, int partials, const float* partial,
                  float* weightGradient, float* biasGradient, float*) noexcept {
  const std::size_t stride = convSizes(s).partial;
  std::fill_n(weightGradient, s.weightCount(), 0.0f);
  std::fill_n(biasGradient, s.outChannels, 0.0f);
  for (int block = 0; block < partials; ++block, partial += stride) {
    for (std::size_t i = 0; i < s.weightCount(); ++i) weightGradient[i] += partial[i];
    for (int i = 0; i < s.outChannels; ++i) biasGradient[i] += partial[s.weightCount() + i];
  }
}

std::size_t densePackedSize(const DenseShape& s) noexcept {
  return s.weightCount();
}

void densePack(const DenseShape& s, const float* weights, float* packed) noexcept {
  std::copy_n(weights, s.weightCount(), packed);
}

void denseUnpack(const DenseShape& s, const float* packed, float* weights) noexcept {
  std::copy_n(packed, s.weightCount(), weights);
}

void dropoutMask(const Philox& random, std::uint64_t base, float keepProbability, std::size_t count,
                 std::uint8_t* keep) noexcept {
  for (std::size_t i = 0; i < count; i += 4) {
    const Philox::Block words = random(base + i / 4);
    for (std::size_t word = 0; word < 4 && i + word < count; ++word)
      keep[i + word] = keepProbability + uniformFloat(words[word]) >= 1.0f;
  }
}

}  // namespace

const Kernels& referenceKernels() {
  static constexpr Kernels kernels{
      .name = "reference",
      .description = "Eigen, baseline instructions",
      .convSizes = convSizes,
      .convPrepare = convPrepare,
      .convForward = convForward,
      .convBackward = convBackward,
      .convGradient = convGradient,
      .densePackedSize = densePackedSize,
      .densePack = densePack,
      .denseUnpack = denseUnpack,
      .denseScratch = denseScratch,
      .denseForward = denseForward,
      .denseBackward = denseBackward,
      .dropoutMask = dropoutMask,
      .multiplyAdds = multiplyAdds,
  };
  return kernels;
}

}  // namespace engine
