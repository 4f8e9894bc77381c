#include "engine/bench/benchmark_json.h"

#include <nlohmann/json.hpp>

namespace engine {
namespace {

using nlohmann::ordered_json;

ordered_json toJson(const MachineSpeed& speed) {
  return {{"kernels", speed.kernels},
          {"threads", speed.threads},
          {"peakGigaflops", speed.peak * 1e-9},
          {"stepMilliseconds",
           {{"minimum", speed.step.minimum * 1e3},
            {"median", speed.step.median * 1e3},
            {"percentile90", speed.step.percentile90 * 1e3}}},
          {"evaluationImagesPerSecond", speed.imagesPerSecond},
          {"digitMilliseconds", speed.digit * 1e3},
          {"tenEpochsSeconds", tenEpochs(speed)}};
}

ordered_json toJson(const InstanceEstimate& estimate) {
  const InstanceType& type = estimate.type;
  return {{"instance", type.name},
          {"processor", type.processor->model},
          {"corePeakGigaflops", type.processor->peak() * 1e-9},
          {"minutes", estimate.minutes},
          {"credits", estimate.minutes},
          {"launchCredits", type.launchCredits},
          {"hoursToEarn", estimate.hoursToEarn}};
}

template <typename Item>
ordered_json toJson(const std::vector<Item>& items) {
  ordered_json array = ordered_json::array();
  for (const Item& item : items) array.push_back(toJson(item));
  return array;
}

}  // namespace

std::string benchmarkJson(const MachineResult& result,
                          const std::vector<InstanceEstimate>& estimates) {
  const ordered_json root = {{"kernels", result.kernels},
                             {"data", result.data},
                             {"batchSize", 64},
                             {"speeds", toJson(result.speeds)},
                             {"peakMemoryBytes", result.peakMemory},
                             {"estimatesOfTenEpochs", toJson(estimates)}};
  return root.dump(2) + '\n';
}

}  // namespace engine
