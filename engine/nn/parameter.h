#pragma once

#include <optional>
#include <string>

#include "engine/kernels/kernels.h"
#include "engine/tensor/tensor.h"

namespace engine {

/// A trained tensor and its velocity. Inside the network a dense weight has the layout of the
/// kernel set; outside, everything has the sample's.
class Parameter {
 public:
  Parameter(std::string name, Shape shape);
  /// The weights [in, out] of a dense layer.
  Parameter(std::string name, const DenseShape& shape, const Kernels& kernels);

  const std::string& name() const noexcept { return m_name; }
  const Shape& shape() const noexcept { return m_shape; }
  ParameterRef ref() noexcept { return {m_value.data(), m_velocity.data()}; }
  const float* data() const noexcept { return m_value.data(); }

  Tensor value() const { return unpacked(m_value); }
  Tensor velocity() const { return unpacked(m_velocity); }
  /// Takes a tensor of shape() and sets the velocity to zero.
  void setValue(const Tensor& value);
  /// Takes a tensor of shape().
  void setVelocity(const Tensor& velocity);

 private:
  struct Packing {
    const Kernels* kernels;
    DenseShape shape;
  };

  Tensor unpacked(const Tensor& packed) const;
  void pack(const Tensor& tensor, Tensor& packed) const;

  std::string m_name;
  Shape m_shape;
  std::optional<Packing> m_packing;
  Tensor m_value, m_velocity;
};

}  // namespace engine
