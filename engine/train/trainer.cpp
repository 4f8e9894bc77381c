#include "engine/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/error.h"
#include "engine/nn/network.h"
#include "engine/train/batch_distortion.h"
#include "engine/train/evaluation.h"
#include "engine/train/schedule.h"
#include "engine/train/stopwatch.h"

namespace engine {
namespace {

// Evaluation goes through the network in blocks of at least the sample's EVAL_BATCH_SIZE.
constexpr int kEvaluationBatch = 64;

void require(bool condition, const std::string& message) {
  if (!condition) throw Error(message);
}

void check(const TrainConfig& c, const Dataset& dataset) {
  require(c.batchSize >= 1 && c.batchSize <= kMaxBatchSize,
          "The batch size must lie between 1 and " + std::to_string(kMaxBatchSize) + ".");
  require(c.epochs >= 1, "The number of epochs must be at least 1.");
  require(!c.maxSteps || *c.maxSteps >= 0, "The number of steps must not be negative.");
  require(std::isfinite(c.learningRate) && c.learningRate > 0,
          "The learning rate must be a positive number.");
  require(c.learningRateDecay > 0 && c.learningRateDecay <= 1,
          "The learning rate decay must lie above 0 and not above 1.");
  require(c.momentum >= 0 && c.momentum < 1, "The momentum must lie in [0, 1).");
  require(std::isfinite(c.weightDecay) && c.weightDecay >= 0,
          "The weight decay must not be negative.");
  require(c.keepProbability > 0 && c.keepProbability <= 1,
          "The dropout's keep probability must lie above 0 and not above 1.");
  require(c.evaluationInterval >= 1, "The evaluation interval must be at least 1 step.");
  require(c.threads >= 1 && c.threads <= kMaxThreads,
          "The number of threads must lie between 1 and " + std::to_string(kMaxThreads) + ".");
  for (const auto& [images, name] :
       {std::pair(&dataset.train, "training"), std::pair(&dataset.validation, "validation"),
        std::pair(&dataset.test, "test")}) {
    const std::string set = "The " + std::string(name) + " set of " + dataset.name;
    if (images->count() == 0) throw Error(set + " is empty. Choose a data set with more images.");
    if (const int label = std::ranges::max(images->labels); label >= kClassCount)
      throw Error(set + " has the label " + std::to_string(label) +
                  ". Choose a data set whose labels are 0 to 9.");
  }
  if (c.batchSize > dataset.train.count())
    throw Error("A batch of " + std::to_string(c.batchSize) + " is larger than the training set (" +
                std::to_string(dataset.train.count()) + " images). Choose a smaller batch size.");
}

// The state of one run.
class Run {
 public:
  Run(const Dataset& dataset, const TrainConfig& config, const Clock& clock,
      TrainObserver& observer, TrainControl& control)
      : m_dataset(dataset),
        m_config(config),
        m_clock(clock),
        m_observer(observer),
        m_control(control),
        m_stopwatch(clock),
        m_start(clock.seconds()),
        m_pool(config.threads),
        m_kernels(selectKernels(config.kernels, config.convMethod)),
        m_network(sampleLenet(), m_kernels, m_pool, std::max(config.batchSize, kEvaluationBatch)),
        m_batches(dataset.train, config),
        m_distortion(config, m_pool),
        m_baseLearningRate(config.learningRate),
        m_total(totalSteps(config, dataset.train.count())) {
    m_network.initialize(config.seed);
    m_finished.weights = std::make_shared<const Weights>(m_network.weights());
  }

  void run() {
    m_observer.runStarted(started());
    m_finished.reason = steps();
    finish();
    m_observer.runFinished(m_finished);
  }

 private:
  RunStarted started() const {
    return {.config = m_config,
            .kernels = m_kernels.description,
            .totalSteps = m_total,
            .trainCount = m_dataset.train.count(),
            .validationCount = m_dataset.validation.count(),
            .testCount = m_dataset.test.count(),
            .parameterCount = m_network.parameterCount()};
  }

  StopReason steps() {
    for (m_step = 0; m_step < m_total; ++m_step) {
      if (!obeyWishes()) return StopReason::Stopped;
      const StepDone done = trainStep();
      m_observer.stepDone(done);
      if (!std::isfinite(done.loss())) {
        // No update follows a cross-entropy that is not finite.
        keepWeights(std::isfinite(done.crossEntropy) ? m_step + 1 : m_step);
        return StopReason::NonFinite;
      }
      if (m_step % m_config.evaluationInterval == 0) report(done);
    }
    TrainConfig unlimited = m_config;
    unlimited.maxSteps.reset();
    const std::int64_t all = totalSteps(unlimited, m_dataset.train.count());
    return m_total < all ? StopReason::StepLimit : StopReason::Finished;
  }

  void restForDelay() {
    if (!m_control.isDelayed()) return;
    const double start = m_clock.seconds();
    do {
      grantWishes();
      m_control.waitForDelay();
    } while (m_control.isDelayed());
    m_stopwatch.exclude(m_clock.seconds() - start);
  }

