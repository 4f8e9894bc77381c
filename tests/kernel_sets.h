#pragma once

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "engine/kernels/kernels.h"
#include "engine/tensor/tensor.h"

/// A set of kernels and how it is tested. Sets that only reorder sums must be exact on integers;
/// those that round get real numbers, on which no two values of a pooling window are equal.
struct KernelSet {
  std::string name;
  const engine::Kernels* kernels = nullptr;
  double tolerance = 0;  ///< of a difference, relative to the rms of the expected values; 0: exact

  /// Test data within [low, high], each a float32.
  std::vector<double> values(std::size_t count, int low, int high, unsigned seed) const {
    std::mt19937 random(seed);
    std::vector<double> result(count);
    for (double& value : result) {
      const auto word = unsigned(random());
      value = tolerance == 0 ? low + int(word % unsigned(high - low + 1))
                             : double(float(low + (high - low) * (word / 4294967296.0)));
    }
    return result;
  }
};

inline std::vector<KernelSet> kernelSets() {
  std::vector<KernelSet> sets;
  for (const engine::Kernels* kernels : engine::availableKernels(engine::ConvMethod::Direct))
    sets.push_back({kernels->name, kernels});
  for (const engine::Kernels* kernels : engine::availableKernels(engine::ConvMethod::Winograd))
    if (kernels != &engine::referenceKernels())
      sets.push_back({std::string(kernels->name) + " Winograd", kernels, 1e-4});
  return sets;
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
