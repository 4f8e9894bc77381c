#include "engine/tensor/tensor.h"

#include <algorithm>
#include <new>

namespace engine {
namespace {

constexpr std::align_val_t kAlignment{64};

}  // namespace

std::string toString(const Shape& shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(shape[i]);
  }
  return text + "]";
}

void Tensor::Free::operator()(float* memory) const noexcept {
  ::operator delete[](memory, kAlignment);
}

Tensor::Tensor(Shape shape) : m_shape(std::move(shape)), m_size(elementCount(m_shape)) {
  const auto bytes = static_cast<std::size_t>(m_size) * sizeof(float);
  m_data.reset(static_cast<float*>(::operator new[](bytes, kAlignment)));
  fill(0.0f);
}

Tensor::Tensor(const Tensor& other) : Tensor() {
  *this = other;
}

Tensor& Tensor::operator=(const Tensor& other) {
  if (this == &other) return *this;
  if (!other.m_data) return *this = Tensor();
  if (m_shape != other.m_shape || !m_data) *this = Tensor(other.m_shape);
  std::ranges::copy(other.values(), data());
  return *this;
}

void Tensor::fill(float value) {
  std::ranges::fill(values(), value);
}

}  // namespace engine
