#include "engine/nn/network_spec.h"

namespace engine {

std::int64_t NetworkSpec::parameterCount() const {
  std::size_t count = 0;
  for (const ConvSpec& layer : conv) count += layer.shape.weightCount() + layer.shape.outChannels;
  for (const DenseSpec& layer : dense) count += layer.shape.weightCount() + layer.shape.outputs;
  return static_cast<std::int64_t>(count);
}

NetworkSpec sampleLenet() {
  constexpr PoolShape kPool{.window = 2, .stride = 2};
  const auto conv = [](int side, int in, int out) {
    return ConvStageShape{.height = side,
                          .width = side,
                          .inChannels = in,
                          .outChannels = out,
                          .kernel = 5,
                          .stride = 1,
                          .pool = kPool};
  };
  return {
      .conv = {{.name = "conv1", .shape = conv(28, 1, 32), .initialBias = 0.0f},
               {.name = "conv2", .shape = conv(14, 32, 64), .initialBias = 0.1f}},
      .dense = {{.name = "fc1",
                 .shape = {7 * 7 * 64, 512},
                 .relu = true,
                 .dropout = true,
                 .initialBias = 0.1f},
                {.name = "fc2", .shape = {512, 10}, .initialBias = 0.1f}},
  };
}

}  // namespace engine
