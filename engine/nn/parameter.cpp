#include "engine/nn/parameter.h"

#include <utility>

namespace engine {

Parameter::Parameter(std::string name, Shape shape)
    : m_name(std::move(name)), m_shape(std::move(shape)), m_value(m_shape), m_velocity(m_shape) {}

Parameter::Parameter(std::string name, const DenseShape& shape, const Kernels& kernels)
    : m_name(std::move(name)),
      m_shape{shape.inputs, shape.outputs},
      m_packing{{&kernels, shape}},
      m_value({static_cast<std::int64_t>(kernels.densePackedSize(shape))}),
      m_velocity(m_value.shape()) {}

Tensor Parameter::unpacked(const Tensor& packed) const {
  if (!m_packing) return packed;
  Tensor result(m_shape);
  m_packing->kernels->denseUnpack(m_packing->shape, packed.data(), result.data());
  return result;
}

void Parameter::pack(const Tensor& tensor, Tensor& packed) const {
  if (m_packing)
    m_packing->kernels->densePack(m_packing->shape, tensor.data(), packed.data());
  else
    packed = tensor;
}

void Parameter::setValue(const Tensor& value) {
  pack(value, m_value);
  m_velocity.fill(0);
}

void Parameter::setVelocity(const Tensor& velocity) {
  pack(velocity, m_velocity);
}

}  // namespace engine
