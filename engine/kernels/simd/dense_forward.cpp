// y = activation(x W + b). Rows of the register tile are images, vectors hold outputs; x is read
// where it lies. See dense_plan.h for the layout of W and the split.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/simd/dense_forward.cpp"
#include "hwy/foreach_target.h"

#include "engine/kernels/simd/dense.h"
#include "engine/kernels/simd/dense_plan.h"
#include "engine/kernels/simd/targets.h"
#include "engine/kernels/simd/vector-inl.h"
#include "engine/kernels/thread_pool.h"

#if ENGINE_TARGET_HAS_VECTORS
HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {
namespace {

// One range of inputs times kVectors vectors of outputs.
template <int kVectors>
struct ForwardTile {
  const DensePlan& plan;
  const float* x;       // at the range's first input
  const float* packed;  // likewise, at the tile's first output
  std::size_t depth;
  float* partial;

  template <int kRows>
  HWY_INLINE void rows(std::size_t first) const {
    Tile<kRows, kVectors> tile;
    tile.clear();
    // A single image uses every weight just once, so it waits for memory alone.
    constexpr std::size_t kAhead = kRows == 1 ? 16 : 0;
    tile.template multiplyAdd<kAhead>(x + first * plan.inputs, plan.inputs, 1, packed, kBlock,
                                      depth, Blocked{plan.blockStride()});
    tile.store(partial + first * plan.paddedOutputs(), plan.paddedOutputs());
  }
};

// All images times the outputs from `first` on, as long as whole tiles fit. Returns the output
// after the last one done. kVectors must divide a block's vectors or be a multiple of them.
template <int kVectors, int kRows>
HWY_INLINE std::size_t forwardColumns(const DensePlan& plan, std::size_t first, const float* x,
                                      const float* packed, std::size_t depth, float* partial) {
  constexpr std::size_t kStep = kVectors * kLanes;
  for (; first + kStep <= plan.paddedOutputs(); first += kStep) {
    const float* columns = packed + first / kBlock * plan.blockStride() + first % kBlock;
    forEachRows<kRows>(ForwardTile<kVectors>{plan, x, columns, depth, partial + first},
                       plan.images);
  }
  return first;
}

void forwardRange(const DensePlan& plan, int range, const float* x, const float* packed,
                  float* scratch) noexcept {
  const std::size_t begin = plan.rangeBegin(range);
  const std::size_t depth = plan.rangeBegin(range + 1) - begin;
  float* partial = scratch + range * plan.partialSize();
  x += begin;
  packed += begin * kBlock;
  // With few images there are too few sums to hide the latency of a multiply-add, unless the tile
  // is wide.
  constexpr int kWide = 8;
  std::size_t done = 0;
  if (plan.images == 1) done = forwardColumns<kWide, 1>(plan, done, x, packed, depth, partial);
  done = forwardColumns<kTileVectors, kTileRows>(plan, done, x, packed, depth, partial);
  forwardColumns<1, kTileRows>(plan, done, x, packed, depth, partial);
}

// What follows the product, for one image and one output or a vector of them.
HWY_INLINE float activateOne(float sum, const DenseActivation& activation,
                             const std::uint8_t* keep) {
  // Not std::max, which may hide a nan from the loss.
  if (activation.relu && sum < 0.0f) sum = 0.0f;
  if (keep) sum = *keep ? sum * activation.keepScale : 0.0f;
  return sum;
}

HWY_INLINE Vector activateVector(Vector sum, const DenseActivation& activation,
                                 const std::uint8_t* keep) {
  const Vector zero = hn::Zero(kFloat);
  if (activation.relu) sum = hn::IfThenZeroElse(hn::Lt(sum, zero), sum);
  if (!keep) return sum;
  const hn::Rebind<std::uint32_t, FloatTag> words;
  const auto bytes = hn::PromoteTo(words, hn::LoadU(hn::Rebind<std::uint8_t, FloatTag>(), keep));
  const auto kept = hn::RebindMask(kFloat, hn::Gt(bytes, hn::Zero(words)));
  return hn::IfThenElseZero(kept, hn::Mul(sum, hn::Set(kFloat, activation.keepScale)));
}

// Adds up the ranges' partial sums and applies what follows the product.
void activate(const DensePlan& plan, const float* scratch, const float* biases,
              const DenseActivation& activation, float* y) noexcept {
  for (std::size_t image = 0; image < plan.images; ++image) {
    const float* partial = scratch + image * plan.paddedOutputs();
    const std::size_t row = image * plan.outputs;
    const std::uint8_t* keep = activation.keepMask ? activation.keepMask + row : nullptr;
    std::size_t i = 0;
    for (; i + kLanes <= plan.outputs; i += kLanes) {
      Vector sum = hn::LoadU(kFloat, partial + i);
      for (int range = 1; range < DensePlan::kRanges; ++range)
        sum = hn::Add(sum, hn::LoadU(kFloat, partial + range * plan.partialSize() + i));
      sum = hn::Add(sum, hn::LoadU(kFloat, biases + i));
      hn::StoreU(activateVector(sum, activation, keep ? keep + i : nullptr), kFloat, y + row + i);
    }
    for (; i < plan.outputs; ++i) {
      float sum = partial[i];
      for (int range = 1; range < DensePlan::kRanges; ++range)
        sum += partial[range * plan.partialSize() + i];
      y[row + i] = activateOne(sum + biases[i], activation, keep ? keep + i : nullptr);
    }
  }
}

}  // namespace

void denseForward(const DenseShape& shape, int images, const float* x, const float* packed,
                  const float* biases, const DenseActivation& activation, float* y, float* scratch,
                  ThreadPool& pool) noexcept {
  const DensePlan plan(shape, images);
  pool.run(
      DensePlan::kRanges, [&](int range, int) { forwardRange(plan, range, x, packed, scratch); },
      plan.multiplyAdds());
  activate(plan, scratch, biases, activation, y);
}

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();
#endif
