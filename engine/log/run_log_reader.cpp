#include <limits>
#include <nlohmann/json.hpp>

#include "engine/error.h"
#include "engine/log/run_log.h"
#include "engine/log/run_log_keys.h"

namespace engine {
namespace {

using Json = nlohmann::json;

/// A line whose values do not make sense; it is counted and skipped.
struct Nonsense {};

const Json* find(const Json& line, const char* key) {
  const auto found = line.find(key);
  return found == line.end() ? nullptr : &*found;
}

double number(const Json& line, const char* key) {
  const Json* const value = find(line, key);
  if (!value) return kUnknown;
  if (value->is_number()) return value->get<double>();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (*value == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (*value == "inf") return kInfinity;
  if (*value == "-inf") return -kInfinity;
  throw Nonsense();
}

template <typename Integer>
void read(const Json& line, const char* key, Integer& value) {
  const Json* const given = find(line, key);
  if (!given) return;
  // get() wraps around.
  if (!given->is_number_integer() || (!given->is_number_unsigned() && std::is_unsigned_v<Integer>))
    throw Nonsense();
  value = given->get<Integer>();
  if (Json(value) != *given) throw Nonsense();
}
void read(const Json& line, const char* key, double& value) {
  if (find(line, key)) value = number(line, key);
}
void read(const Json& line, const char* key, bool& value) {
  const Json* const given = find(line, key);
  if (given && !given->is_boolean()) throw Nonsense();
  if (given) value = given->get<bool>();
}
void read(const Json& line, const char* key, std::string& value) {
  const Json* const given = find(line, key);
  if (given && !given->is_string()) throw Nonsense();
  if (given) value = given->get<std::string>();
}

std::int64_t stepOf(const Json& line) {
  std::int64_t step = -1;
  read(line, "step", step);
  if (step < 0) throw Nonsense();
  return step;
}

RunStarted settingsOf(const Json& json) {
  RunStarted run;
  TrainConfig& c = run.config;
  read(json, "batch_size", c.batchSize);
  read(json, "epochs", c.epochs);
  if (find(json, "max_steps")) read(json, "max_steps", c.maxSteps.emplace());
  read(json, "learning_rate", c.learningRate);
  read(json, "learning_rate_decay", c.learningRateDecay);
  read(json, "momentum", c.momentum);
  read(json, "weight_decay", c.weightDecay);
  read(json, "keep_probability", c.keepProbability);
  read(json, "seed", c.seed);
  read(json, "shuffle", c.shuffle);
  read(json, "distort", c.distort);
  read(json, "evaluation_interval", c.evaluationInterval);
  read(json, "threads", c.threads);
  read(json, "kernels", c.kernels);
  run.kernels = c.kernels;
  std::string convolution;
  read(json, "convolution", convolution);
  if (convolution == "direct") c.convMethod = ConvMethod::Direct;
  read(json, "total_steps", run.totalSteps);
  read(json, "train_count", run.trainCount);
  read(json, "validation_count", run.validationCount);
  read(json, "test_count", run.testCount);
  read(json, "parameter_count", run.parameterCount);
  return run;
}

RecordedStart startOf(const Json& line) {
  RecordedStart start;
  read(line, "name", start.name);
  read(line, "source", start.source);
  read(line, "started", start.started);
  read(line, "machine", start.machine);
  read(line, "train_count", start.trainCount);
  read(line, "batch_size", start.batchSize);
  start.trainCountTold = find(line, "train_count");
  start.batchSizeTold = find(line, "batch_size");
  if (start.trainCount < 1 || start.batchSize < 1) throw Nonsense();
  if (const Json* const settings = find(line, "settings")) start.settings = settingsOf(*settings);
  return start;
}

RecordedConfusion confusionOf(const Json& line) {
  const Json* const counts = find(line, "counts");
  if (!counts || !counts->is_array() || counts->size() != kClassCount) throw Nonsense();
  RecordedConfusion confusion{.step = stepOf(line), .test = line.value("set", "") == "test"};
  for (std::size_t label = 0; label < kClassCount; ++label) {
    const Json& row = (*counts)[label];
    if (!row.is_array() || row.size() != kClassCount) throw Nonsense();
    for (std::size_t digit = 0; digit < kClassCount; ++digit)
      if (row[digit].is_number_integer())
        confusion.counts[label][digit] = row[digit].get<std::int64_t>();
      else
        throw Nonsense();
  }
  return confusion;
}

RecordedEnd endOf(const Json& line) {
  RecordedEnd end;
  std::string reason;
  read(line, "reason", reason);
  end.reason = run_log::valueOf(run_log::kReasonNames, reason).value_or(StopReason::Stopped);
  read(line, "steps", end.steps);
  read(line, "last_step", end.lastStep);
  end.testError = number(line, "test_error");
  end.seconds = number(line, "seconds");
  if (const Json* const benchmark = find(line, "benchmark")) {
    BenchmarkSummary& summary = end.benchmark.emplace();
    read(*benchmark, "name", summary.name);
    summary.mean = number(*benchmark, "mean");
    summary.deviation = number(*benchmark, "deviation");
    read(*benchmark, "batches", summary.batches);
  }
  return end;
}

RecordedStep recordedStepOf(const Json& line) {
  RecordedStep step{.step = stepOf(line),
                    .epoch = number(line, "epoch"),
                    .loss = number(line, "loss"),
                    .crossEntropy = number(line, "cross_entropy"),
                    .learningRate = number(line, "learning_rate"),
                    .minibatchError = number(line, "minibatch_error"),
                    .seconds = number(line, "seconds"),
                    .elapsed = number(line, "elapsed")};
  read(line, "derived", step.derived);
  return step;
}

RecordedValidation validationOf(const Json& line) {
  RecordedValidation validation{.step = stepOf(line),
                                .errorRate = number(line, "validation_error"),
                                .seconds = number(line, "seconds"),
                                .scriptMilliseconds = number(line, "script_ms")};
  read(line, "count", validation.count);
  read(line, "wrong", validation.wrong);
  return validation;
}

CreditSample sampleOf(const Json& line) {
  CreditSample sample{.step = stepOf(line),
                      .seconds = number(line, "seconds"),
                      .balance = number(line, "balance"),
                      .utilisation = number(line, "utilisation"),
                      .ownUse = number(line, "own_use"),
                      .steal = number(line, "steal")};
  read(line, "measured", sample.measured);
  return sample;
}

/// Nothing for an event of a later time.
std::optional<RunNews> newsOf(const Json& line) {
  std::string event;
  read(line, "event", event);
  if (event == "run") return startOf(line);
  if (event == "step") return recordedStepOf(line);
  if (event == "validation") return validationOf(line);
  if (event == "confusion") return confusionOf(line);
  if (event == "credits") return sampleOf(line);
  if (event == "end") return endOf(line);
  const auto kind = run_log::valueOf(run_log::kEventNames, event);
  if (!kind) return std::nullopt;
  RunEvent told{.kind = *kind,
                .step = stepOf(line),
                .value = number(line, "value"),
                .elapsed = number(line, "elapsed")};
  read(line, "text", told.text);
  return told;
}

void requireKnownSchema(const Json& line) {
  const int schema = line.value("schema", 0);
  if (schema > kRunLogSchema)
    throw Error("This run log is of schema " + std::to_string(schema) +
                ", of a later Burstlab than this one. Update Burstlab to read it.");
}

}  // namespace

void RunLogReader::feed(std::string_view bytes) {
  for (std::size_t end = bytes.find('\n'); end != bytes.npos; end = bytes.find('\n')) {
    m_rest += bytes.substr(0, end);
    bytes.remove_prefix(end + 1);
    readLine(m_rest);
    m_rest.clear();
  }
  m_rest += bytes;
}

void RunLogReader::finish() {
  if (Json::accept(m_rest)) readLine(m_rest);
  m_rest.clear();
}

void RunLogReader::readLine(std::string_view line) {
  if (line.find_first_not_of(" \t\r") == line.npos) return;
  ++m_lines;
  const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  const bool isEvent = json.is_object() && json.contains("event");
  if (!std::exchange(m_begun, true) && !isEvent)
    throw Error("This is no run log: its first line is no event in JSON.");
  try {
    if (!isEvent) throw Nonsense();
    if (json["event"] == "run") requireKnownSchema(json);
    if (const auto news = newsOf(json)) m_take(*news);
  } catch (const Nonsense&) {
    ++m_notUnderstood;
  } catch (const Json::exception&) {
    ++m_notUnderstood;
  }
}

bool looksLikeRunLog(std::string_view beginning) {
  const std::size_t first = beginning.find_first_not_of(" \t\r\n");
  if (first == beginning.npos || beginning[first] != '{') return false;
  return beginning.substr(first, beginning.find('\n', first) - first).find("\"event\"") !=
         beginning.npos;
}

}  // namespace engine
