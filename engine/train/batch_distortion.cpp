#include "engine/train/batch_distortion.h"

namespace engine {

BatchDistortion::BatchDistortion(const TrainConfig& config, ThreadPool& pool)
    : m_distortion(config.seed), m_pool(pool), m_batchSize(config.batchSize) {
  if (config.distort) m_images.resize(static_cast<std::size_t>(m_batchSize) * kImagePixels);
}

std::span<const std::uint8_t> BatchDistortion::apply(std::span<const std::uint8_t> images,
                                                     std::int64_t step) {
  if (m_images.empty()) return images;
  m_pool.run(static_cast<int>(m_batchSize), [&](int image, int /*worker*/) {
    const auto start = static_cast<std::size_t>(image) * kImagePixels;
    m_distortion.apply(images.subspan(start, kImagePixels),
                       std::span(m_images).subspan(start, kImagePixels),
                       static_cast<std::uint64_t>(step * m_batchSize + image));
  });
  return m_images;
}

}  // namespace engine
