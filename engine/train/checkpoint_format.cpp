#include "engine/train/checkpoint_format.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/error.h"
#include "engine/train/byte_stream.h"
#include "engine/train/sections.h"
#include "engine/train/train_config_json.h"

namespace engine {
namespace {

constexpr std::uint32_t kVersion = 1;
constexpr char kCompanionMark = '+';
constexpr std::size_t kHighestRank = 8;

// Each struct has one list of its members for writing and reading. All are named, so that one that
// is added does not compile until it is here.

template <typename Step, typename Visit>
void visitMembers(Step& step,
                  Visit visit) requires std::same_as<std::remove_const_t<Step>, StepDone> {
  auto& [number, epoch, crossEntropy, weightPenalty, learningRate, minibatchError, seconds,
         elapsed] = step;
  visit(number);
  visit(epoch);
  visit(crossEntropy);
  visit(weightPenalty);
  visit(learningRate);
  visit(minibatchError);
  visit(seconds);
  visit(elapsed);
}

template <typename Pass, typename Visit>
void visitMembers(Pass& evaluation,
                  Visit visit) requires std::same_as<std::remove_const_t<Pass>, Evaluation> {
  auto& [count, wrong, seconds, confusion] = evaluation;
  visit(count);
  visit(wrong);
  visit(seconds);
  for (auto& row : confusion)
    for (auto& images : row) visit(images);
}

template <typename Report, typename Visit>
void visitMembers(Report& report,
                  Visit visit) requires std::same_as<std::remove_const_t<Report>, ValidationDone> {
  auto& [step, scriptMillisecondsPerStep, validation] = report;
  visitMembers(step, visit);
  visit(scriptMillisecondsPerStep);
  visitMembers(validation, visit);
}

template <typename Owed, typename Visit>
void visitMembers(Owed& owed,
                  Visit visit) requires std::same_as<std::remove_const_t<Owed>, OwedReport> {
  auto& [step, lapSeconds] = owed;
  visitMembers(step, visit);
  visit(lapSeconds);
}

template <typename Moment, typename Visit>
void visitMembers(Moment& moment,
                  Visit visit) requires std::same_as<std::remove_const_t<Moment>, PaceMoment> {
  auto& [step, seconds, launchCredits, earnedCredits, surplus, spent, slowdown, afterRest] = moment;
  visit(step);
  visit(seconds);
  visit(launchCredits);
  visit(earnedCredits);
  visit(surplus);
  visit(spent);
  visit(slowdown);
  visit(afterRest);
}

template <typename Struct>
void put(ByteWriter& writer, const Struct& value) {
  visitMembers(value, [&](const auto& member) { writer.put(member); });
}

template <typename Struct>
void get(ByteReader& reader, Struct& value) {
  visitMembers(value, [&](auto& member) { reader.get(member); });
}

template <typename Struct>
void put(ByteWriter& writer, const std::vector<Struct>& values) {
  writer.put(std::uint64_t{values.size()});
  for (const Struct& value : values) put(writer, value);
}

template <typename Struct>
void get(ByteReader& reader, std::vector<Struct>& values) {
  values.resize(reader.getCount(sizeof(double)));
  for (Struct& value : values) get(reader, value);
}

void put(ByteWriter& writer, const Weights& weights) {
  writer.put(std::uint64_t{weights.size()});
  for (const NamedTensor& entry : weights) {
    writer.putText(entry.name);
    writer.put(std::uint64_t{entry.tensor.shape().size()});
    for (const std::int64_t extent : entry.tensor.shape()) writer.put(extent);
    writer.putAll(entry.tensor.values());
  }
}

void get(ByteReader& reader, Weights& weights) {
  weights.resize(reader.getCount(2 * sizeof(std::uint64_t)));
  for (NamedTensor& entry : weights) {
    entry.name = reader.getText();
    Shape shape(std::min(reader.getCount(sizeof(std::int64_t)), kHighestRank));
    std::size_t size = 1;
    for (std::int64_t& extent : shape) {
      reader.get(extent);
      // Also keeps the product from overflowing.
      if (extent < 1 || static_cast<std::size_t>(extent) > reader.left() / sizeof(float) / size)
        throw std::out_of_range("extent");
      size *= static_cast<std::size_t>(extent);
    }
    entry.tensor = Tensor(shape);
    reader.getAll(entry.tensor.values());
  }
}

void put(ByteWriter& writer, const BestWeights& best) {
  writer.put(best.updates);
  put(writer, best.validation);
  put(writer, *best.weights);
}

void get(ByteReader& reader, BestWeights& best) {
  reader.get(best.updates);
  get(reader, best.validation);
  Weights weights;
  get(reader, weights);
  best.weights = std::make_shared<const Weights>(std::move(weights));
}

template <typename Value>
std::vector<std::byte> binary(const Value& value) {
  ByteWriter writer;
  put(writer, value);
  return writer.take();
}

std::vector<std::byte> toBytes(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::string toText(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

nlohmann::json runJson(const Checkpoint& checkpoint) {
  const RunState& state = checkpoint.state;
  return {{"dataset",
           {{"name", checkpoint.dataset.name},
            {"folder", checkpoint.dataset.folder.string()},
            {"fingerprint", checkpoint.dataset.fingerprint}}},
          {"settings", toJson(state.config)},
          {"steps", state.steps},
          {"base_learning_rate", state.baseLearningRate},
          {"seconds", state.seconds},
          {"elapsed", state.elapsed},
          {"lap_seconds", state.lapSeconds}};
}

void readRun(const nlohmann::json& json, Checkpoint& checkpoint) {
  const nlohmann::json& dataset = json.at("dataset");
  dataset.at("name").get_to(checkpoint.dataset.name);
  checkpoint.dataset.folder = dataset.at("folder").get<std::string>();
  dataset.at("fingerprint").get_to(checkpoint.dataset.fingerprint);
  RunState& state = checkpoint.state;
  state.config = trainConfigFromJson(json.at("settings"));
  json.at("steps").get_to(state.steps);
  json.at("base_learning_rate").get_to(state.baseLearningRate);
  json.at("seconds").get_to(state.seconds);
  json.at("elapsed").get_to(state.elapsed);
  json.at("lap_seconds").get_to(state.lapSeconds);
}

void readSection(const Section& section, Checkpoint& checkpoint, RunHistory& history) {
  ByteReader reader(section.bytes);
  if (section.name == "run")
    return readRun(nlohmann::json::parse(toText(section.bytes)), checkpoint);
  if (section.name == "weights") return get(reader, checkpoint.state.weights);
  if (section.name == "velocities") return get(reader, checkpoint.state.velocities);
  if (section.name == "owed") return get(reader, checkpoint.state.owedReport.emplace());
  if (section.name == "best") return get(reader, checkpoint.state.best.emplace());
  if (section.name == "history") {
    get(reader, history.steps);
    get(reader, history.validations);
    return get(reader, history.moments);
  }
  if (section.name.starts_with(kCompanionMark))
    checkpoint.companions[section.name.substr(1)] = toText(section.bytes);
}

}  // namespace

std::vector<std::byte> encodeCheckpoint(const Checkpoint& checkpoint) {
  const RunState& state = checkpoint.state;
  std::vector<Section> sections{{"run", toBytes(runJson(checkpoint).dump())},
                                {"weights", binary(state.weights)},
                                {"velocities", binary(state.velocities)}};
  ByteWriter history;
  put(history, checkpoint.history->steps);
  put(history, checkpoint.history->validations);
  put(history, checkpoint.history->moments);
  sections.push_back({"history", history.take()});
  if (state.owedReport) sections.push_back({"owed", binary(*state.owedReport)});
  if (state.best) sections.push_back({"best", binary(*state.best)});
  for (const auto& [name, companion] : checkpoint.companions)
    sections.push_back({kCompanionMark + name, toBytes(companion)});
  return encodeSections(sections, kVersion);
}

Checkpoint decodeCheckpoint(std::span<const std::byte> file, const std::filesystem::path& path) {
  Checkpoint checkpoint;
  auto history = std::make_shared<RunHistory>();
  std::string fault;
  for (const Section& section : decodeSections(file, kVersion, path)) {
    try {
      readSection(section, checkpoint, *history);
    } catch (const std::exception&) {
      fault = section.name;
    }
  }
  // The checksums are right, so this is what somebody wrote.
  if (fault.empty() && (checkpoint.state.weights.empty() || checkpoint.state.velocities.empty() ||
                        checkpoint.dataset.fingerprint.empty() || checkpoint.state.steps < 0))
    fault = "run";
  if (fault.empty() && history->steps.size() != static_cast<std::size_t>(checkpoint.state.steps))
    fault = "history";
  if (!fault.empty())
    throw Error(path.string() + " is no checkpoint that can be used: its part \"" + fault +
                    "\" makes no sense.",
                path.string());
  checkpoint.history = std::move(history);
  return checkpoint;
}

}  // namespace engine
