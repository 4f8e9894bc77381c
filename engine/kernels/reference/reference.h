#pragma once

#include <cstdint>

#include "engine/kernels/kernels.h"

// The textbook operations from which the reference set is composed. One image at a time.

namespace engine::reference {

/// patches [H' * W', kh * kw * in]: the input under every position of the filter, zero outside.
void imageToPatches(const ConvStageShape&, const float* image, float* patches) noexcept;

/// The adjoint of imageToPatches: adds every patch to its place. image is overwritten.
void patchesToImage(const ConvStageShape&, const float* patches, float* image) noexcept;

/// conv [H', W', out] = patches * weights [kh * kw * in, out]
void convolve(const ConvStageShape&, const float* patches, const float* weights,
              float* conv) noexcept;

/// dPatches = dConv * weights^T
void convolveBackwardData(const ConvStageShape&, const float* dConv, const float* weights,
                          float* dPatches) noexcept;

/// gradient [kh * kw * in, out] += patches^T * dConv
void convolveBackwardWeights(const ConvStageShape&, const float* patches, const float* dConv,
                             float* gradient) noexcept;

/// values [rows, channels]: adds the bias, then max(0, x). nan stays nan.
void addBiasAndRelu(int rows, int channels, const float* biases, float* values) noexcept;

/// Max pool of conv into y; winners may be null.
void maxPool(const ConvStageShape&, const float* conv, float* y, std::uint8_t* winners) noexcept;

/// dConv is overwritten: every dy goes to the place that won, if the pooled value is positive (the
/// ReLU lets nothing else through), and adds up where windows overlap.
void maxPoolReluBackward(const ConvStageShape&, const float* y, const std::uint8_t* winners,
                         const float* dy, float* dConv) noexcept;

void denseForward(const DenseShape&, int images, const float* x, const float* weights,
                  const float* biases, const DenseActivation&, float* y, float* scratch,
                  ThreadPool&) noexcept;

double denseBackward(const DenseShape&, int images, const float* x, const float* y, const float* dy,
                     const DenseActivation&, float* dx, ParameterRef weights, ParameterRef biases,
                     const MomentumRule&, float* scratch, ThreadPool&) noexcept;

std::size_t denseScratch(const DenseShape&, int images) noexcept;

double multiplyAdds(std::int64_t rounds, float& sum) noexcept;

}  // namespace engine::reference
