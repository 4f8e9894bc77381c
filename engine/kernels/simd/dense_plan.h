#pragma once

#include <cstddef>

#include "engine/kernels/shapes.h"
#include "engine/kernels/thread_pool.h"

namespace engine {

/// Sizes and places of everything in a dense layer.
///
/// Weights and velocity are packed as [block][in][16]: 16 outputs side by side, so that a vector of
/// any width holds neighbouring outputs and one block is a contiguous stream. The last block is
/// filled up with zeros, which stay zero.
///
/// The inputs are cut into a fixed number of ranges. A range, its weights and their velocity belong
/// to one thread in the forward and the backward pass, so they stay in that core's cache; and as
/// the partial sums of the ranges are added in order, no result depends on the number of threads.
struct DensePlan {
  static constexpr std::size_t kBlock = 16;
  static constexpr int kRanges = kParallelParts;

  DensePlan(const DenseShape& s, int imageCount)
      : inputs(s.inputs),
        outputs(s.outputs),
        blocks((outputs + kBlock - 1) / kBlock),
        images(imageCount),
        imageStride((images + kBlock - 1) / kBlock * kBlock),
        panelWidth(blocks % 4 == 0 ? 4 * kBlock : kBlock) {}

  std::size_t inputs, outputs;
  std::size_t blocks;  ///< of 16 outputs
  std::size_t images;
  std::size_t imageStride;  ///< images rounded up to whole vectors
  std::size_t panelWidth;   ///< outputs whose weight gradient is computed together

  std::size_t paddedOutputs() const { return blocks * kBlock; }
  std::size_t blockStride() const { return inputs * kBlock; }
  std::size_t packedSize() const { return blocks * blockStride(); }
  std::size_t packedIndex(std::size_t input, std::size_t output) const {
    return output / kBlock * blockStride() + input * kBlock + output % kBlock;
  }
  std::size_t rangeBegin(int range) const { return inputs * range / kRanges; }

  std::size_t multiplyAdds() const { return images * inputs * outputs; }

  // Forward scratch: one partial result [images, paddedOutputs] per range.
  std::size_t partialSize() const { return images * paddedOutputs(); }

  // Backward scratch: gradient in panels [panel][images][panelWidth] | the same transposed,
  // [paddedOutputs][imageStride] | the inputs' gradient transposed, [inputs][imageStride].
  std::size_t transposedOffset() const { return images * paddedOutputs(); }
  std::size_t inputGradientOffset() const {
    return transposedOffset() + paddedOutputs() * imageStride;
  }
  std::size_t scratchSize() const {
    const std::size_t forward = kRanges * partialSize();
    const std::size_t backward = inputGradientOffset() + inputs * imageStride;
    return forward > backward ? forward : backward;
  }
};

}  // namespace engine
