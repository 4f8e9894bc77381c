// Burstlab's engine on the peers' AlexNet.

#include "engine/bench/alexnet.h"
#include "engine/bench/conv_chain.h"
#include "tests/peers/peer.h"

int main(int argc, char** argv) {
  const peer::Options options = peer::parse(argc, argv);
  engine::ThreadPool pool(options.threads);
  const engine::Kernels& kernels = engine::selectKernels(
      {}, options.direct ? engine::ConvMethod::Direct : engine::ConvMethod::Winograd);
  engine::ConvChain chain(engine::alexnetStages(), kernels, pool, options.batch);
  chain.initialize(66478);
  const double forward = peer::medianMilliseconds(options.seconds, [&] { chain.forward(); });
  peer::printAlexnet(forward,
                     peer::medianMilliseconds(options.seconds, [&] { chain.forwardBackward(); }));
}
