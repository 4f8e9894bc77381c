#include "engine/bench/alexnet_machine.h"

#include "engine/bench/alexnet_batch.h"

namespace engine {

AlexnetBatchTimer onMachine(VirtualMachine& machine, const AlexnetFigure& cost, int batchSize) {
  return [&machine, cost, batchSize](AlexnetTask task) {
    return machine.run(cost.of(task) * batchSize / kAlexnetBatch);
  };
}

AlexnetBatchTimer onMachine(VirtualMachine& machine, double factor, AlexnetBatch& batch) {
  return [&machine, factor, &batch](AlexnetTask task) {
    return machine.run(factor * batch.run(task).cpu, batch.threads());
  };
}

}  // namespace engine
