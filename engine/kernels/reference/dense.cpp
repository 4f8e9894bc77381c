#include <Eigen/Core>
#include <algorithm>
#include <array>

#include "engine/kernels/momentum.h"
#include "engine/kernels/reference/matrix.h"
#include "engine/kernels/reference/reference.h"
#include "engine/kernels/thread_pool.h"

namespace engine::reference {
namespace {

// The work is cut into this many pieces whatever the number of threads, so that no sum depends on
// it.
constexpr int kBlocks = kParallelParts;

struct Range {
  int first, count;
};

Range blockOf(int total, int block) {
  const int first = total * block / kBlocks;
  return {first, total * (block + 1) / kBlocks - first};
}

void activate(int outputs, int row, const float* biases, const DenseActivation& activation,
              float* y) noexcept {
  for (int i = 0; i < outputs; ++i) {
    float value = y[i] + biases[i];
    if (activation.relu && value < 0.0f) value = 0.0f;
    if (activation.keepMask) {
      const bool keep = activation.keepMask[static_cast<std::size_t>(row) * outputs + i] != 0;
      value = keep ? value * activation.keepScale : 0.0f;
    }
    y[i] = value;
  }
}

// The gradient in front of the activation.
void activationBackward(std::size_t count, const float* y, const float* dy,
                        const DenseActivation& activation, float* dz) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const bool stopped =
        (activation.relu && !(y[i] > 0.0f)) || (activation.keepMask && activation.keepMask[i] == 0);
    dz[i] = stopped ? 0.0f : dy[i] * activation.keepScale;
  }
}

}  // namespace

void denseForward(const DenseShape& s, int images, const float* x, const float* weights,
                  const float* biases, const DenseActivation& activation, float* y, float*,
                  ThreadPool& pool) noexcept {
  pool.run(kBlocks, [&](int block, int) {
    const auto [first, count] = blockOf(s.outputs, block);
    if (count == 0) return;
    matrix(y, images, s.outputs).middleCols(first, count).noalias() =
        matrix(x, images, s.inputs) * matrix(weights, s.inputs, s.outputs).middleCols(first, count);
  });
  for (int image = 0; image < images; ++image)
    activate(s.outputs, image, biases, activation, y + static_cast<std::size_t>(image) * s.outputs);
}

std::size_t denseScratch(const DenseShape& s, int images) noexcept {
  return static_cast<std::size_t>(images) * s.outputs + s.weightCount() + s.outputs;
}

double denseBackward(const DenseShape& s, int images, const float* x, const float* y,
                     const float* dy, const DenseActivation& activation, float* dx,
                     ParameterRef weights, ParameterRef biases, const MomentumRule& rule,
                     float* scratch, ThreadPool& pool) noexcept {
  const auto outputCount = static_cast<std::size_t>(images) * s.outputs;
  float* dz = scratch;
  float* weightGradient = dz + outputCount;
  float* biasGradient = weightGradient + s.weightCount();
  activationBackward(outputCount, y, dy, activation, dz);

  std::array<double, kBlocks> halfSquares{};
  pool.run(kBlocks, [&](int block, int) {
    const auto [first, count] = blockOf(s.inputs, block);
    if (count == 0) return;
    const auto offset = static_cast<std::size_t>(first) * s.outputs;
    const auto gradient = matrix(dz, images, s.outputs);
    if (dx)
      matrix(dx, images, s.inputs).middleCols(first, count).noalias() =
          gradient * matrix(weights.value + offset, count, s.outputs).transpose();
    matrix(weightGradient + offset, count, s.outputs).noalias() =
        matrix(x, images, s.inputs).middleCols(first, count).transpose() * gradient;
    halfSquares[static_cast<std::size_t>(block)] =
        momentumUpdate(rule, static_cast<std::size_t>(count) * s.outputs, weightGradient + offset,
                       weights.value + offset, weights.velocity + offset);
  });

  std::fill_n(biasGradient, s.outputs, 0.0f);
  for (int image = 0; image < images; ++image)
    for (int i = 0; i < s.outputs; ++i)
      biasGradient[i] += dz[static_cast<std::size_t>(image) * s.outputs + i];
  double sum = momentumUpdate(rule, static_cast<std::size_t>(s.outputs), biasGradient, biases.value,
                              biases.velocity);
  for (const double half : halfSquares) sum += half;
  return sum;
}

}  // namespace engine::reference