  // Rests while delayed or paused. Returns false if the run is to end.
  bool obeyWishes() {
    restForDelay();
    if (m_control.shouldRest()) {
      const double start = m_clock.seconds();
      m_paused = true;
      m_observer.paused(m_step);
      do {
        grantWishes();
        m_control.waitForWish();
      } while (m_control.shouldRest());
      m_stopwatch.exclude(m_clock.seconds() - start);
    }
    // Once more: what was wished for before a step was asked for holds in that step.
    if (!grantWishes()) return false;
    if (m_paused && !m_control.isPaused()) {
      m_paused = false;
      m_observer.resumed();
    }
    return true;
  }

  // Returns false if the wish is to stop.
  bool grantWishes() {
    const TrainControl::Wishes wishes = m_control.take();
    if (wishes.stop) return false;
    if (wishes.learningRate) {
      keepWeights(m_step);  // the new rate may break them in one step
      m_baseLearningRate = *wishes.learningRate;
    }
    if (wishes.weights)
      m_observer.weightsReady(std::make_shared<const Weights>(m_network.weights()), m_step);
    return true;
  }

  StepDone trainStep() {
    const std::int64_t trainCount = m_dataset.train.count();
    const float learningRate = learningRateAt(m_config, m_baseLearningRate, m_step, trainCount);
    const double start = m_clock.seconds();
    const BatchSequence::Batch batch = m_batches.at(m_step);
    const StepResult result = m_network.train(m_distortion.apply(batch.pixels, m_step),
                                              batch.labels, stepRule(learningRate));
    const double end = m_clock.seconds();
    m_finished.lastStep = m_step;
    return {
        .step = m_step,
        .epoch = static_cast<double>(m_step * m_config.batchSize) / static_cast<double>(trainCount),
        .crossEntropy = result.crossEntropy,
        .weightPenalty = result.weightPenalty,
        .learningRate = static_cast<double>(learningRate),
        .minibatchError = 100.0 * result.wrong / m_config.batchSize,
        .seconds = end - start,
        .elapsed = end - m_start};
  }

  StepRule stepRule(float learningRate) const {
    // Every execution of the dropout op reserves its counter range in TensorFlow's stream.
    const std::uint64_t elements =
        static_cast<std::uint64_t>(m_config.batchSize) * sampleLenet().dense.front().shape.outputs;
    return {.momentum = {.learningRate = learningRate,
                         .momentum = static_cast<float>(m_config.momentum),
                         .weightDecay = static_cast<float>(m_config.weightDecay)},
            .keepProbability = static_cast<float>(m_config.keepProbability),
            .dropout = Philox(m_config.seed),
            .dropoutCounter = static_cast<std::uint64_t>(m_step) * elements * kReservedPerOutput};
  }

  void report(const StepDone& done) {
    // The sample reads its stopwatch before the validation, so that each lap holds the one before.
    const double lap = m_stopwatch.lap();
    const Evaluation validation = evaluateSet(m_dataset.validation);
    if (m_control.abandoned()) return;
    keepWeights(m_step + 1);
    if (m_finished.steps == m_step + 1 && validation.wrong < m_fewestWrong) {
      m_fewestWrong = validation.wrong;
      m_observer.bestWeights(m_finished.weights, m_step + 1, validation);
    }
    m_observer.validationDone(
        {.step = done,
         .scriptMillisecondsPerStep = 1000.0 * lap / m_config.evaluationInterval,
         .validation = validation});
  }

  // Remembers the weights, made by so many updates, as the last finite ones, if they are.
  void keepWeights(std::int64_t updates) {
    Weights weights = m_network.weights();
    for (const NamedTensor& entry : weights)
      for (const float value : entry.tensor.values())
        if (!std::isfinite(value)) return;
    m_finished.weights = std::make_shared<const Weights>(std::move(weights));
    m_finished.steps = updates;
  }

  void finish() {
    if (m_finished.reason != StopReason::NonFinite) {
      m_finished.weights = std::make_shared<const Weights>(m_network.weights());
      m_finished.steps = m_step;
      const Evaluation test = evaluateSet(m_dataset.test);
      if (!m_control.abandoned()) m_finished.test = test;
    }
    m_finished.seconds = m_stopwatch.seconds();
  }

  Evaluation evaluateSet(const LabeledImages& images) {
    return evaluate(m_network, images, m_clock, [this] { return m_control.abandoned(); });
  }

  const Dataset& m_dataset;
  const TrainConfig& m_config;
  const Clock& m_clock;
  TrainObserver& m_observer;
  TrainControl& m_control;
  Stopwatch m_stopwatch;
  const double m_start;
  ThreadPool m_pool;
  const Kernels& m_kernels;
  Network m_network;
  BatchSequence m_batches;
  BatchDistortion m_distortion;
  double m_baseLearningRate;
  std::int64_t m_total;
  std::int64_t m_step = 0;
  bool m_paused = false;  // as the observer knows it
  std::int64_t m_fewestWrong = std::numeric_limits<std::int64_t>::max();  // of the validations
  RunFinished m_finished;
};

}  // namespace

Trainer::Trainer(const Dataset& dataset, const TrainConfig& config, const Clock& clock)
    : m_dataset(dataset), m_config(config), m_clock(clock) {
  if (m_config.threads == 0) m_config.threads = usefulThreads();
  m_config.kernels = selectKernels(m_config.kernels, m_config.convMethod).name;
  check(m_config, dataset);
}

void Trainer::run(TrainObserver& observer, TrainControl& control) {
  Run(m_dataset, m_config, m_clock, observer, control).run();
}

}  // namespace engine
