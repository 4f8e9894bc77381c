#include "engine/bench/instance_estimate.h"

#include <algorithm>

#include "engine/credits/plan/plan_request.h"

namespace engine {
namespace {

const MachineSpeed& likeOn(const Processor& processor, const MachineResult& result) {
  const auto found = std::ranges::find_if(result.speeds, [&](const MachineSpeed& speed) {
    return speed.threads == 1 && speed.kernels == processor.kernels;
  });
  return found != result.speeds.end() ? *found : result.speeds.front();
}

// Seconds of one vCPU.
double estimatedTenEpochs(const MachineResult& result, const Processor& processor) {
  const MachineSpeed& speed = likeOn(processor, result);
  return tenEpochs(speed) * speed.peak / processor.peak();
}

}  // namespace

std::vector<InstanceEstimate> estimateInstances(const MachineResult& result,
                                                const InstanceCatalogue& catalogue) {
  std::vector<InstanceEstimate> estimates;
  for (const InstanceType& type : catalogue.types()) {
    if (!type.processor) continue;
    const double minutes = estimatedTenEpochs(result, *type.processor) / 60;
    estimates.push_back(
        {.type = type, .minutes = minutes, .hoursToEarn = minutes / type.creditsPerHour});
  }
  return estimates;
}

double estimatedSecondsPerStep(const MachineResult& result, const Processor& processor) {
  return estimatedTenEpochs(result, processor) / static_cast<double>(sampleJob(10).steps);
}

std::vector<std::string> kernelsOfInstances(const InstanceCatalogue& catalogue) {
  std::vector<std::string> names;
  for (const InstanceType& type : catalogue.types())
    if (type.processor && !std::ranges::count(names, type.processor->kernels))
      names.push_back(type.processor->kernels);
  return names;
}

}  // namespace engine
