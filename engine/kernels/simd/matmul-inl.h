// Products of matrices in panels, on the register tile.

#if defined(ENGINE_KERNELS_SIMD_MATMUL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ENGINE_KERNELS_SIMD_MATMUL_INL_H_
#undef ENGINE_KERNELS_SIMD_MATMUL_INL_H_
#else
#define ENGINE_KERNELS_SIMD_MATMUL_INL_H_
#endif

#include "engine/kernels/simd/panels.h"
#include "engine/kernels/simd/vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {

/// A matrix in panels with so many rows; see panels.h.
template <typename Pointer>
struct Panels {
  Pointer data;
  std::size_t rows;
};

struct MatMulShape {
  std::size_t rows, columns, depth;  ///< columns: a multiple of kPanel
};

// Rows first .. of the product, in columns that stand below each other in b and c.
template <bool kTransposed>
struct MatMulColumns {
  const float* a;      // the first step of the depth, row 0
  std::size_t aPanel;  // from one panel of A to the next
  std::size_t depth;
  const float* b;
  float* c;
  bool accumulate;

  template <int kRows>
  HWY_INLINE void rows(std::size_t first) const {
    Tile<kRows, kTileVectors> tile;
    float* target = c + first * kPanel;
    if (accumulate)
      tile.load(target, kPanel);
    else
      tile.clear();
    if constexpr (kTransposed)
      tile.multiplyAdd(a + first, 1, kPanel, b, kPanel, depth);
    else
      for (std::size_t k = 0; k < depth; k += kPanel)
        tile.multiplyAdd(a + k / kPanel * aPanel + first * kPanel, kPanel, 1, b + k * kPanel,
                         kPanel, kPanel);
    tile.store(target, kPanel);
  }
};

/// So many rows of B's panel stay in the first-level cache while rows of A pass over them.
inline constexpr std::size_t kMostDepth = 6 * kPanel;

/// C [rows, columns] = A [rows, depth] B [depth, columns], all in panels. depth: a multiple of
/// kPanel. The sum for an element runs over depth in order, whatever the vector width.
HWY_INLINE void matMul(const MatMulShape& shape, const Panels<const float*>& a,
                       const Panels<const float*>& b, const Panels<float*>& c) {
  const std::size_t pieces = (shape.depth + kMostDepth - 1) / kMostDepth;
  const std::size_t panels = shape.depth / kPanel;
  for (std::size_t column = 0; column < shape.columns; column += kTileVectors * kLanes)
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      const std::size_t first = panels * piece / pieces, end = panels * (piece + 1) / pieces;
      forEachRows<kTileRows>(
          MatMulColumns<false>{a.data + first * a.rows * kPanel, a.rows * kPanel,
                               (end - first) * kPanel,
                               b.data + panelIndex(b.rows, first * kPanel, column),
                               c.data + panelIndex(c.rows, 0, column), piece > 0},
          shape.rows);
    }
}

/// C [rows, columns] (+)= A^T B, with A [depth, rows] and B [depth, columns], all in panels. rows:
/// a multiple of kPanel.
HWY_INLINE void matMulTransposed(const MatMulShape& shape, const Panels<const float*>& a,
                                 const Panels<const float*>& b, const Panels<float*>& c,
                                 bool accumulate) {
  for (std::size_t column = 0; column < shape.columns; column += kTileVectors * kLanes)
    for (std::size_t row = 0; row < shape.rows; row += kPanel)
      forEachRows<kTileRows>(
          MatMulColumns<true>{a.data + row * a.rows, 0, shape.depth,
                              b.data + panelIndex(b.rows, 0, column),
                              c.data + panelIndex(c.rows, row, column), accumulate},
          kPanel);
}

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();

#endif
