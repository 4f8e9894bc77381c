#pragma once

#include <string>
#include <vector>

#include "engine/bench/machine_result.h"
#include "engine/credits/instance_catalogue.h"

namespace engine {

/// What the sample's 10 epochs would take on an instance: an estimate, not a measurement.
struct InstanceEstimate {
  InstanceType type;
  double minutes = 0;      ///< of one vCPU at 100 %: as many credits are spent
  double hoursToEarn = 0;  ///< in which the instance earns these credits
};

/// Derived from one thread here: with the kernels that the instance's processor runs (or, where
/// those were not measured, with the ones in use), the time grows as the peak of a core shrinks.
/// For the worse this leaves out a busy sibling hyperthread (up to twice the time), smaller caches
/// and slower memory; for the better, turbo clocks. Instances without a processor are left out.
std::vector<InstanceEstimate> estimateInstances(const MachineResult& result,
                                                const InstanceCatalogue& catalogue);

/// By the same derivation the seconds of one vCPU that a step takes there, the evaluations included
/// that belong to it.
double estimatedSecondsPerStep(const MachineResult& result, const Processor& processor);

/// The kernel sets that the estimates would best be based on; see BenchmarkConfig::comparisons.
std::vector<std::string> kernelsOfInstances(const InstanceCatalogue& catalogue);

}  // namespace engine
