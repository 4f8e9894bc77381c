#pragma once

#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <string>
#include <vector>

namespace engine {

/// Dimensions of a tensor, outermost first: images are [N, H, W, C], convolution filters
/// [kh, kw, in, out], dense weights [in, out].
using Shape = std::vector<std::int64_t>;

inline std::int64_t elementCount(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

/// "[5, 5, 1, 32]", as TensorFlow prints it.
std::string toString(const Shape& shape);

}  // namespace engine
