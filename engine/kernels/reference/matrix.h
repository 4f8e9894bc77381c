#pragma once

#include <Eigen/Core>

namespace engine::reference {

using Eigen::Index;
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline Eigen::Map<Matrix> matrix(float* values, Index rows, Index columns) {
  return {values, rows, columns};
}

inline Eigen::Map<const Matrix> matrix(const float* values, Index rows, Index columns) {
  return {values, rows, columns};
}

}  // namespace engine::reference
