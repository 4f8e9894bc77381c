// Gradients and update of a dense layer in one pass over the weights. For a few inputs at a time:
//   dX^T [inputs][images] = W dY^T         by the old weights,
//   dW   [inputs][outputs] = X^T dY        finished in registers, where the update follows at once.
// The gradient is never stored; weights and velocity are read and written once.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/simd/dense_backward.cpp"
#include "hwy/foreach_target.h"

#include <array>
#include <cstring>

#include "engine/kernels/momentum.h"
#include "engine/kernels/simd/dense.h"
#include "engine/kernels/simd/dense_plan.h"
#include "engine/kernels/simd/targets.h"
#include "engine/kernels/simd/vector-inl.h"
#include "engine/kernels/thread_pool.h"

#if ENGINE_TARGET_HAS_VECTORS
HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {
namespace {

// Inputs that are worked on together. 7 x 4 sums fill 32 registers, 6 x 2 fill 16.
constexpr int kInputs = kManyRegisters ? 7 : 6;
constexpr int kVectors = kManyRegisters ? 4 : 2;

struct Task {
  DensePlan plan;
  const float* x;
  float* dxTransposed;  // null: not wanted
  const float* panels;
  const float* gradientTransposed;
  ParameterRef packed;
  MomentumRule rule;
};

// Asks for the cache lines of kRows inputs and one block of outputs before they are used. A block's
// neighbours lie far apart, so the processor does not foresee the next one.
template <int kRows>
HWY_INLINE void prefetchBlock(const float* block) {
  HWY_UNROLL(16)
  for (int r = 0; r < kRows; ++r) hwy::Prefetch(block + r * kBlock);
}

// dX^T of kRows inputs for kColumns vectors of images.
template <int kRows, int kColumns>
HWY_INLINE void inputGradientTile(const Task& t, std::size_t input, std::size_t image) {
  const DensePlan& plan = t.plan;
  Tile<kRows, kColumns> tile;
  tile.clear();
  constexpr std::size_t kBlocksAhead = 2;
  const float* weights = t.packed.value + input * kBlock;
  for (std::size_t block = 0; block < plan.blocks; ++block, weights += plan.blockStride()) {
    prefetchBlock<kRows>(weights + kBlocksAhead * plan.blockStride());
    tile.multiplyAdd(weights, kBlock, 1,
                     t.gradientTransposed + block * kBlock * plan.imageStride + image,
                     plan.imageStride, kBlock);
  }
  tile.store(t.dxTransposed + input * plan.imageStride + image, plan.imageStride);
}

// The velocity and value of one vector of weights move by its finished gradient. Returns the
// squares of the old values.
HWY_INLINE Vector updateVector(const MomentumRule& rule, Vector gradient, float* value,
                               float* velocity) {
  const Vector old = hn::LoadU(kFloat, value);
  const Vector decayed = hn::MulAdd(hn::Set(kFloat, rule.weightDecay), old, gradient);
  const Vector moved =
      hn::MulAdd(hn::Set(kFloat, rule.momentum), hn::LoadU(kFloat, velocity), decayed);
  hn::StoreU(moved, kFloat, velocity);
  hn::StoreU(hn::NegMulAdd(hn::Set(kFloat, rule.learningRate), moved, old), kFloat, value);
  return hn::Mul(old, old);
}

// dW of kRows inputs and kColumns vectors of outputs, and its update. offset: of the first weight.
template <int kRows, int kColumns>
HWY_INLINE Vector updateTile(const Task& t, std::size_t input, const float* panel,
                             std::size_t offset, Vector squares) {
  const DensePlan& plan = t.plan;
  Tile<kRows, kColumns> tile;
  tile.clear();
  for (std::size_t block = 0; block * kBlock < kColumns * kLanes; ++block)
    prefetchBlock<kRows>(t.packed.velocity + offset + block * plan.blockStride());
  tile.multiplyAdd(t.x + input, 1, plan.inputs, panel, plan.panelWidth, plan.images);
  const Blocked columns{plan.blockStride()};
  HWY_UNROLL(16)
  for (int v = 0; v < kColumns; ++v) HWY_UNROLL(16)
  for (int r = 0; r < kRows; ++r) {
    const std::size_t place = offset + columns(v) + r * kBlock;
    squares = hn::Add(squares, updateVector(t.rule, tile.sum[r][v], t.packed.value + place,
                                            t.packed.velocity + place));
  }
  return squares;
}

struct InputRows {
  const Task& task;
  double& squares;

  template <int kRows>
  HWY_INLINE void rows(std::size_t first) const {
    const DensePlan& plan = task.plan;
    if (task.dxTransposed) {
      std::size_t image = 0;
      for (; image + kVectors * kLanes <= plan.imageStride; image += kVectors * kLanes)
        inputGradientTile<kRows, kVectors>(task, first, image);
      for (; image < plan.imageStride; image += kLanes)
        inputGradientTile<kRows, 1>(task, first, image);
    }
    Vector sum = hn::Zero(kFloat);
    for (std::size_t output = 0; output < plan.paddedOutputs(); output += plan.panelWidth) {
      const float* panel = task.panels + output * plan.images;
      std::size_t column = 0;
      for (; column + kVectors * kLanes <= plan.panelWidth; column += kVectors * kLanes)
        sum = updateTile<kRows, kVectors>(task, first, panel + column,
                                          plan.packedIndex(first, output + column), sum);
      for (; column < plan.panelWidth; column += kLanes)
        sum = updateTile<kRows, 1>(task, first, panel + column,
                                   plan.packedIndex(first, output + column), sum);
    }
    squares += static_cast<double>(hn::GetLane(hn::SumOfLanes(kFloat, sum)));
  }
};

// dX [images, inputs] from its transpose, for one range of inputs.
void transposeBack(const DensePlan& plan, std::size_t begin, std::size_t end,
                   const float* transposed, float* dx) noexcept {
  constexpr std::size_t kPiece = 16;  // inputs whose cache lines are in use at a time
  for (std::size_t first = begin; first < end; first += kPiece) {
    const std::size_t last = first + kPiece < end ? first + kPiece : end;
    for (std::size_t image = 0; image < plan.images; ++image)
      for (std::size_t input = first; input < last; ++input)
        dx[image * plan.inputs + input] = transposed[input * plan.imageStride + image];
  }
}

double backwardRange(const Task& task, int range, float* dx) noexcept {
  const std::size_t begin = task.plan.rangeBegin(range);
  const std::size_t end = task.plan.rangeBegin(range + 1);
  Task own = task;
  own.x += begin;
  own.packed.value += begin * kBlock;
  own.packed.velocity += begin * kBlock;
  if (dx) own.dxTransposed += begin * task.plan.imageStride;
  double squares = 0;
  forEachRows<kInputs>(InputRows{own, squares}, end - begin);
  if (dx) transposeBack(task.plan, begin, end, task.dxTransposed, dx);
  return squares;
}

// The gradient in front of the activation, in both layouts; the bias gradient is its sum.
void spreadGradient(const DensePlan& plan, const float* y, const float* dy,
                    const DenseActivation& activation, float* panels, float* transposed,
                    float* biasGradient) noexcept {
  std::memset(panels, 0, plan.images * plan.paddedOutputs() * sizeof(float));
  std::memset(transposed, 0, plan.paddedOutputs() * plan.imageStride * sizeof(float));
  for (std::size_t image = 0; image < plan.images; ++image)
    for (std::size_t first = 0; first < plan.outputs; first += plan.panelWidth) {
      const std::size_t last =
          first + plan.panelWidth < plan.outputs ? first + plan.panelWidth : plan.outputs;
      float* panel = panels + first * plan.images + image * plan.panelWidth - first;
      for (std::size_t output = first; output < last; ++output) {
        const std::size_t i = image * plan.outputs + output;
        const bool stopped = (activation.relu && !(y[i] > 0.0f)) ||
                             (activation.keepMask && activation.keepMask[i] == 0);
        const float gradient = stopped ? 0.0f : dy[i] * activation.keepScale;
        panel[output] = gradient;
        transposed[output * plan.imageStride + image] = gradient;
        biasGradient[output] += gradient;
      }
    }
}

}  // namespace

double denseBackward(const DenseShape& shape, int images, const float* x, const float* y,
                     const float* dy, const DenseActivation& activation, float* dx,
                     ParameterRef packed, ParameterRef biases, const MomentumRule& rule,
                     float* scratch, ThreadPool& pool) noexcept {
  const DensePlan plan(shape, images);
  float* transposed = scratch + plan.transposedOffset();
  float* biasGradient = scratch + plan.scratchSize();
  std::memset(biasGradient, 0, plan.outputs * sizeof(float));
  spreadGradient(plan, y, dy, activation, scratch, transposed, biasGradient);

  const Task task{plan,    x,          dx ? scratch + plan.inputGradientOffset() : nullptr,
                  scratch, transposed, packed,
                  rule};
  std::array<double, DensePlan::kRanges> squares{};
  pool.run(
      DensePlan::kRanges, [&](int range, int) { squares[range] = backwardRange(task, range, dx); },
      plan.multiplyAdds());

  double halfSquares =
      momentumUpdate(rule, plan.outputs, biasGradient, biases.value, biases.velocity);
  for (const double sum : squares) halfSquares += sum / 2;
  return halfSquares;
}

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();
#endif
