#include <chrono>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/log/run_log.h"
#include "engine/log/run_log_keys.h"
#include "engine/pace/pace_moment.h"

namespace engine {
namespace {

using Json = nlohmann::ordered_json;

void put(Json& line, const char* key, double value) {
  if (std::isfinite(value))
    line[key] = value;
  else if (!isUnknown(value))
    line[key] = std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

void put(Json& line, const char* key, const std::string& text) {
  if (!text.empty()) line[key] = text;
}

Json settingsOf(const RunStarted& run) {
  const TrainConfig& c = run.config;
  Json settings{{"batch_size", c.batchSize},
                {"epochs", c.epochs},
                {"learning_rate", c.learningRate},
                {"learning_rate_decay", c.learningRateDecay},
                {"momentum", c.momentum},
                {"weight_decay", c.weightDecay},
                {"keep_probability", c.keepProbability},
                {"seed", c.seed},
                {"shuffle", c.shuffle},
                {"distort", c.distort},
                {"evaluation_interval", c.evaluationInterval},
                {"threads", c.threads},
                {"kernels", c.kernels},
                {"convolution", c.convMethod == ConvMethod::Winograd ? "winograd" : "direct"},
                {"total_steps", run.totalSteps},
                {"train_count", run.trainCount},
                {"validation_count", run.validationCount},
                {"test_count", run.testCount},
                {"parameter_count", run.parameterCount}};
  if (c.maxSteps) settings["max_steps"] = *c.maxSteps;
  return settings;
}

struct Describer {
  Json operator()(const RecordedStart& start) const {
    Json line{{"event", "run"}, {"schema", kRunLogSchema}};
    put(line, "name", start.name);
    put(line, "source", start.source);
    put(line, "started", start.started);
    put(line, "machine", start.machine);
    if (start.trainCountTold) line["train_count"] = start.trainCount;
    if (start.batchSizeTold) line["batch_size"] = start.batchSize;
    if (start.settings) line["settings"] = settingsOf(*start.settings);
    return line;
  }
  Json operator()(const RecordedStep& step) const {
    Json line{{"event", "step"}, {"step", step.step}};
    put(line, "epoch", step.epoch);
    put(line, "loss", step.loss);
    put(line, "cross_entropy", step.crossEntropy);
    put(line, "learning_rate", step.learningRate);
    put(line, "minibatch_error", step.minibatchError);
    put(line, "seconds", step.seconds);
    put(line, "elapsed", step.elapsed);
    if (step.derived) line["derived"] = true;
    return line;
  }
  Json operator()(const RecordedValidation& validation) const {
    Json line{{"event", "validation"}, {"step", validation.step}};
    put(line, "validation_error", validation.errorRate);
    put(line, "seconds", validation.seconds);
    put(line, "script_ms", validation.scriptMilliseconds);
    if (validation.count > 0) {
      line["count"] = validation.count;
      line["wrong"] = validation.wrong;
    }
    return line;
  }
  Json operator()(const RecordedConfusion& confusion) const {
    return {{"event", "confusion"},
            {"step", confusion.step},
            {"set", confusion.test ? "test" : "validation"},
            {"counts", confusion.counts}};
  }
  Json operator()(const RunEvent& event) const {
    Json line{{"event", run_log::nameOf(run_log::kEventNames, event.kind)}, {"step", event.step}};
    put(line, "value", event.value);
    put(line, "elapsed", event.elapsed);
    put(line, "text", event.text);
    return line;
  }
  Json operator()(const CreditSample& sample) const {
    Json line{{"event", "credits"}, {"step", sample.step}};
    put(line, "seconds", sample.seconds);
    put(line, "balance", sample.balance);
    put(line, "utilisation", sample.utilisation);
    put(line, "own_use", sample.ownUse);
    put(line, "steal", sample.steal);
    if (sample.measured) line["measured"] = true;
    return line;
  }
  Json operator()(const RecordedEnd& end) const {
    Json line{{"event", "end"},
              {"reason", run_log::nameOf(run_log::kReasonNames, end.reason)},
              {"steps", end.steps},
              {"last_step", end.lastStep}};
    put(line, "test_error", end.testError);
    put(line, "seconds", end.seconds);
    if (end.benchmark) {
      Json& benchmark = line["benchmark"];
      benchmark = Json::object();
      put(benchmark, "name", end.benchmark->name);
      put(benchmark, "mean", end.benchmark->mean);
      put(benchmark, "deviation", end.benchmark->deviation);
      benchmark["batches"] = end.benchmark->batches;
    }
    return line;
  }
};

std::string nowInUtc() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

std::string confusionLine(std::int64_t step, bool test, const Evaluation& evaluation) {
  return runLogLine(RecordedConfusion{step, test, evaluation.confusion});
}

}  // namespace

std::string runLogLine(const RunNews& news) {
  // A name that is not UTF-8 should not cost the run its log.
  return std::visit(Describer(), news).dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

RunLogWriter::RunLogWriter(Write write, RecordedStart start, const Clock& clock)
    : m_write(std::move(write)), m_start(std::move(start)), m_clock(clock) {}

void RunLogWriter::add(const RunNews& news) {
  m_write(runLogLine(news));
}

void RunLogWriter::runStarted(const RunStarted& run) {
  m_begin = m_clock.seconds();
  m_watch.emplace(run);
  m_start.settings = run;
  m_start.trainCount = run.trainCount;
  m_start.batchSize = run.config.batchSize;
  if (m_start.started.empty()) m_start.started = nowInUtc();
  add(m_start);
}

void RunLogWriter::stepDone(const StepDone& step) {
  std::string lines;
  if (const auto base = m_watch->changeAt(step))
    lines = runLogLine(RunEvent{.kind = RunEvent::Kind::LearningRate,
                                .step = step.step,
                                .value = *base,
                                .elapsed = step.elapsed - step.seconds});
  m_nextStep = step.step + 1;
  m_write(lines + runLogLine(recordOf(step)));
}

void RunLogWriter::validationDone(const ValidationDone& validation) {
  m_write(runLogLine(recordOf(validation)) +
          confusionLine(validation.step.step, false, validation.validation));
}

void RunLogWriter::paused(std::int64_t nextStep) {
  m_nextStep = nextStep;
  add(RunEvent{.kind = RunEvent::Kind::Pause, .step = nextStep, .elapsed = elapsed()});
}

void RunLogWriter::resumed() {
  add(RunEvent{.kind = RunEvent::Kind::Resume, .step = m_nextStep, .elapsed = elapsed()});
}

void RunLogWriter::runFinished(const RunFinished& run) {
  std::string lines;
  if (run.test.count > 0) lines = confusionLine(run.lastStep, true, run.test);
  m_write(lines + runLogLine(recordOf(run)));
}

void RunLogWriter::paced(const PaceMoment& moment) {
  if (moment.isSlowed() != std::exchange(m_slowed, moment.isSlowed()))
    add(RunEvent{.kind = m_slowed ? RunEvent::Kind::ThrottleStart : RunEvent::Kind::ThrottleEnd,
                 .step = moment.step,
                 .elapsed = elapsed()});
  if (moment.step >= 0)
    add(CreditSample{.step = moment.step, .seconds = moment.seconds, .balance = moment.balance()});
}

}  // namespace engine
