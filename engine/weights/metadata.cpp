#include "engine/weights/metadata.h"

#include <zlib.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/log/number_text.h"

namespace engine {

Metadata describeRun(const TrainConfig& config, const Dataset& dataset, std::int64_t updates) {
  // Threads and kernels are left out: with other ones the network is the same.
  const std::string recipe =
      "batch " + std::to_string(config.batchSize) + ", epochs " + std::to_string(config.epochs) +
      ", learning rate " + shortestText(config.learningRate) + " x " +
      shortestText(config.learningRateDecay) + " per epoch, momentum " +
      shortestText(config.momentum) + ", weight decay " + shortestText(config.weightDecay) +
      ", keep probability " + shortestText(config.keepProbability) + ", seed " +
      std::to_string(config.seed) + (config.shuffle ? ", shuffled" : ", as in the script");
  return {{"burstlab", BURSTLAB_VERSION},
          {"dataset", dataset.name},
          {"dataset_crc32", datasetChecksum(dataset)},
          {"step", std::to_string(updates)},
          {"recipe", recipe}};
}

std::string datasetChecksum(const Dataset& dataset) {
  uLong sum = 0;
  for (const LabeledImages* set : {&dataset.train, &dataset.validation, &dataset.test})
    for (const auto* part : {&set->pixels, &set->labels})
      sum = crc32_z(sum, part->data(), part->size());
  char text[9];
  std::snprintf(text, sizeof text, "%08lx", static_cast<unsigned long>(sum));
  return text;
}

std::string metadataJson(const Metadata& metadata) {
  using nlohmann::json;
  return json(metadata).dump(-1, ' ', /*ensure_ascii=*/true, json::error_handler_t::replace);
}

Metadata parseMetadata(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  Metadata metadata;
  if (!json.is_object()) return metadata;
  for (const auto& [name, value] : json.items())
    if (value.is_string()) metadata[name] = value.get<std::string>();
  return metadata;
}

}  // namespace engine
