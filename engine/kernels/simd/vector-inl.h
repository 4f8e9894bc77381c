// One vector of the present target and the register tile that nearly all arithmetic goes through.
// Included once per target (Highway's foreach_target).

#if defined(ENGINE_KERNELS_SIMD_VECTOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ENGINE_KERNELS_SIMD_VECTOR_INL_H_
#undef ENGINE_KERNELS_SIMD_VECTOR_INL_H_
#else
#define ENGINE_KERNELS_SIMD_VECTOR_INL_H_
#endif

#include <cstddef>

#include "hwy/cache_control.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using Vector = hn::Vec<FloatTag>;

inline constexpr FloatTag kFloat{};
inline constexpr std::size_t kLanes = hn::MaxLanes(FloatTag{});

// Channels and outputs come in blocks of this many floats, the width of the widest vector.
inline constexpr std::size_t kBlock = 16;

// The register tile: rows broadcast scalars times columns vectors of sums. It must leave registers
// for the vectors and one broadcast: 16 + 2 + 1 of 32, or 12 + 2 + 1 of 16.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON
inline constexpr int kTileRows = 8;
inline constexpr bool kManyRegisters = true;
#else
inline constexpr int kTileRows = 6;
inline constexpr bool kManyRegisters = false;
#endif
inline constexpr int kTileVectors = 2;

/// Where vector v of a row of the right operand lies: side by side.
struct Adjacent {
  HWY_INLINE std::size_t operator()(int v) const { return v * kLanes; }
};

/// Likewise, in blocks of kBlock floats that lie blockStride apart.
struct Blocked {
  std::size_t blockStride;
  HWY_INLINE std::size_t operator()(int v) const {
    constexpr std::size_t kPerBlock = kBlock / kLanes;
    return v / kPerBlock * blockStride + v % kPerBlock * kLanes;
  }
};

/// The sums of a tile; lives in registers.
template <int kRows, int kVectors>
struct Tile {
  Vector sum[kRows][kVectors];

  HWY_INLINE void clear() {
    HWY_UNROLL(16)
    for (int r = 0; r < kRows; ++r) HWY_UNROLL(16)
    for (int v = 0; v < kVectors; ++v) sum[r][v] = hn::Zero(kFloat);
  }

  HWY_INLINE void load(const float* c, std::size_t rowStride) {
    HWY_UNROLL(16)
    for (int r = 0; r < kRows; ++r) HWY_UNROLL(16)
    for (int v = 0; v < kVectors; ++v)
      sum[r][v] = hn::LoadU(kFloat, c + r * rowStride + v * kLanes);
  }

  template <typename Columns = Adjacent>
  HWY_INLINE void store(float* c, std::size_t rowStride, const Columns& columns = {}) const {
    HWY_UNROLL(16)
    for (int r = 0; r < kRows; ++r) HWY_UNROLL(16)
    for (int v = 0; v < kVectors; ++v)
      hn::StoreU(sum[r][v], kFloat, c + r * rowStride + columns(v));
  }

  /// sum[r][v] += a[r * aRow + k * aStep] * b[columns(v) + k * bStep] for k < depth. kAhead: steps
  /// by which the right operand is asked for before its use, if it comes from memory.
  template <std::size_t kAhead = 0, typename Columns = Adjacent>
  HWY_INLINE void multiplyAdd(const float* a, std::size_t aRow, std::size_t aStep, const float* b,
                              std::size_t bStep, std::size_t depth, const Columns& columns = {}) {
    for (std::size_t k = 0; k < depth; ++k, a += aStep, b += bStep) {
      Vector right[kVectors];
      HWY_UNROLL(16)
      for (int v = 0; v < kVectors; ++v) right[v] = hn::LoadU(kFloat, b + columns(v));
      if constexpr (kAhead > 0) {
        HWY_UNROLL(16)
        for (int v = 0; v < kVectors; ++v) hwy::Prefetch(b + columns(v) + kAhead * bStep);
      }
      HWY_UNROLL(16)
      for (int r = 0; r < kRows; ++r) {
        const Vector scalar = hn::Set(kFloat, a[r * aRow]);
        HWY_UNROLL(16)
        for (int v = 0; v < kVectors; ++v) sum[r][v] = hn::MulAdd(scalar, right[v], sum[r][v]);
      }
    }
  }
};

/// Calls body.template rows<R>(first) for pieces of R = kRows rows and one smaller rest.
template <int kRows, typename Body>
HWY_INLINE void restRows(const Body& body, std::size_t first, std::size_t rest) {
  if constexpr (kRows > 0) {
    if (rest == kRows)
      body.template rows<kRows>(first);
    else
      restRows<kRows - 1>(body, first, rest);
  }
}

template <int kRows, typename Body>
HWY_INLINE void forEachRows(const Body& body, std::size_t count) {
  std::size_t first = 0;
  for (; first + kRows <= count; first += kRows) body.template rows<kRows>(first);
  restRows<kRows - 1>(body, first, count - first);
}

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();

#endif
