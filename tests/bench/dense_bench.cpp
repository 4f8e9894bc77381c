// The dense layers of the sample and the dropout mask, a batch of 64 on one thread.

#include <memory>
#include <vector>

#include "engine/kernels/thread_pool.h"
#include "engine/nn/network_spec.h"
#include "tests/bench/bench.h"

namespace bench {
namespace {

using engine::Tensor;

struct Layer {
  Layer(const engine::Kernels& set, const engine::DenseSpec& layer)
      : kernels(set), shape(layer.shape), activation{.relu = layer.relu} {
    const Tensor plain = filled(shape.weightCount(), 0.01f);
    kernels.densePack(shape, plain.data(), weights.data());
  }

  void forward() {
    kernels.denseForward(shape, kImages, x.data(), weights.data(), biases.data(), activation,
                         y.data(), scratch.data(), pool);
  }
  void backward() {
    kernels.denseBackward(shape, kImages, x.data(), y.data(), dy.data(), activation, dx.data(),
                          {weights.data(), velocity.data()}, {biases.data(), biasVelocity.data()},
                          {.learningRate = 1e-6f, .momentum = 0.9f, .weightDecay = 5e-4f},
                          scratch.data(), pool);
  }

  const engine::Kernels& kernels;
  engine::DenseShape shape;
  engine::DenseActivation activation;
  engine::ThreadPool pool{1};
  std::size_t inputs = static_cast<std::size_t>(kImages) * shape.inputs;
  std::size_t outputs = static_cast<std::size_t>(kImages) * shape.outputs;
  Tensor x = filled(inputs, 0.5f), dx = x;
  Tensor y = filled(outputs, 0), dy = filled(outputs, 0.001f);
  Tensor weights = filled(kernels.densePackedSize(shape), 0), velocity = weights;
  Tensor biases = filled(static_cast<std::size_t>(shape.outputs), 0.1f), biasVelocity = biases;
  Tensor scratch = filled(kernels.denseScratch(shape, kImages), 0);
};

}  // namespace

void addDense(const Contender& contender) {
  for (const engine::DenseSpec& layer : engine::sampleLenet().dense) {
    const auto make = [&kernels = contender.kernels, layer] {
      return std::make_shared<Layer>(kernels, layer);
    };
    const double operations = 2.0 * kImages * static_cast<double>(layer.shape.weightCount());
    add(contender, layer.name + " forward", operations,
        [make] { return [stage = make()] { stage->forward(); }; });
    // Gradients of the weights and of the input, and the update.
    add(contender, layer.name + " backward", operations * 2, [make] {
      const auto stage = make();
      stage->forward();
      return [stage] { stage->backward(); };
    });
  }
  add(contender, "dropout mask", 0, [&kernels = contender.kernels] {
    return [&kernels, mask = std::vector<std::uint8_t>(kImages * 512)]() mutable {
      kernels.dropoutMask(engine::Philox(1), 0, 0.5f, mask.size(), mask.data());
      benchmark::DoNotOptimize(mask.data());
    };
  });
}

}  // namespace bench
