// The convolution stages of the sample, a batch of 64 as one block on one thread.

#include <memory>
#include <vector>

#include "engine/nn/network_spec.h"
#include "tests/bench/bench.h"

namespace bench {
namespace {

using engine::ConvStageShape;
using engine::Tensor;

struct Stage {
  Stage(const engine::Kernels& set, const ConvStageShape& stageShape, bool firstLayer)
      : kernels(set), shape(stageShape), first(firstLayer) {
    const Tensor weights = filled(shape.weightCount(), 0.01f);
    kernels.convPrepare(shape, weights.data(), filters.data());
  }

  void forward() {
    kernels.convForward(shape, kImages, x.data(), filters.data(), biases.data(), y.data(),
                        winners.data(), scratch.data());
  }
  void backward() {
    kernels.convBackward(shape, kImages, x.data(), filters.data(), y.data(), winners.data(),
                         dy.data(), first ? nullptr : dx.data(), partial.data(), scratch.data());
  }

  const engine::Kernels& kernels;
  ConvStageShape shape;
  bool first;
  engine::ConvSizes sizes = kernels.convSizes(shape);
  Tensor x = filled(kImages * shape.inputSize(), 0.5f), dx = x;
  Tensor y = filled(kImages * shape.outputSize(), 0), dy = filled(kImages * shape.outputSize(), 1);
  Tensor biases = filled(static_cast<std::size_t>(shape.outChannels), 0.1f);
  Tensor filters = filled(sizes.filters, 0), partial = filled(sizes.partial, 0),
         scratch = filled(sizes.scratch, 0);
  std::vector<std::uint8_t> winners = std::vector<std::uint8_t>(kImages * shape.outputSize());
};

}  // namespace

void addConv(const Contender& contender) {
  const auto spec = engine::sampleLenet();
  for (const engine::ConvSpec& layer : spec.conv) {
    const bool first = &layer == &spec.conv.front();
    const auto make = [&kernels = contender.kernels, shape = layer.shape, first] {
      return std::make_shared<Stage>(kernels, shape, first);
    };
    const double operations =
        2.0 * kImages * static_cast<double>(layer.shape.convSize() * layer.shape.patchSize());
    add(contender, layer.name + " forward", operations,
        [make] { return [stage = make()] { stage->forward(); }; });
    // Gradients of the weights, and of the input where there is a layer before.
    add(contender, layer.name + " backward", operations * (first ? 1 : 2), [make] {
      const auto stage = make();
      stage->forward();
      return [stage] { stage->backward(); };
    });
  }
}

}  // namespace bench
