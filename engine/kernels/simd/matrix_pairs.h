#pragma once

#include <cstddef>

#include "engine/kernels/simd/winograd_matrices.h"

// Compile-time questions about the symmetry of a transform matrix. The points 1, -1, 2, -2, ...
// give rows (or, transposed, columns) j and j + 1 that agree in some places and have opposite signs
// in the others, so that a matrix product can share E and O in E + O and E - O.

namespace engine::winograd {

enum class Part { All, Equal, Opposite };

template <std::size_t kRows, std::size_t kColumns>
constexpr bool rowsArePaired(const Matrix<kRows, kColumns>& a, std::size_t row) {
  if (row + 1 >= kRows) return false;
  bool equal = false, opposite = false;
  for (std::size_t j = 0; j < kColumns; ++j) {
    const float upper = a.m[row][j], lower = a.m[row + 1][j];
    if (upper == 0 && lower == 0) continue;
    if (upper == lower)
      equal = true;
    else if (upper == -lower)
      opposite = true;
    else
      return false;
  }
  return equal && opposite;
}

template <std::size_t kRows, std::size_t kColumns>
constexpr bool hasPairedRows(const Matrix<kRows, kColumns>& a) {
  for (std::size_t i = 0; i < kRows; ++i)
    if (rowsArePaired(a, i)) return true;
  return false;
}

template <std::size_t kRows, std::size_t kColumns>
constexpr bool columnsArePaired(const Matrix<kRows, kColumns>& a, std::size_t column) {
  return rowsArePaired(transpose(a), column);
}

/// Does column j belong to the given part of the pair (row, row + 1)?
template <std::size_t kRows, std::size_t kColumns>
constexpr bool isInPart(const Matrix<kRows, kColumns>& a, std::size_t row, std::size_t j,
                        Part part) {
  if (a.m[row][j] == 0) return false;
  if (part == Part::All) return true;
  return (a.m[row][j] == a.m[row + 1][j]) == (part == Part::Equal);
}

/// The matrix that takes in[j] + in[j + 1] and in[j] - in[j + 1] in place of the inputs of paired
/// columns: each row needs only one of the two.
template <std::size_t kRows, std::size_t kColumns>
constexpr Matrix<kRows, kColumns> reducePairedColumns(Matrix<kRows, kColumns> a) {
  for (std::size_t j = 0; j + 1 < kColumns;) {
    if (!columnsArePaired(a, j)) {
      ++j;
      continue;
    }
    for (std::size_t i = 0; i < kRows; ++i) {
      const bool equal = a.m[i][j] == a.m[i][j + 1];
      a.m[i][j + 1] = equal ? 0 : a.m[i][j];
      a.m[i][j] = equal ? a.m[i][j] : 0;
    }
    j += 2;
  }
  return a;
}

}  // namespace engine::winograd
