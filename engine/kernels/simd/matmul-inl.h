// C = A B on the register tile.

#if defined(ENGINE_KERNELS_SIMD_MATMUL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ENGINE_KERNELS_SIMD_MATMUL_INL_H_
#undef ENGINE_KERNELS_SIMD_MATMUL_INL_H_
#else
#define ENGINE_KERNELS_SIMD_MATMUL_INL_H_
#endif

#include "engine/kernels/simd/vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {

/// An operand whose element (row, column) lies at data[row * rowStride + column * columnStride].
struct Operand {
  const float* data;
  std::size_t rowStride, columnStride;
};

struct MatMulShape {
  std::size_t rows, columns, depth;  ///< columns: a multiple of kTileVectors * kLanes
};

template <bool kAccumulate>
struct MatMulColumns {
  const MatMulShape& shape;
  const Operand& a;
  const float* b;
  std::size_t bStride;
  float* c;
  std::size_t cStride;

  template <int kRows>
  HWY_INLINE void rows(std::size_t first) const {
    Tile<kRows, kTileVectors> tile;
    float* target = c + first * cStride;
    if constexpr (kAccumulate)
      tile.load(target, cStride);
    else
      tile.clear();
    tile.multiplyAdd(a.data + first * a.rowStride, a.rowStride, a.columnStride, b, bStride,
                     shape.depth);
    tile.store(target, cStride);
  }
};

/// C [rows, columns] (+)= A [rows, depth] B [depth, columns]; rows of B and C are contiguous. The
/// sum for an element runs over depth in order, whatever the vector width.
template <bool kAccumulate>
HWY_INLINE void matMul(const MatMulShape& shape, const Operand& a, const float* b,
                       std::size_t bStride, float* c, std::size_t cStride) {
  for (std::size_t column = 0; column < shape.columns; column += kTileVectors * kLanes) {
    const MatMulColumns<kAccumulate> body{shape, a, b + column, bStride, c + column, cStride};
    forEachRows<kTileRows>(body, shape.rows);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();

#endif
