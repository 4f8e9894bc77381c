// The kernel set of every compiled target: Winograd where it fits, else direct, else the reference.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/simd/table.cpp"
#include "hwy/foreach_target.h"

#include <algorithm>

#include "engine/kernels/simd/conv.h"
#include "engine/kernels/simd/dense.h"
#include "engine/kernels/simd/dense_plan.h"
#include "engine/kernels/simd/peak.h"
#include "engine/kernels/simd/table.h"
#include "engine/kernels/simd/targets.h"

#if ENGINE_TARGET_HAS_VECTORS
HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {
namespace {

// A convolution stage is computed by the first method that supports its shape.
template <ConvMethod kMethod>
bool usesWinograd(const ConvStageShape& s) noexcept {
  return kMethod == ConvMethod::Winograd && winogradSupports(s);
}

template <ConvMethod kMethod>
ConvSizes convSizes(const ConvStageShape& s) noexcept {
  if (usesWinograd<kMethod>(s)) return winogradSizes(s);
  if (directSupports(s)) return directSizes(s);
  return referenceKernels().convSizes(s);
}

template <ConvMethod kMethod>
void convPrepare(const ConvStageShape& s, const float* weights, float* filters) noexcept {
  if (usesWinograd<kMethod>(s)) return winogradPrepare(s, weights, filters);
  if (directSupports(s)) return directPrepare(s, weights, filters);
  referenceKernels().convPrepare(s, weights, filters);
}

template <ConvMethod kMethod>
void convForward(const ConvStageShape& s, int images, const float* x, const float* filters,
                 const float* biases, float* y, std::uint8_t* winners, float* scratch) noexcept {
  if (usesWinograd<kMethod>(s))
    return winogradForward(s, images, x, filters, biases, y, winners, scratch);
  if (directSupports(s)) return directForward(s, images, x, filters, biases, y, winners, scratch);
  referenceKernels().convForward(s, images, x, filters, biases, y, winners, scratch);
}

template <ConvMethod kMethod>
void convBackward(const ConvStageShape& s, int images, const float* x, const float* filters,
                  const float* y, const std::uint8_t* winners, const float* dy, float* dx,
                  float* partial, float* scratch) noexcept {
  if (usesWinograd<kMethod>(s))
    return winogradBackward(s, images, x, filters, y, winners, dy, dx, partial, scratch);
  if (directSupports(s))
    return directBackward(s, images, x, filters, y, winners, dy, dx, partial, scratch);
  referenceKernels().convBackward(s, images, x, filters, y, winners, dy, dx, partial, scratch);
}

template <ConvMethod kMethod>
void convGradient(const ConvStageShape& s, int partials, const float* partial,
                  float* weightGradient, float* biasGradient, float* scratch) noexcept {
  if (usesWinograd<kMethod>(s) || directSupports(s))
    return sumGradients(s, partials, partial, weightGradient, biasGradient);
  referenceKernels().convGradient(s, partials, partial, weightGradient, biasGradient, scratch);
}

std::size_t densePackedSize(const DenseShape& s) noexcept {
  return DensePlan(s, 1).packedSize();
}

void densePack(const DenseShape& s, const float* weights, float* packed) noexcept {
  const DensePlan plan(s, 1);
  std::fill_n(packed, plan.packedSize(), 0.0f);
  for (std::size_t input = 0; input < plan.inputs; ++input)
    for (std::size_t output = 0; output < plan.outputs; ++output)
      packed[plan.packedIndex(input, output)] = *weights++;
}

void denseUnpack(const DenseShape& s, const float* packed, float* weights) noexcept {
  const DensePlan plan(s, 1);
  for (std::size_t input = 0; input < plan.inputs; ++input)
    for (std::size_t output = 0; output < plan.outputs; ++output)
      *weights++ = packed[plan.packedIndex(input, output)];
}

std::size_t denseScratch(const DenseShape& s, int images) noexcept {
  const DensePlan plan(s, images);
  return plan.scratchSize() + plan.outputs;
}

template <ConvMethod kMethod>
constexpr Kernels makeTable(const char* name, const char* description) {
  return {.name = name,
          .description = description,
          .convSizes = convSizes<kMethod>,
          .convPrepare = convPrepare<kMethod>,
          .convForward = convForward<kMethod>,
          .convBackward = convBackward<kMethod>,
          .convGradient = convGradient<kMethod>,
          .densePackedSize = densePackedSize,
          .densePack = densePack,
          .denseUnpack = denseUnpack,
          .denseScratch = denseScratch,
          .denseForward = denseForward,
          .denseBackward = denseBackward,
          .dropoutMask = dropoutMask,
          .multiplyAdds = multiplyAdds};
}

}  // namespace

const Kernels& kernelTable(ConvMethod method) {
#if HWY_TARGET == HWY_AVX3
#define ENGINE_KERNELS_NAME "avx512"
#define ENGINE_KERNELS_TEXT "AVX-512"
#elif HWY_TARGET == HWY_AVX2
#define ENGINE_KERNELS_NAME "avx2"
#define ENGINE_KERNELS_TEXT "AVX2"
#elif HWY_TARGET == HWY_SSE4
#define ENGINE_KERNELS_NAME "sse4"
#define ENGINE_KERNELS_TEXT "SSE4"
#elif HWY_TARGET == HWY_NEON
#define ENGINE_KERNELS_NAME "neon"
#define ENGINE_KERNELS_TEXT "NEON"
#else
#define ENGINE_KERNELS_NAME "baseline"
#define ENGINE_KERNELS_TEXT "baseline instructions"
#endif
  static constexpr Kernels winograd = makeTable<ConvMethod::Winograd>(
      ENGINE_KERNELS_NAME, ENGINE_KERNELS_TEXT ", Winograd convolution");
  static constexpr Kernels direct = makeTable<ConvMethod::Direct>(
      ENGINE_KERNELS_NAME, ENGINE_KERNELS_TEXT ", direct convolution");
#undef ENGINE_KERNELS_NAME
#undef ENGINE_KERNELS_TEXT
  return method == ConvMethod::Winograd ? winograd : direct;
}

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace engine {

std::vector<const Kernels*> availableKernels(ConvMethod method) {
  std::vector<const Kernels*> result;
  const std::int64_t supported = hwy::SupportedTargets();
  const auto offer = [&](std::int64_t target, const Kernels& (*table)(ConvMethod)) {
    if (supported & target) result.push_back(&table(method));
  };
#if HWY_TARGETS & HWY_AVX3
  offer(HWY_AVX3, N_AVX3::kernelTable);
#endif
#if HWY_TARGETS & HWY_AVX2
  offer(HWY_AVX2, N_AVX2::kernelTable);
#endif
#if HWY_TARGETS & HWY_SSE4
  offer(HWY_SSE4, N_SSE4::kernelTable);
#endif
#if HWY_TARGETS & HWY_NEON
  offer(HWY_NEON, N_NEON::kernelTable);
#endif
  result.push_back(&referenceKernels());
  return result;
}

}  // namespace engine
#endif
