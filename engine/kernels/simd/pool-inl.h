// Bias, ReLU and max pool over a convolution's map, and the way back.

#if defined(ENGINE_KERNELS_SIMD_POOL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ENGINE_KERNELS_SIMD_POOL_INL_H_
#undef ENGINE_KERNELS_SIMD_POOL_INL_H_
#else
#define ENGINE_KERNELS_SIMD_POOL_INL_H_
#endif

#include <cstdint>
#include <cstring>

#include "engine/kernels/shapes.h"
#include "engine/kernels/simd/vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {

using WinnerTag = hn::Rebind<std::uint32_t, FloatTag>;
using WinnerByteTag = hn::Rebind<std::uint8_t, FloatTag>;

/// A map [height, width, channels] whose rows may be longer than width.
struct MapView {
  float* data;
  std::size_t rowStride;  ///< in floats
};

template <int kWindow>
HWY_INLINE void poolWindow(const float* window, std::size_t rowStride, std::size_t channels,
                           Vector bias, float* y, std::uint8_t* winner) {
  const WinnerTag tag;
  Vector best = hn::LoadU(kFloat, window);
  auto bestPlace = hn::Zero(tag);
  HWY_UNROLL(9)
  for (std::uint32_t place = 1; place < kWindow * kWindow; ++place) {
    const Vector value =
        hn::LoadU(kFloat, window + place / kWindow * rowStride + place % kWindow * channels);
    const auto greater = hn::Gt(value, best);
    best = hn::IfThenElse(greater, value, best);
    bestPlace = hn::IfThenElse(hn::RebindMask(tag, greater), hn::Set(tag, place), bestPlace);
  }
  // The bias comes after the maximum: rounding is monotone, so the result is the same to the bit.
  const Vector sum = hn::Add(best, bias);
  // Not Max, which may hide a nan from the loss.
  hn::StoreU(hn::IfThenZeroElse(hn::Lt(sum, hn::Zero(kFloat)), sum), kFloat, y);
  if (winner) hn::StoreU(hn::U8FromU32(bestPlace), WinnerByteTag(), winner);
}

template <int kWindow>
HWY_INLINE void poolRowOf(const ConvStageShape& s, const MapView& map, int row, const float* biases,
                          float* y, std::uint8_t* winners) {
  const auto channels = static_cast<std::size_t>(s.outChannels);
  const float* source = map.data + row * s.pool.stride * map.rowStride;
  for (int column = 0; column < s.outWidth(); ++column) {
    for (std::size_t c = 0; c < channels; c += kLanes)
      poolWindow<kWindow>(source + c, map.rowStride, channels, hn::LoadU(kFloat, biases + c), y + c,
                          winners ? winners + c : nullptr);
    source += s.pool.stride * channels;
    y += channels;
    if (winners) winners += channels;
  }
}

constexpr bool canPool(const PoolShape& pool) {
  return pool.window >= 1 && pool.window <= 3;
}

/// Makes y [H', W', C] and winners (or null) from a map without bias, row by row while the map's
/// rows are still in the cache. The pool must satisfy canPool().
struct RowPooler {
  const ConvStageShape& shape;
  MapView map;
  const float* biases;
  float* y;
  std::uint8_t* winners;
  int row = 0;  ///< the next one

  /// Pools what the first readyRows rows of the map suffice for.
  HWY_INLINE void advance(int readyRows) {
    const PoolShape& pool = shape.pool;
    const std::size_t rowSize = static_cast<std::size_t>(shape.outWidth()) * shape.outChannels;
    for (; row < shape.outHeight() && row * pool.stride + pool.window <= readyRows; ++row) {
      if (pool.window == 1) poolRowOf<1>(shape, map, row, biases, y, winners);
      if (pool.window == 2) poolRowOf<2>(shape, map, row, biases, y, winners);
      if (pool.window == 3) poolRowOf<3>(shape, map, row, biases, y, winners);
      y += rowSize;
      if (winners) winners += rowSize;
    }
  }
};

