#include "engine/train/train_config_json.h"

namespace engine {

NLOHMANN_JSON_SERIALIZE_ENUM(ConvMethod,
                             {{ConvMethod::Winograd, "winograd"}, {ConvMethod::Direct, "direct"}})

namespace {

// One list for writing and reading, so that the two cannot differ.
template <typename Config, typename Visit>
void visitSettings(Config& config, Visit visit) {
  // All of them by name: a setting that is added to TrainConfig does not compile until it is here.
  auto& [batchSize, epochs, maxSteps, learningRate, learningRateDecay, momentum, weightDecay,
         keepProbability, seed, shuffle, distort, evaluationInterval, threads, kernels,
         convMethod] = config;
  visit("batch_size", batchSize);
  visit("epochs", epochs);
  visit("max_steps", maxSteps);
  visit("learning_rate", learningRate);
  visit("learning_rate_decay", learningRateDecay);
  visit("momentum", momentum);
  visit("weight_decay", weightDecay);
  visit("keep_probability", keepProbability);
  visit("seed", seed);
  visit("shuffle", shuffle);
  visit("distort", distort);
  visit("evaluation_interval", evaluationInterval);
  visit("threads", threads);
  visit("kernels", kernels);
  visit("convolution", convMethod);
}

template <typename Value>
void write(nlohmann::json& json, const Value& value) {
  json = value;
}
void write(nlohmann::json& json, const std::optional<std::int64_t>& value) {
  if (value) json = *value;
}

template <typename Value>
void read(const nlohmann::json& json, Value& value) {
  json.get_to(value);
}
void read(const nlohmann::json& json, std::optional<std::int64_t>& value) {
  if (!json.is_null()) value = json.get<std::int64_t>();
}

}  // namespace

nlohmann::json toJson(const TrainConfig& config) {
  nlohmann::json json = nlohmann::json::object();
  visitSettings(config, [&](const char* name, const auto& value) { write(json[name], value); });
  return json;
}

TrainConfig trainConfigFromJson(const nlohmann::json& json) {
  TrainConfig config;
  visitSettings(config, [&](const char* name, auto& value) {
    if (json.contains(name)) read(json.at(name), value);
  });
  return config;
}

}  // namespace engine
