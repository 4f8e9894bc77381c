#pragma once

#include <QTest>
#include <limits>
#include <string>

#include "engine/log/run_log.h"

/// What the tests of run logs share.
namespace run_records {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A run with one of everything, and with numbers that need all their digits.
inline engine::RunRecord oneOfEverything() {
  using namespace engine;
  RunRecord run;
  RunStarted settings{.config = {.batchSize = 32,
                                 .epochs = 3,
                                 .maxSteps = 900,
                                 .learningRate = 0.1 + 0.2,
                                 .seed = 18'446'744'073'709'551'615u,
                                 .shuffle = true,
                                 .threads = 2,
                                 .kernels = "avx2",
                                 .convMethod = ConvMethod::Direct},
                      .kernels = "avx2",
                      .totalSteps = 900,
                      .trainCount = 60'000,
                      .validationCount = 5000,
                      .testCount = 10'000,
                      .parameterCount = 1'663'370};
  run.start = {.name = "Größe, \"two\"",
               .source = "burstlab",
               .started = "2026-12-01T15:00:00Z",
               .machine = "t2.micro, simulated",
               .settings = settings,
               .trainCount = 60'000,
               .batchSize = 32};
  run.steps = {{.step = 0,
                .epoch = 0,
                .loss = 12.0537,
                .crossEntropy = 1.0 / 3,
                .learningRate = 0.01,
                .minibatchError = 90.625,
                .seconds = 5e-324,
                .elapsed = 0.4},
               {.step = 1, .loss = kNan, .crossEntropy = kInfinity, .minibatchError = 100},
               {.step = 100, .epoch = 0.12, .derived = true}};
  run.validations = {{.step = 0,
                      .errorRate = 84.6,
                      .seconds = 0.3,
                      .scriptMilliseconds = 6.8,
                      .count = 5000,
                      .wrong = 4230},
                     {.step = 100, .errorRate = 7.2}};
  run.events = {
      {.kind = RunEvent::Kind::LearningRate, .step = 1, .value = 1.7976931348623157e308},
      {.kind = RunEvent::Kind::Pause, .step = 1, .value = 3000, .elapsed = 0.5},
      {.kind = RunEvent::Kind::Resume, .step = 1, .elapsed = 3000.5},
      {.kind = RunEvent::Kind::ThrottleStart, .step = 2},
      {.kind = RunEvent::Kind::ThrottleEnd, .step = 3},
      {.kind = RunEvent::Kind::Note, .step = 100, .text = "a line\nand \"another\", with commas"}};
  run.credits = {{.step = 0, .seconds = 0.432, .balance = 29.9928, .utilisation = 1},
                 {.step = 100,
                  .seconds = 43.632,
                  .balance = -0.0,
                  .utilisation = 0.1,
                  .ownUse = 0.08,
                  .steal = 0.9,
                  .measured = true}};
  run.confusion = RecordedConfusion{.step = 100, .test = true};
  run.confusion->counts[3][8] = 12;
  run.end = RecordedEnd{.reason = StopReason::NonFinite,
                        .steps = 100,
                        .lastStep = 100,
                        .testError = 0.8,
                        .seconds = 41.5,
                        .benchmark = BenchmarkSummary{"Forward", 9.553, 0.962, 100}};
  return run;
}

/// Everything there is to know of a run, as text: equal texts, equal runs.
inline std::string textOf(const engine::RunRecord& run) {
  std::string text = engine::runLogLine(run.start);
  for (const auto& step : run.steps) text += engine::runLogLine(step);
  for (const auto& validation : run.validations) text += engine::runLogLine(validation);
  for (const auto& event : run.events) text += engine::runLogLine(event);
  for (const auto& sample : run.credits) text += engine::runLogLine(sample);
  if (run.confusion) text += engine::runLogLine(*run.confusion);
  if (run.end) text += engine::runLogLine(*run.end);
  return text;
}

/// What a run log of these bytes tells, fed in pieces of so many bytes.
inline std::vector<engine::RunRecord> readLog(const std::string& bytes,
                                              std::size_t piece = std::string::npos) {
  std::vector<engine::RunRecord> runs;
  engine::RunLogReader reader([&](const engine::RunNews& news) {
    if (std::holds_alternative<engine::RecordedStart>(news)) runs.emplace_back();
    if (!runs.empty()) runs.back().add(news);
  });
  for (std::size_t at = 0; at < bytes.size(); at += std::min(piece, bytes.size()))
    reader.feed(std::string_view(bytes).substr(at, piece));
  reader.finish();
  return runs;
}

}  // namespace run_records
