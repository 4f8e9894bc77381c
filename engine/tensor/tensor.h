#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "engine/tensor/shape.h"

namespace engine {

/// A dense float32 array that owns its memory: row-major (last index contiguous), 64-byte aligned,
/// zero when made. Large ones lie in huge pages where the system has them. Copies are deep.
class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(Shape shape);
  Tensor(const Tensor& other);
  Tensor& operator=(const Tensor& other);
  Tensor(Tensor&&) noexcept = default;
  Tensor& operator=(Tensor&&) noexcept = default;

  const Shape& shape() const noexcept { return m_shape; }
  std::int64_t size() const noexcept { return m_size; }
  float* data() noexcept { return m_data.get(); }
  const float* data() const noexcept { return m_data.get(); }
  std::span<float> values() noexcept { return {data(), static_cast<std::size_t>(m_size)}; }
  std::span<const float> values() const noexcept {
    return {data(), static_cast<std::size_t>(m_size)};
  }
  void fill(float value);

 private:
  struct Free {
    std::align_val_t alignment;
    void operator()(float* memory) const noexcept;
  };

  Shape m_shape;
  std::int64_t m_size = 0;
  std::unique_ptr<float[], Free> m_data;
};

/// A tensor under the name by which files know it.
struct NamedTensor {
  std::string name;
  Tensor tensor;
};

/// The parameters of a network under the sample's variable names and in its layouts:
/// conv1_weights [5, 5, 1, 32], conv1_biases [32], conv2_weights [5, 5, 32, 64], conv2_biases [64],
/// fc1_weights [3136, 512], fc1_biases [512], fc2_weights [512, 10], fc2_biases [10].
using Weights = std::vector<NamedTensor>;

}  // namespace engine
