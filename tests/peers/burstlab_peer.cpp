// Burstlab's engine on the peers' tasks: a training step on a batch of 64, the evaluation of a
// batch of 64, one digit.

#include "engine/data/dataset_folder.h"
#include "engine/nn/network.h"
#include "tests/peers/peer.h"

using namespace engine;

int main(int argc, char** argv) {
  const peer::Options options = peer::parse(argc, argv);
  const Dataset data = loadDataset(options.data);
  ThreadPool pool(options.threads);
  const Kernels& kernels =
      selectKernels({}, options.direct ? ConvMethod::Direct : ConvMethod::Winograd);
  Network network(sampleLenet(), kernels, pool, 64);
  network.initialize(66478);

  std::uint64_t step = 0;
  StepRule rule{.momentum = {.learningRate = 0.01f, .momentum = 0.9f, .weightDecay = 5e-4f},
                .keepProbability = 0.5f,
                .dropout = Philox(66478)};
  const auto train = [&] {
    const std::size_t first = 64 * step % (55000 - 64);
    rule.dropoutCounter = step++ * 64 * 512 * kReservedPerOutput;
    network.train(std::span(data.train.pixels).subspan(first * kImagePixels, 64 * kImagePixels),
                  std::span(data.train.labels).subspan(first, 64), rule);
  };
  const auto batch = std::span(data.test.pixels).first(64 * kImagePixels);
  Network single(sampleLenet(), kernels, pool, 1);
  single.setWeights(network.weights());

  const double trainTime = peer::medianMilliseconds(options.seconds, train);
  const double evaluationTime =
      peer::medianMilliseconds(options.seconds / 3, [&] { network.predict(batch); });
  const double digitTime = peer::medianMilliseconds(
      options.seconds / 3, [&] { single.predict(batch.first(kImagePixels)); });
  peer::print(trainTime, evaluationTime, digitTime);
}
