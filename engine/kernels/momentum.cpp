#include "engine/kernels/momentum.h"

namespace engine {

double momentumUpdate(const MomentumRule& rule, std::size_t count, const float* gradient,
                      float* value, float* velocity) noexcept {
  // Short rows of float sums keep both the speed of a vector and the precision of a double.
  constexpr std::size_t kRow = 256;
  double squares = 0;
  for (std::size_t first = 0; first < count; first += kRow) {
    const std::size_t last = first + kRow < count ? first + kRow : count;
    float rowSquares = 0;
    for (std::size_t i = first; i < last; ++i) {
      const float old = value[i];
      rowSquares += old * old;
      velocity[i] = rule.momentum * velocity[i] + (gradient[i] + rule.weightDecay * old);
      value[i] = old - rule.learningRate * velocity[i];
    }
    squares += static_cast<double>(rowSquares);
  }
  return squares / 2;
}

}  // namespace engine
