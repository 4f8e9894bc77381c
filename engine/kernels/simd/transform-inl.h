// A small constant matrix times a column of vectors, as straight-line code: zeros vanish, ones cost
// an addition, and rows or columns that differ only in signs share their sums.

#if defined(ENGINE_KERNELS_SIMD_TRANSFORM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ENGINE_KERNELS_SIMD_TRANSFORM_INL_H_
#undef ENGINE_KERNELS_SIMD_TRANSFORM_INL_H_
#else
#define ENGINE_KERNELS_SIMD_TRANSFORM_INL_H_
#endif

#include "engine/kernels/simd/matrix_pairs.h"
#include "engine/kernels/simd/vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {

/// sum (+)= kFactor * x; kFirst starts the sum.
template <bool kFirst>
HWY_INLINE Vector addProduct(float factor, Vector x, Vector sum) {
  if (factor == 1.0f) return kFirst ? x : hn::Add(sum, x);
  if (factor == -1.0f) return kFirst ? hn::Neg(x) : hn::Sub(sum, x);
  const Vector scale = hn::Set(kFloat, factor);
  return kFirst ? hn::Mul(scale, x) : hn::MulAdd(scale, x, sum);
}

/// The sum over those columns of a row that wanted() accepts.
template <const auto& M, std::size_t kRow, winograd::Part kPart, std::size_t kColumn = 0,
          bool kFirst = true>
HWY_INLINE Vector rowSum(const Vector* in, Vector sum) {
  if constexpr (kColumn == M.columns) {
    return kFirst ? hn::Zero(kFloat) : sum;
  } else if constexpr (winograd::isInPart(M, kRow, kColumn, kPart)) {
    return rowSum<M, kRow, kPart, kColumn + 1, false>(
        in, addProduct<kFirst>(M.m[kRow][kColumn], in[kColumn], sum));
  } else {
    return rowSum<M, kRow, kPart, kColumn + 1, kFirst>(in, sum);
  }
}

template <const auto& M, std::size_t kRow = 0>
HWY_INLINE void transformRows(const Vector* in, Vector* out) {
  using winograd::Part;
  const Vector zero = hn::Zero(kFloat);
  if constexpr (kRow < M.rows) {
    if constexpr (winograd::rowsArePaired(M, kRow)) {
      const Vector even = rowSum<M, kRow, Part::Equal>(in, zero);
      const Vector odd = rowSum<M, kRow, Part::Opposite>(in, zero);
      out[kRow] = hn::Add(even, odd);
      out[kRow + 1] = hn::Sub(even, odd);
      transformRows<M, kRow + 2>(in, out);
    } else {
      out[kRow] = rowSum<M, kRow, Part::All>(in, zero);
      transformRows<M, kRow + 1>(in, out);
    }
  }
}

/// Turns the inputs of paired columns into their sum and difference.
template <const auto& M, std::size_t kColumn = 0>
HWY_INLINE void pairInputs(const Vector* in, Vector* paired) {
  if constexpr (kColumn < M.columns) {
    if constexpr (winograd::columnsArePaired(M, kColumn)) {
      paired[kColumn] = hn::Add(in[kColumn], in[kColumn + 1]);
      paired[kColumn + 1] = hn::Sub(in[kColumn], in[kColumn + 1]);
      pairInputs<M, kColumn + 2>(in, paired);
    } else {
      paired[kColumn] = in[kColumn];
      pairInputs<M, kColumn + 1>(in, paired);
    }
  }
}

template <const auto& M>
inline constexpr auto kColumnsReduced = winograd::reducePairedColumns(M);

/// out [rows] = M in [columns]
template <const auto& M>
HWY_INLINE void transform(const Vector* in, Vector* out) {
  if constexpr (winograd::hasPairedRows(M)) {
    transformRows<M>(in, out);
  } else {
    Vector paired[M.columns];
    pairInputs<M>(in, paired);
    transformRows<kColumnsReduced<M>>(paired, out);
  }
}

/// out [rows, rows] = M in [columns, columns] M^T. in(row, column) gives a vector, out(row, column,
/// vector) takes one.
template <const auto& M, typename In, typename Out>
HWY_INLINE void transform2d(const In& in, const Out& out) {
  Vector half[M.rows][M.columns];
  HWY_UNROLL(8)
  for (std::size_t column = 0; column < M.columns; ++column) {
    Vector source[M.columns], target[M.rows];
    HWY_UNROLL(8)
    for (std::size_t row = 0; row < M.columns; ++row) source[row] = in(row, column);
    transform<M>(source, target);
    HWY_UNROLL(8)
    for (std::size_t row = 0; row < M.rows; ++row) half[row][column] = target[row];
  }
  HWY_UNROLL(8)
  for (std::size_t row = 0; row < M.rows; ++row) {
    Vector target[M.rows];
    transform<M>(half[row], target);
    HWY_UNROLL(8)
    for (std::size_t column = 0; column < M.rows; ++column) out(row, column, target[column]);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();

#endif
