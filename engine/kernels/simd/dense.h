// The dense layer of every compiled target; contracts as in engine/kernels/kernels.h. Included once
// per target, without a guard.

#include <cstdint>

#include "engine/kernels/kernels.h"
#include "hwy/highway.h"

namespace engine {
namespace HWY_NAMESPACE {

void denseForward(const DenseShape&, int images, const float* x, const float* packed,
                  const float* biases, const DenseActivation&, float* y, float* scratch,
                  ThreadPool&) noexcept;

double denseBackward(const DenseShape&, int images, const float* x, const float* y, const float* dy,
                     const DenseActivation&, float* dx, ParameterRef packed, ParameterRef biases,
                     const MomentumRule&, float* scratch, ThreadPool&) noexcept;

void dropoutMask(const Philox&, std::uint64_t base, float keepProbability, std::size_t count,
                 std::uint8_t* keep) noexcept;

}  // namespace HWY_NAMESPACE
}  // namespace engine
