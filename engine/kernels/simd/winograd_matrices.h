#pragma once

#include <cstddef>

// The Cook-Toom matrices of Winograd's minimal filtering F(m x m, r x r): a tile of m x m outputs
// of an r x r correlation from a patch of alpha x alpha inputs, alpha = m + r - 1,
//     Y = A^T [ (G g G^T) . (B^T d B) ] A
// with d the patch, g the filter, "." the product of elements. Every entry is exact in float or a
// fraction of small integers. Source: Lavin and Gray, "Fast algorithms for convolutional neural
// networks", arXiv 1509.09308 (2015); for F(4x4, 5x5) A. Lavin in NNPACK issue 12 (2016).

namespace engine::winograd {

template <std::size_t kRows, std::size_t kColumns>
struct Matrix {
  static constexpr std::size_t rows = kRows, columns = kColumns;
  float m[kRows][kColumns];
};

template <std::size_t kRows, std::size_t kColumns>
constexpr Matrix<kColumns, kRows> transpose(const Matrix<kRows, kColumns>& a) {
  Matrix<kColumns, kRows> result{};
  for (std::size_t i = 0; i < kRows; ++i)
    for (std::size_t j = 0; j < kColumns; ++j) result.m[j][i] = a.m[i][j];
  return result;
}

/// F(4x4, 5x5), interpolation points 0, 1, -1, 2, -2, 1/2, -1/2, infinity.
struct F4x5 {
  static constexpr int kTile = 4, kKernel = 5, kPatch = 8;

  static constexpr Matrix<8, 8> kBT{{{1, 0, -5.25f, 0, 5.25f, 0, -1, 0},
                                     {0, 1, 1, -4.25f, -4.25f, 1, 1, 0},
                                     {0, -1, 1, 4.25f, -4.25f, -1, 1, 0},
                                     {0, 0.5f, 0.25f, -2.5f, -1.25f, 2, 1, 0},
                                     {0, -0.5f, 0.25f, 2.5f, -1.25f, -2, 1, 0},
                                     {0, 2, 4, -2.5f, -5, 0.5f, 1, 0},
                                     {0, -2, 4, 2.5f, -5, -0.5f, 1, 0},
                                     {0, -1, 0, 5.25f, 0, -5.25f, 0, 1}}};

  static constexpr Matrix<8, 5> kG{{{1, 0, 0, 0, 0},
                                    {-2 / 9.f, -2 / 9.f, -2 / 9.f, -2 / 9.f, -2 / 9.f},
                                    {-2 / 9.f, 2 / 9.f, -2 / 9.f, 2 / 9.f, -2 / 9.f},
                                    {1 / 90.f, 1 / 45.f, 2 / 45.f, 4 / 45.f, 8 / 45.f},
                                    {1 / 90.f, -1 / 45.f, 2 / 45.f, -4 / 45.f, 8 / 45.f},
                                    {32 / 45.f, 16 / 45.f, 8 / 45.f, 4 / 45.f, 2 / 45.f},
                                    {32 / 45.f, -16 / 45.f, 8 / 45.f, -4 / 45.f, 2 / 45.f},
                                    {0, 0, 0, 0, 1}}};

  static constexpr Matrix<4, 8> kAT{{{1, 1, 1, 1, 1, 1, 1, 0},
                                     {0, 1, -1, 2, -2, 0.5f, -0.5f, 0},
                                     {0, 1, 1, 4, 4, 0.25f, 0.25f, 0},
                                     {0, 1, -1, 8, -8, 0.125f, -0.125f, 1}}};
};

/// F(4x4, 3x3), interpolation points 0, 1, -1, 2, -2, infinity.
struct F4x3 {
  static constexpr int kTile = 4, kKernel = 3, kPatch = 6;

  static constexpr Matrix<6, 6> kBT{{{4, 0, -5, 0, 1, 0},
                                     {0, -4, -4, 1, 1, 0},
                                     {0, 4, -4, -1, 1, 0},
                                     {0, -2, -1, 2, 1, 0},
                                     {0, 2, -1, -2, 1, 0},
                                     {0, 4, 0, -5, 0, 1}}};

  static constexpr Matrix<6, 3> kG{{{1 / 4.f, 0, 0},
                                    {-1 / 6.f, -1 / 6.f, -1 / 6.f},
                                    {-1 / 6.f, 1 / 6.f, -1 / 6.f},
                                    {1 / 24.f, 1 / 12.f, 1 / 6.f},
                                    {1 / 24.f, -1 / 12.f, 1 / 6.f},
                                    {0, 0, 1}}};

  static constexpr Matrix<4, 6> kAT{
      {{1, 1, 1, 1, 1, 0}, {0, 1, -1, 2, -2, 0}, {0, 1, 1, 4, 4, 0}, {0, 1, -1, 8, -8, 1}}};
};

/// The matrices of the adjoint (backward) passes.
template <typename F>
inline constexpr auto kB = transpose(F::kBT);
template <typename F>
inline constexpr auto kGT = transpose(F::kG);
template <typename F>
inline constexpr auto kA = transpose(F::kAT);

}  // namespace engine::winograd
