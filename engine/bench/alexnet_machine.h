#pragma once

#include "engine/bench/alexnet_benchmark.h"
#include "engine/bench/alexnet_figures.h"
#include "engine/credits/virtual_machine.h"

namespace engine {

class AlexnetBatch;

// Batches that take what they would have taken on a simulated machine. The machine goes on from one
// batch to the next; the objects named here must outlive the timer.

/// Computes nothing: a batch of 128 costs the CPU seconds of the figure, others in proportion.
AlexnetBatchTimer onMachine(VirtualMachine& machine, const AlexnetFigure& cost, int batchSize);

/// Really does each batch; it costs so many times the CPU seconds that it took here.
AlexnetBatchTimer onMachine(VirtualMachine& machine, double factor, AlexnetBatch& batch);

}  // namespace engine
