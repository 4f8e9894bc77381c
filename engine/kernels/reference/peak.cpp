#include <Eigen/Core>

#include "engine/kernels/reference/reference.h"

namespace engine::reference {

double multiplyAdds(std::int64_t rounds, float& sum) noexcept {
  // Eight variables, spelt out: of an array, GCC at -O2 keeps nothing in registers.
  using Vector = Eigen::Array4f;
  constexpr double kSums = 8, kLanes = 4;
  const Vector half = Vector::Constant(0.5f), one = Vector::Constant(1.0f);
  Vector a = half, b = half, c = half, d = half, e = half, f = half, g = half, h = half;
  for (std::int64_t round = 0; round < rounds; ++round) {
    a = a * half + one;
    b = b * half + one;
    c = c * half + one;
    d = d * half + one;
    e = e * half + one;
    f = f * half + one;
    g = g * half + one;
    h = h * half + one;
  }
  sum = (a + b + c + d + e + f + g + h).sum();
  return 2 * kSums * kLanes * static_cast<double>(rounds);
}

}  // namespace engine::reference
