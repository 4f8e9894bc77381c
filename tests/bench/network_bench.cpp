// Whole steps and evaluations of the sample's network on images of noise.

#include <memory>
#include <random>
#include <set>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/nn/network.h"
#include "tests/bench/bench.h"

namespace bench {
namespace {

// One pass through the network by the definition of its layers.
double forwardOperations(const engine::NetworkSpec& spec, int images) {
  std::size_t multiplyAdds = 0;
  for (const auto& layer : spec.conv)
    multiplyAdds += layer.shape.convSize() * layer.shape.patchSize();
  for (const auto& layer : spec.dense) multiplyAdds += layer.shape.weightCount();
  return 2.0 * images * static_cast<double>(multiplyAdds);
}

// Forward, weights and input; nobody asks for the gradient of the first layer's input.
double stepOperations(const engine::NetworkSpec& spec) {
  const engine::ConvStageShape& first = spec.conv.front().shape;
  return 3 * forwardOperations(spec, kImages) -
         2.0 * kImages * static_cast<double>(first.convSize() * first.patchSize());
}

struct Trained {
  Trained(const engine::Kernels& kernels, int threads, int images)
      : pool(threads), network(engine::sampleLenet(), kernels, pool, images) {
    network.initialize(66478);
    std::mt19937 random(1);
    pixels.resize(static_cast<std::size_t>(images) * engine::kImagePixels);
    labels.resize(static_cast<std::size_t>(images));
    for (std::uint8_t& pixel : pixels) pixel = static_cast<std::uint8_t>(random());
    for (std::uint8_t& label : labels) label = static_cast<std::uint8_t>(random() % 10);
  }

  engine::ThreadPool pool;
  engine::Network network;
  std::vector<std::uint8_t> pixels, labels;
};

}  // namespace

void addNetwork(const Contender& contender) {
  const auto spec = engine::sampleLenet();
  const engine::StepRule rule{
      .momentum = {.learningRate = 0.001f, .momentum = 0.9f, .weightDecay = 5e-4f},
      .keepProbability = 0.5f,
      .dropout = engine::Philox(1)};
  for (const int threads : std::set{1, engine::availableCpus()}) {
    const auto make = [&kernels = contender.kernels, threads](int images) {
      return std::make_shared<Trained>(kernels, threads, images);
    };
    const std::string suffix = ", threads:" + std::to_string(threads);
    add(
        contender, "step" + suffix, stepOperations(spec),
        [=] {
          return [trained = make(kImages), rule] {
            trained->network.train(trained->pixels, trained->labels, rule);
          };
        },
        threads);
    for (const int images : {kImages, 1})
      add(
          contender, (images == 1 ? "one digit" : "evaluation") + suffix,
          forwardOperations(spec, images),
          [=] { return [trained = make(images)] { trained->network.predict(trained->pixels); }; },
          threads);
  }
}

}  // namespace bench
