// The convolution methods of every compiled target; contracts as in engine/kernels/kernels.h.
// Included once per target, without a guard.

#include <cstdint>

#include "engine/kernels/shapes.h"
#include "hwy/highway.h"

namespace engine {
namespace HWY_NAMESPACE {

#define ENGINE_CONV_METHOD(method)                                                               \
  bool method##Supports(const ConvStageShape&) noexcept;                                         \
  ConvSizes method##Sizes(const ConvStageShape&) noexcept;                                       \
  void method##Prepare(const ConvStageShape&, const float* weights, float* filters) noexcept;    \
  void method##Forward(const ConvStageShape&, int images, const float* x, const float* filters,  \
                       const float* biases, float* y, std::uint8_t* winners,                     \
                       float* scratch) noexcept;                                                 \
  void method##Backward(const ConvStageShape&, int images, const float* x, const float* filters, \
                        const float* y, const std::uint8_t* winners, const float* dy, float* dx, \
                        float* partial, float* scratch) noexcept;

ENGINE_CONV_METHOD(direct)
ENGINE_CONV_METHOD(winograd)
#undef ENGINE_CONV_METHOD

/// The partial sums of both methods are the gradients themselves.
void sumGradients(const ConvStageShape&, int partials, const float* partial, float* weightGradient,
                  float* biasGradient) noexcept;

}  // namespace HWY_NAMESPACE
}  // namespace engine
