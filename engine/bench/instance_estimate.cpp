#include "engine/bench/instance_estimate.h"

#include <algorithm>

namespace engine {
namespace {

const MachineSpeed& likeOn(const Processor& processor, const MachineResult& result) {
  const auto found = std::ranges::find_if(result.speeds, [&](const MachineSpeed& speed) {
    return speed.threads == 1 && speed.kernels == processor.kernels;
  });
  return found != result.speeds.end() ? *found : result.speeds.front();
}

}  // namespace

std::vector<InstanceEstimate> estimateInstances(const MachineResult& result,
                                                const InstanceCatalogue& catalogue) {
  std::vector<InstanceEstimate> estimates;
  for (const InstanceType& type : catalogue.types()) {
    if (!type.processor) continue;
    const MachineSpeed& speed = likeOn(*type.processor, result);
    const double minutes = tenEpochs(speed) * speed.peak / type.processor->peak() / 60;
    estimates.push_back(
        {.type = type, .minutes = minutes, .hoursToEarn = minutes / type.creditsPerHour});
  }
  return estimates;
}

std::vector<std::string> kernelsOfInstances(const InstanceCatalogue& catalogue) {
  std::vector<std::string> names;
  for (const InstanceType& type : catalogue.types())
    if (type.processor && !std::ranges::count(names, type.processor->kernels))
      names.push_back(type.processor->kernels);
  return names;
}

}  // namespace engine
