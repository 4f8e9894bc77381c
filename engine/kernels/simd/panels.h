#pragma once

#include <cstddef>

namespace engine {

/// A matrix in panels: cut into strips of kPanel columns, each of them contiguous,
///     [columns / kPanel][rows][kPanel].
/// What a register tile reads or writes, however wide the matrix, then lies side by side: rows one
/// below the other would fall into the same few cache sets.
inline constexpr std::size_t kPanel = 32;

/// Where element (row, column) of a matrix with so many rows lies.
constexpr std::size_t panelIndex(std::size_t rows, std::size_t row, std::size_t column) {
  return (column / kPanel * rows + row) * kPanel + column % kPanel;
}

}  // namespace engine
