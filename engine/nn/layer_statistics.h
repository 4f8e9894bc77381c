#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/nn/unit_explanation.h"

namespace engine {

/// Counts of numbers >= 0 in equal bins from 0 on. The bins grow wider, two becoming one, when a
/// number comes that lies behind the last.
class Histogram {
 public:
  static constexpr std::size_t kBins = 32;

  void add(float value) noexcept;

  const std::array<std::int64_t, kBins>& counts() const noexcept { return m_counts; }
  float binWidth() const noexcept { return m_binWidth; }

 private:
  std::array<std::int64_t, kBins> m_counts{};
  float m_binWidth = 1.0f / 64;
};

/// What a layer with a ReLU did over many images.
struct LayerStatistics {
  NetworkLayer layer = NetworkLayer::Conv1;
  int channels = 0;        ///< maps of a convolution, units of a dense layer
  int dead = 0;            ///< channels that no image made greater than 0
  double activeShare = 0;  ///< of all numbers, that were greater than 0
  Histogram values = {};   ///< of those
};

/// Of conv1, conv2 and the dense layer, over the first count images. Empty if abandon, asked
/// between two images, says true.
std::vector<LayerStatistics> layerStatistics(ActivationTracer& tracer, const LabeledImages& images,
                                             std::int64_t count,
                                             const std::function<bool()>& abandon = {});

}  // namespace engine