/// Gives the gradient of one window to the place that won, and 0 (or, where windows overlap,
/// nothing) to the others.
template <int kWindow, bool kOverlap>
HWY_INLINE void unpoolWindow(Vector gradient, const std::uint8_t* winner, float* window,
                             std::size_t rowStride, std::size_t channels) {
  const WinnerTag tag;
  const auto place = hn::PromoteTo(tag, hn::LoadU(WinnerByteTag(), winner));
  HWY_UNROLL(9)
  for (std::uint32_t p = 0; p < kWindow * kWindow; ++p) {
    float* target = window + p / kWindow * rowStride + p % kWindow * channels;
    const auto won = hn::RebindMask(kFloat, hn::Eq(place, hn::Set(tag, p)));
    Vector share = hn::IfThenElseZero(won, gradient);
    if constexpr (kOverlap) share = hn::Add(hn::LoadU(kFloat, target), share);
    hn::StoreU(share, kFloat, target);
  }
}

template <int kWindow, bool kOverlap>
void unpoolRow(const ConvStageShape& s, const float* y, const std::uint8_t* winners,
               const float* dy, float* target, std::size_t rowStride, float* biasGradient) {
  const auto channels = static_cast<std::size_t>(s.outChannels);
  for (int column = 0; column < s.outWidth(); ++column) {
    for (std::size_t c = 0; c < channels; c += kLanes) {
      const auto active = hn::Gt(hn::LoadU(kFloat, y + c), hn::Zero(kFloat));
      const Vector gradient = hn::IfThenElseZero(active, hn::LoadU(kFloat, dy + c));
      hn::StoreU(hn::Add(hn::LoadU(kFloat, biasGradient + c), gradient), kFloat, biasGradient + c);
      unpoolWindow<kWindow, kOverlap>(gradient, winners + c, target + c, rowStride, channels);
    }
    target += s.pool.stride * channels;
    y += channels;
    dy += channels;
    winners += channels;
  }
}

/// Makes the gradient of a map from that of the pooled values; biasGradient [C] is added to.
struct Unpooler {
  const ConvStageShape& shape;
  const float* y;
  const std::uint8_t* winners;
  const float* dy;
  MapView map;
  float* biasGradient;

  /// Every place of the map belongs to one window at most, so that rows can be made one by one.
  bool isDisjoint() const { return shape.pool.stride == shape.pool.window; }

  /// Writes zeros where row() will not write, or everywhere if it adds. First of all.
  HWY_INLINE void clear(std::size_t mapRows) const {
    const auto stride = static_cast<std::size_t>(shape.pool.stride);
    const std::size_t rows = isDisjoint() ? shape.outHeight() * stride : 0;
    const std::size_t covered = shape.outWidth() * stride * shape.outChannels;
    if (isDisjoint() && covered < map.rowStride)
      for (std::size_t row = 0; row < rows; ++row)
        std::memset(map.data + row * map.rowStride + covered, 0,
                    (map.rowStride - covered) * sizeof(float));
    std::memset(map.data + rows * map.rowStride, 0,
                (mapRows - rows) * map.rowStride * sizeof(float));
  }

  /// One row of pooled gradients.
  HWY_INLINE void row(int index) const {
    const auto unpool = shape.pool.window == 1 ? unpoolRow<1, false>
                        : shape.pool.window == 2
                            ? isDisjoint() ? unpoolRow<2, false> : unpoolRow<2, true>
                        : isDisjoint() ? unpoolRow<3, false>
                                       : unpoolRow<3, true>;
    const std::size_t offset =
        static_cast<std::size_t>(index) * shape.outWidth() * shape.outChannels;
    unpool(shape, y + offset, winners + offset, dy + offset,
           map.data + index * shape.pool.stride * map.rowStride, map.rowStride, biasGradient);
  }

  HWY_INLINE void all(std::size_t mapRows) const {
    clear(mapRows);
    for (int index = 0; index < shape.outHeight(); ++index) row(index);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();

#endif
