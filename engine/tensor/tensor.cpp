#include "engine/tensor/tensor.h"

#include <sys/mman.h>

#include <algorithm>

namespace engine {
namespace {

constexpr std::align_val_t kAlignment{64};
// Of an x86 or ARM computer. Kernels walk through dozens of places at once, more than small pages
// can be found quickly.
constexpr std::size_t kHugePage = 2 << 20;

// Only a hint: the memory is as good without.
void wantHugePages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
}

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
  ::operator delete[](memory, alignment);
}

Tensor::Tensor(Shape shape) : m_shape(std::move(shape)), m_size(elementCount(m_shape)) {
  const auto bytes = static_cast<std::size_t>(m_size) * sizeof(float);
  const bool isLarge = bytes >= kHugePage;
  const Free free{isLarge ? std::align_val_t{kHugePage} : kAlignment};
  m_data = {static_cast<float*>(::operator new[](bytes, free.alignment)), free};
  if (isLarge) wantHugePages(m_data.get(), bytes);
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
