#include "engine/nn/layer_statistics.h"

#include <algorithm>
#include <cmath>

namespace engine {

void Histogram::add(float value) noexcept {
  if (!std::isfinite(value) || value < 0) return;
  while (value >= m_binWidth * kBins) {
    for (std::size_t i = 0; i < kBins; ++i)
      m_counts[i] = i < kBins / 2 ? m_counts[2 * i] + m_counts[2 * i + 1] : 0;
    m_binWidth *= 2;
  }
  ++m_counts[static_cast<std::size_t>(value / m_binWidth)];
}

std::vector<LayerStatistics> layerStatistics(ActivationTracer& tracer, const LabeledImages& images,
                                             std::int64_t count,
                                             const std::function<bool()>& abandon) {
  std::vector<LayerStatistics> result;
  std::vector<std::vector<bool>> alive;
  for (const NetworkLayer layer :
       {NetworkLayer::Conv1, NetworkLayer::Conv2, NetworkLayer::Hidden}) {
    const auto channels =
        static_cast<std::size_t>(valuesOf(tracer.activations(), layer).shape().back());
    result.push_back({layer, static_cast<int>(channels)});
    alive.emplace_back(channels);
  }
  count = std::min(count, images.count());
  for (std::int64_t image = 0; image < count; ++image) {
    if (abandon && abandon()) return {};
    const Activations& activations = tracer.trace(images.image(image));
    for (std::size_t i = 0; i < result.size(); ++i) {
      const auto values = valuesOf(activations, result[i].layer).values();
      for (std::size_t place = 0; place < values.size(); ++place) {
        if (!(values[place] > 0)) continue;
        alive[i][place % alive[i].size()] = true;
        result[i].values.add(values[place]);
        result[i].activeShare +=
            1 / static_cast<double>(values.size()) / static_cast<double>(count);
      }
    }
  }
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i].dead = static_cast<int>(std::ranges::count(alive[i], false));
  return result;
}

}  // namespace engine
