#include "engine/bench/alexnet.h"

namespace engine {
namespace {

// The pool of a stage is called by the number of its convolution.
std::string poolName(const ConvSpec& stage) {
  return "pool" + stage.name.substr(stage.name.find_first_of("0123456789"));
}

bool hasPool(const ConvSpec& stage) {
  return stage.shape.pool.window > 1;
}

}  // namespace

std::vector<ConvSpec> alexnetStages() {
  constexpr PoolShape kPool{.window = 3, .stride = 2}, kNone{};
  const auto stage = [](const char* name, int side, int in, int out, int kernel, int stride,
                        PoolShape pool) {
    return ConvSpec{.name = name,
                    .shape = {.height = side,
                              .width = side,
                              .inChannels = in,
                              .outChannels = out,
                              .kernel = kernel,
                              .stride = stride,
                              .pool = pool},
                    .initialBias = 0};
  };
  return {stage("conv1", 224, 3, 64, 11, 4, kPool), stage("conv2", 27, 64, 192, 5, 1, kPool),
          stage("conv3", 13, 192, 384, 3, 1, kNone), stage("conv4", 13, 384, 256, 3, 1, kNone),
          stage("conv5", 13, 256, 256, 3, 1, kPool)};
}

std::vector<BenchLayer> layersOf(const std::vector<ConvSpec>& stages) {
  std::vector<BenchLayer> layers;
  for (const ConvSpec& stage : stages) {
    const ConvStageShape& s = stage.shape;
    layers.push_back({stage.name, {s.convHeight(), s.convWidth(), s.outChannels}});
    if (hasPool(stage))
      layers.push_back({poolName(stage), {s.outHeight(), s.outWidth(), s.outChannels}});
  }
  return layers;
}

std::string stageName(const ConvSpec& stage) {
  return hasPool(stage) ? stage.name + " + " + poolName(stage) : stage.name;
}

double forwardOperations(const ConvStageShape& stage, int images) {
  return 2.0 * images * static_cast<double>(stage.convSize() * stage.patchSize());
}

double backwardOperations(const ConvStageShape& stage, int images, bool isFirst) {
  return forwardOperations(stage, images) * (isFirst ? 1 : 2);
}

}  // namespace engine
