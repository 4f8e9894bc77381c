#pragma once

#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "engine/kernels/kernels.h"
#include "engine/tensor/tensor.h"

/// What the tests of the kernels share: the sets to test and integer-valued data, on which every
/// sum is exact in float32 whatever its order.

struct KernelSet {
  const engine::Kernels* kernels;
  double tolerance;  ///< of a difference, relative to the rms of the expected values; 0: exact
};

inline std::vector<KernelSet> kernelSets() {
  return {{&engine::referenceKernels(), 0.0}};
}

inline std::vector<double> integers(std::size_t count, int low, int high, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> values(count);
  for (double& value : values) value = low + int(random() % unsigned(high - low + 1));
  return values;
}

inline engine::Tensor tensorOf(const std::vector<double>& values) {
  engine::Tensor tensor({std::int64_t(values.size())});
  for (std::size_t i = 0; i < values.size(); ++i) tensor.data()[i] = float(values[i]);
  return tensor;
}

/// Filled with nan, so that what a kernel should write but does not, or reads but must not, shows.
inline engine::Tensor poisoned(std::size_t size) {
  engine::Tensor tensor({std::int64_t(size)});
  tensor.fill(std::numeric_limits<float>::quiet_NaN());
  return tensor;
}

inline bool matches(const engine::Tensor& actual, const std::vector<double>& expected,
                    double tolerance) {
  if (actual.values().size() != expected.size()) return false;
  double squares = 0;
  for (const double value : expected) squares += value * value;
  const double allowed = tolerance * std::sqrt(squares / double(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!(std::abs(double(actual.data()[i]) - expected[i]) <= allowed)) return false;
  return true;
}
