#include "engine/bench/conv_chain.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace engine {
namespace {

constexpr float kStddev = 0.1f;

// Box and Muller's transform: every counter index gives four values, in any order.
void fillNormal(const Philox& random, float stddev, std::size_t first, std::span<float> values) {
  for (std::size_t i = 0; i < values.size(); i += 4) {
    const Philox::Block words = random((first + i) / 4);
    for (std::size_t pair = 0; pair < 4; pair += 2) {
      const float radius =
          stddev * std::sqrt(-2 * std::log(std::max(1e-7f, uniformFloat(words[pair]))));
      const float angle = 2 * std::numbers::pi_v<float> * uniformFloat(words[pair + 1]);
      if (i + pair < values.size()) values[i + pair] = radius * std::sin(angle);
      if (i + pair + 1 < values.size()) values[i + pair + 1] = radius * std::cos(angle);
    }
  }
}

}  // namespace

// Images first .. first + block.count - 1 of the batch; the stages keep them in the thread's place.
struct ConvChain::Part {
  int first;
  ConvStage::Block block;
};

ConvChain::ConvChain(const std::vector<ConvSpec>& stages, const Kernels& kernels, ThreadPool& pool,
                     int batch, const Clock& clock, const std::atomic<bool>* cancelled)
    : m_pool(pool),
      m_clock(clock),
      m_cancelled(cancelled),
      m_batch(batch),
      m_parts(std::min(batch, kParallelParts)),
      m_partImages((batch + m_parts - 1) / m_parts) {
  const int team = std::min(pool.size(), m_parts);
  for (const ConvSpec& stage : stages)
    m_stages.emplace_back(stage, kernels, team * m_partImages, m_parts, team);
  const ConvStageShape &first = stages.front().shape, &last = stages.back().shape;
  m_input = Tensor({batch, first.height, first.width, first.inChannels});
  m_output = Tensor({batch, last.outHeight(), last.outWidth(), last.outChannels});
  m_times.resize(m_parts * m_stages.size());
}

void ConvChain::initialize(std::uint64_t seed) {
  for (std::size_t i = 0; i < m_stages.size() && !isCancelled(); ++i) {
    Tensor weights(m_stages[i].weights().shape());
    fillTruncatedNormal(Philox(seed + i), kStddev, weights.values());
    setWeights(i, weights, Tensor(m_stages[i].biases().shape()));
  }
  const Philox random(seed + m_stages.size());
  const std::size_t size = m_input.values().size();
  constexpr std::size_t kPieces = 64;
  const std::size_t piece = (size / kPieces + 4) / 4 * 4;
  m_pool.run(kPieces, [&](int index, int) {
    if (isCancelled()) return;
    const std::size_t first = std::min(size, index * piece);
    fillNormal(random, kStddev, first,
               m_input.values().subspan(first, std::min(piece, size - first)));
  });
}

void ConvChain::setWeights(std::size_t stage, const Tensor& weights, const Tensor& biases) {
  m_stages[stage].weights().setValue(weights);
  m_stages[stage].biases().setValue(biases);
  m_stages[stage].prepare();
}

ConvChain::Part ConvChain::partOf(int index, int thread) const {
  const int first = m_batch * index / m_parts;
  return {first,
          {.index = index,
           .first = thread * m_partImages,
           .count = m_batch * (index + 1) / m_parts - first,
           .thread = thread}};
}

void ConvChain::forward() {
  m_times.assign(m_times.size(), {});
  m_pool.run(m_parts, [&](int index, int thread) { forward(partOf(index, thread), false); });
}

void ConvChain::forwardBackward() {
  m_times.assign(m_times.size(), {});
  m_pool.run(m_parts, [&](int index, int thread) {
    const Part part = partOf(index, thread);
    forward(part, true);
    backward(part);
  });
  m_pool.run(static_cast<int>(m_stages.size()), [&](int stage, int) {
    if (isCancelled()) return;
    const double start = m_clock.seconds();
    m_stages[stage].sumGradients(m_parts);
    m_times[stage].backward += m_clock.seconds() - start;
  });
}

// What a stage, which counts images from the thread's place, takes for the start of its input.
const float* ConvChain::inputOf(std::size_t stage, const Part& part) const {
  if (stage > 0) return m_stages[stage - 1].output().data();
  return m_input.data() + (part.first - part.block.first) *
                              static_cast<std::ptrdiff_t>(m_stages.front().shape().inputSize());
}

ConvChain::StageTime& ConvChain::timeOf(std::size_t stage, const Part& part) {
  return m_times[part.block.index * m_stages.size() + stage];
}

void ConvChain::forward(const Part& part, bool training) {
  double start = m_clock.seconds();
  for (std::size_t i = 0; i < m_stages.size() && !isCancelled(); ++i) {
    m_stages[i].forward(part.block, inputOf(i, part), training);
    const double end = m_clock.seconds();
    timeOf(i, part).forward = end - std::exchange(start, end);
  }
  const std::size_t size = m_stages.back().shape().outputSize();
  std::copy_n(m_stages.back().output().data() + part.block.first * size, part.block.count * size,
              m_output.data() + part.first * size);
}

void ConvChain::backward(const Part& part) {
  // Half the squared sum has the output itself for gradient.
  const std::size_t size = m_stages.back().shape().outputSize();
  std::copy_n(m_output.data() + part.first * size, part.block.count * size,
              m_stages.back().outputGradient().data() + part.block.first * size);
  double start = m_clock.seconds();
  for (std::size_t i = m_stages.size(); i-- > 0 && !isCancelled();) {
    m_stages[i].backward(part.block, inputOf(i, part),
                         i > 0 ? m_stages[i - 1].outputGradient().data() : nullptr);
    const double end = m_clock.seconds();
    timeOf(i, part).backward = end - std::exchange(start, end);
  }
}

std::vector<ConvChain::StageTime> ConvChain::stageTimes() const {
  std::vector<StageTime> sums(m_stages.size());
  const double threads = std::min(m_pool.size(), m_parts);
  for (std::size_t i = 0; i < m_times.size(); ++i) {
    sums[i % sums.size()].forward += m_times[i].forward / threads;
    sums[i % sums.size()].backward += m_times[i].backward / threads;
  }
  return sums;
}

}  // namespace engine
