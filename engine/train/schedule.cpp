#include "engine/train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/tensor/philox.h"

namespace engine {

std::int64_t totalSteps(const TrainConfig& config, std::int64_t trainCount) {
  const std::int64_t steps = config.epochs * trainCount / config.batchSize;
  return std::min(steps, config.maxSteps.value_or(steps));
}

float learningRateAt(const TrainConfig& config, double base, std::int64_t step,
                     std::int64_t trainCount) {
  const std::int64_t epoch = step * config.batchSize / trainCount;
  return static_cast<float>(base) *
         std::pow(static_cast<float>(config.learningRateDecay), static_cast<float>(epoch));
}

StepRule stepRuleAt(const TrainConfig& config, float learningRate, std::int64_t step) {
  // Every execution of the dropout op reserves its counter range in TensorFlow's stream.
  const std::uint64_t elements =
      static_cast<std::uint64_t>(config.batchSize) * sampleLenet().dense.front().shape.outputs;
  return {.momentum = {.learningRate = learningRate,
                       .momentum = static_cast<float>(config.momentum),
                       .weightDecay = static_cast<float>(config.weightDecay)},
          .keepProbability = static_cast<float>(config.keepProbability),
          .dropout = Philox(config.seed),
          .dropoutCounter = static_cast<std::uint64_t>(step) * elements * kReservedPerOutput};
}

BatchSequence::BatchSequence(const LabeledImages& images, const TrainConfig& config)
    : m_images(images),
      m_batchSize(config.batchSize),
      m_shuffle(config.shuffle),
      m_seed(config.seed) {
  if (!m_shuffle) return;
  m_order.resize(static_cast<std::size_t>(images.count()));
  m_pixels.resize(static_cast<std::size_t>(m_batchSize) * kImagePixels);
  m_labels.resize(static_cast<std::size_t>(m_batchSize));
}

BatchSequence::Batch BatchSequence::at(std::int64_t step) {
  if (m_shuffle) return gather(step);
  // The sample divides by count - batch, which is 0 where one batch is the whole set.
  const std::int64_t range = std::max<std::int64_t>(1, m_images.count() - m_batchSize);
  const auto first = static_cast<std::size_t>(step * m_batchSize % range);
  const auto count = static_cast<std::size_t>(m_batchSize);
  return {std::span(m_images.pixels).subspan(first * kImagePixels, count * kImagePixels),
          std::span(m_images.labels).subspan(first, count)};
}

BatchSequence::Batch BatchSequence::gather(std::int64_t step) {
  const std::int64_t batchesPerEpoch = m_images.count() / m_batchSize;
  shuffleFor(step / batchesPerEpoch);
  const auto first = static_cast<std::size_t>(step % batchesPerEpoch * m_batchSize);
  for (std::size_t i = 0; i < m_labels.size(); ++i) {
    const std::uint32_t image = m_order[first + i];
    std::ranges::copy(m_images.image(image), m_pixels.data() + i * kImagePixels);
    m_labels[i] = m_images.labels[image];
  }
  return {m_pixels, m_labels};
}

void BatchSequence::shuffleFor(std::int64_t epoch) {
  if (epoch == m_epoch) return;
  m_epoch = epoch;
  std::iota(m_order.begin(), m_order.end(), 0u);
  // Fisher and Yates. The key differs from that of the weights and the dropout, and every epoch has
  // a counter range of its own, so that any epoch's order can be made without those before it.
  const Philox random(m_seed, ~Philox::kGraphSeed);
  const std::uint64_t base = static_cast<std::uint64_t>(epoch) << 32;
  for (std::size_t i = m_order.size() - 1; i > 0; --i) {
    const std::uint64_t word = random(base + i)[0];
    std::swap(m_order[i], m_order[word * (i + 1) >> 32]);
  }
}

}  // namespace engine
