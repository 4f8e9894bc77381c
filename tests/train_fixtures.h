#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/train/trainer.h"
#include "network_fixtures.h"

/// What the tests of the trainer share.

inline engine::LabeledImages noiseImages(int count, unsigned seed) {
  return {randomBytes(std::size_t(count) * engine::kImagePixels, 256, seed),
          randomBytes(std::size_t(count), 10, seed + 1)};
}

inline engine::Dataset noiseDataset(int train, int validation = 4, int test = 4) {
  engine::Dataset dataset;
  dataset.name = "Noise";
  dataset.train = noiseImages(train, 1);
  dataset.validation = noiseImages(validation, 3);
  dataset.test = noiseImages(test, 5);
  return dataset;
}

/// Small batches and no validation but at step 0, for runs that are not about learning.
inline engine::TrainConfig quickConfig(std::int64_t steps) {
  engine::TrainConfig config;
  config.batchSize = 2;
  config.epochs = 1000;
  config.maxSteps = steps;
  config.evaluationInterval = 1000;
  config.threads = 1;
  return config;
}

/// Remembers everything. The hooks run on the training thread, after the event is recorded.
class Recorder : public engine::TrainObserver {
 public:
  std::function<void(const engine::StepDone&)> onStep;
  std::function<void(const engine::ValidationDone&)> onValidation;
  std::function<void()> onStarted;

  void runStarted(const engine::RunStarted& run) override {
    started = run;
    add("started");
    if (onStarted) onStarted();
  }
  void stepDone(const engine::StepDone& step) override {
    steps.push_back(step);
    add("step " + std::to_string(step.step));
    if (onStep) onStep(step);
  }
  void validationDone(const engine::ValidationDone& validation) override {
    validations.push_back(validation);
    add("validation " + std::to_string(validation.step.step));
    if (onValidation) onValidation(validation);
  }
  void bestWeights(std::shared_ptr<const engine::Weights> given, std::int64_t updates,
                   const engine::Evaluation& validation) override {
    best[updates] = {*given, validation.wrong};
  }
  void weightsReady(std::shared_ptr<const engine::Weights> given, std::int64_t updates) override {
    weights[updates] = *given;
    add("weights " + std::to_string(updates));
  }
  void paused(std::int64_t nextStep) override { add("paused " + std::to_string(nextStep)); }
  void resumed() override { add("resumed"); }
  void runFinished(const engine::RunFinished& run) override {
    finished = run;
    add("finished");
  }

  /// "started, step 0, ..."; safe from any thread, as is waitFor().
  std::string events() const {
    const std::lock_guard lock(m_mutex);
    std::string text;
    for (const std::string& event : m_events) text += (text.empty() ? "" : ", ") + event;
    return text;
  }
  /// False if the event does not come within a minute.
  bool waitFor(const std::string& event) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, std::chrono::minutes(1),
                              [&] { return std::ranges::find(m_events, event) != m_events.end(); });
  }

  // For the training thread, and for others once it has ended.
  engine::RunStarted started;
  std::vector<engine::StepDone> steps;
  std::vector<engine::ValidationDone> validations;
  std::map<std::int64_t, engine::Weights> weights;
  std::map<std::int64_t, std::pair<engine::Weights, std::int64_t>> best;  // with their errors
  engine::RunFinished finished;

 private:
  void add(std::string event) {
    const std::lock_guard lock(m_mutex);
    m_events.push_back(std::move(event));
    m_changed.notify_all();
  }

  mutable std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<std::string> m_events;
};

inline engine::RunFinished train(const engine::Dataset& dataset, const engine::TrainConfig& config,
                                 Recorder& recorder) {
  engine::TrainControl control;
  engine::Trainer(dataset, config).run(recorder, control);
  return recorder.finished;
}

inline engine::RunFinished train(const engine::Dataset& dataset,
                                 const engine::TrainConfig& config) {
  Recorder recorder;
  return train(dataset, config, recorder);
}
