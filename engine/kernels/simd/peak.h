// Included once per target, without a guard.

#include <cstdint>

#include "hwy/highway.h"

namespace engine {
namespace HWY_NAMESPACE {

/// See Kernels::multiplyAdds.
double multiplyAdds(std::int64_t rounds, float& sum) noexcept;

}  // namespace HWY_NAMESPACE
}  // namespace engine
