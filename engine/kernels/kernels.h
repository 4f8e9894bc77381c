#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/kernels/shapes.h"
#include "engine/tensor/philox.h"

namespace engine {

class ThreadPool;

/// Momentum SGD as TensorFlow's MomentumOptimizer does it:
/// v = momentum * v + (gradient + weightDecay * w);  w = w - learningRate * v.
struct MomentumRule {
  float learningRate = 0;
  float momentum = 0;
  float weightDecay = 0;
};

/// A parameter and its velocity (TensorFlow's slot "Momentum").
struct ParameterRef {
  float* value;
  float* velocity;
};

/// What follows the matrix product of a dense layer.
struct DenseActivation {
  bool relu = false;
  float keepScale = 1;                     ///< 1 / keep probability
  const std::uint8_t* keepMask = nullptr;  ///< [N, outputs], 1 = keep; null: no dropout
};

/// One set of the hot loops. All pointers are float32, row-major; activations are channels-last
/// [N, H, W, C]. Arrays start 64-byte aligned, but a block of images, a partial sum or a thread's
/// scratch may start at any float of one. Nothing allocates, throws or keeps state; scratch memory
/// comes from the caller in the sizes that *Sizes() name (in floats). Results do not depend on the
/// number of threads. A nan in weights or biases makes nan of every output that they reach: no ReLU
/// hides it.
struct Kernels {
  const char* name;         ///< "reference", "avx2", ...
  const char* description;  ///< for people

  // Convolution stage: convolution (SAME), bias, ReLU, max pool. Called for a block of images by
  // one thread.

  ConvSizes (*convSizes)(const ConvStageShape&) noexcept;

  /// Brings weights [kh, kw, in, out] into the form that the passes read (filters).
  void (*convPrepare)(const ConvStageShape&, const float* weights, float* filters) noexcept;

  /// x [N, H, W, in] -> y [N, H', W', out]. winners [N, H', W', out] gets, per pooled value, the
  /// place of the maximum in its window (row * window + column; the first one wins a tie; any place
  /// where y is 0, as no gradient passes there), and may be null when no backward pass follows.
  void (*convForward)(const ConvStageShape&, int images, const float* x, const float* filters,
                      const float* biases, float* y, std::uint8_t* winners,
                      float* scratch) noexcept;

  /// dy is the gradient for y, without the mask of the ReLU. dx may be null (first layer). partial
  /// is overwritten with this block's sum of gradients, in a form of the kernel set's own.
  void (*convBackward)(const ConvStageShape&, int images, const float* x, const float* filters,
                       const float* y, const std::uint8_t* winners, const float* dy, float* dx,
                       float* partial, float* scratch) noexcept;

  /// Adds up the partial sums in their order: gradient [kh, kw, in, out] and [out].
  void (*convGradient)(const ConvStageShape&, int partials, const float* partial,
                       float* weightGradient, float* biasGradient, float* scratch) noexcept;

  // Dense layer: y = activation(x W + b). Called once for the whole batch; splits the work itself.
  // Weights and their velocity are kept in a layout of the kernel set's own ("packed").

  std::size_t (*densePackedSize)(const DenseShape&) noexcept;
  /// weights [in, out] to and from that layout.
  void (*densePack)(const DenseShape&, const float* weights, float* packed) noexcept;
  void (*denseUnpack)(const DenseShape&, const float* packed, float* weights) noexcept;

  std::size_t (*denseScratch)(const DenseShape&, int images) noexcept;

  /// x [N, in] -> y [N, out]; weights packed.
  void (*denseForward)(const DenseShape&, int images, const float* x, const float* weights,
                       const float* biases, const DenseActivation&, float* y, float* scratch,
                       ThreadPool&) noexcept;

  /// Gradients and update in one go: dy [N, out] -> dx [N, in] (by the old weights; may be null),
  /// then weights and biases move by the rule. Returns the sum of squares / 2 of the old weights
  /// and biases.
  double (*denseBackward)(const DenseShape&, int images, const float* x, const float* y,
                          const float* dy, const DenseActivation&, float* dx, ParameterRef weights,
                          ParameterRef biases, const MomentumRule&, float* scratch,
                          ThreadPool&) noexcept;

  /// keep[i] = 1 where the sample's dropout keeps element i of an execution that starts at counter
  /// index base: floor(keepProbability + u) == 1, u from word i mod 4 of index base + i / 4.
  void (*dropoutMask)(const Philox&, std::uint64_t base, float keepProbability, std::size_t count,
                      std::uint8_t* keep) noexcept;

  /// For measurements: so many rounds of multiply-adds in registers, the fastest that the set's
  /// instructions allow. Returns the number of floating-point operations, two per multiply-add; sum
  /// gets a value that depends on all of them.
  double (*multiplyAdds)(std::int64_t rounds, float& sum) noexcept;
};

/// The readable set, on Eigen; the oracle for the others.
const Kernels& referenceKernels();

/// How a convolution is computed where there is a choice.
enum class ConvMethod {
  Winograd,  ///< fewer multiplications; rounding errors of about 1e-6 of the values
  Direct,    ///< every multiplication of the definition
};

/// The kernel sets that this computer can run, fastest first; the reference set is the last.
std::vector<const Kernels*> availableKernels(ConvMethod method = ConvMethod::Winograd);

/// The set of that name ("avx512", "avx2", "sse4", "neon", "reference"); an empty name asks the
/// environment variable BURSTLAB_KERNELS and, if that is empty too, takes the fastest. Throws Error
/// naming the sets that can be had.
const Kernels& selectKernels(const std::string& name = {},
                             ConvMethod method = ConvMethod::Winograd);

}  // namespace engine
