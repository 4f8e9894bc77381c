#include "engine/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/nn/network.h"
#include "engine/train/batch_distortion.h"
#include "engine/train/evaluation.h"
#include "engine/train/requirements.h"
#include "engine/train/schedule.h"
#include "engine/train/stopwatch.h"

namespace engine {
namespace {

// Evaluation goes through the network in blocks of at least the sample's EVAL_BATCH_SIZE.
constexpr int kEvaluationBatch = 64;

// The state of one run.
class Run {
 public:
  Run(const Dataset& dataset, const TrainConfig& config, const Checkpoint* from, const Clock& clock,
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
        m_state{.config = config, .baseLearningRate = config.learningRate},
        m_total(totalSteps(config, dataset.train.count())) {
    from ? goOn(*from) : m_network.initialize(config.seed);
    m_finished.weights = std::make_shared<const Weights>(m_network.weights());
  }

  void run() {
    m_observer.runStarted(started());
    if (m_state.best) tellBest(*m_state.best);
    m_finished.reason = steps();
    finish();
    m_observer.runFinished(m_finished);
  }

 private:
  void goOn(const Checkpoint& from) {
    m_state = from.state;
    m_state.config = m_config;
    m_network.setWeights(std::exchange(m_state.weights, {}));
    m_network.setVelocities(std::exchange(m_state.velocities, {}));
    m_history = from.history;
    m_finished.steps = m_state.steps;
    m_finished.lastStep = m_state.steps - 1;
    m_stopwatch.set(m_state.seconds, m_state.lapSeconds);
    m_start -= m_state.elapsed;
  }

  void tellState() {
    RunState state = m_state;
    state.seconds = m_stopwatch.seconds();
    state.lapSeconds = m_stopwatch.lapSeconds();
    state.elapsed = m_clock.seconds() - m_start;
    state.weights = m_network.weights();
    state.velocities = m_network.velocities();
    m_observer.stateReady(std::move(state));
  }

  RunStarted started() const {
    return {.config = m_config,
            .kernels = m_kernels.description,
            .totalSteps = m_total,
            .trainCount = m_dataset.train.count(),
            .validationCount = m_dataset.validation.count(),
            .testCount = m_dataset.test.count(),
            .parameterCount = m_network.parameterCount(),
            .firstStep = m_state.steps,
            .history = m_history};
  }

  StopReason steps() {
    if (m_state.owedReport) report();
    for (; m_state.steps < m_total; ++m_state.steps) {
      if (!obeyWishes()) return StopReason::Stopped;
      const StepDone done = trainStep();
      m_observer.stepDone(done);
      if (!std::isfinite(done.loss())) {
        // No update follows a cross-entropy that is not finite.
        keepWeights(std::isfinite(done.crossEntropy) ? m_state.steps + 1 : m_state.steps);
        return StopReason::NonFinite;
      }
      if (m_state.steps % m_config.evaluationInterval == 0) {
        // The sample reads its stopwatch before the validation, so each lap holds the one before.
        m_state.owedReport = {done, m_stopwatch.lap()};
        report();
      }
    }
    TrainConfig unlimited = m_config;
    unlimited.maxSteps.reset();
    const std::int64_t all = totalSteps(unlimited, m_dataset.train.count());
    return m_total < all ? StopReason::StepLimit : StopReason::Finished;
  }

  void restForDelay() {
    if (!m_control.isDelayed()) return;
    m_stopwatch.hold();
    do {
      grantWishes();
      m_control.waitForDelay();
    } while (m_control.isDelayed());
    m_stopwatch.release();
  }

  // Rests while delayed or paused. Returns false if the run is to end.
  bool obeyWishes() {
    restForDelay();
    if (m_control.shouldRest()) {
      m_stopwatch.hold();
      m_paused = true;
      m_observer.paused(m_state.steps);
      do {
        grantWishes();
        m_control.waitForWish();
      } while (m_control.shouldRest());
      m_stopwatch.release();
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
    if (wishes.state) tellState();
    if (wishes.learningRate) {
      keepWeights(m_state.steps);  // the new rate may break them in one step
      m_state.baseLearningRate = *wishes.learningRate;
    }
    if (wishes.stop) return false;
    if (wishes.weights)
      m_observer.weightsReady(std::make_shared<const Weights>(m_network.weights()), m_state.steps);
    return true;
  }

  StepDone trainStep() {
    const std::int64_t trainCount = m_dataset.train.count();
    const float learningRate =
        learningRateAt(m_config, m_state.baseLearningRate, m_state.steps, trainCount);
    const double start = m_clock.seconds();
    const BatchSequence::Batch batch = m_batches.at(m_state.steps);
    const StepResult result =
        m_network.train(m_distortion.apply(batch.pixels, m_state.steps), batch.labels,
                        stepRuleAt(m_config, learningRate, m_state.steps));
    const double end = m_clock.seconds();
    m_finished.lastStep = m_state.steps;
    return {.step = m_state.steps,
            .epoch = static_cast<double>(m_state.steps * m_config.batchSize) /
                     static_cast<double>(trainCount),
            .crossEntropy = result.crossEntropy,
            .weightPenalty = result.weightPenalty,
            .learningRate = static_cast<double>(learningRate),
            .minibatchError = 100.0 * result.wrong / m_config.batchSize,
            .seconds = end - start,
            .elapsed = end - m_start};
  }

  // Of the last step that was done.
  void report() {
    const Evaluation validation = evaluateSet(m_dataset.validation);
    if (m_control.abandoned()) return;
    const OwedReport report = *std::exchange(m_state.owedReport, std::nullopt);
    const std::int64_t updates = report.step.step + 1;
    keepWeights(updates);
    const auto& best = m_state.best;
    if (m_finished.steps == updates && (!best || validation.wrong < best->validation.wrong))
      tellBest(m_state.best.emplace(updates, validation, m_finished.weights));
    m_observer.validationDone(
        {.step = report.step,
         .scriptMillisecondsPerStep = 1000.0 * report.lapSeconds / m_config.evaluationInterval,
         .validation = validation});
  }

  void tellBest(const BestWeights& best) {
    m_observer.bestWeights(best.weights, best.updates, best.validation);
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
      if (m_control.take().finalState) tellState();
      m_finished.weights = std::make_shared<const Weights>(m_network.weights());
      m_finished.steps = m_state.steps;
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
  double m_start;  // of the run, as if it had never been interrupted
  ThreadPool m_pool;
  const Kernels& m_kernels;
  Network m_network;
  BatchSequence m_batches;
  BatchDistortion m_distortion;
  RunState m_state;  // without weights and times; steps: the next one, or that being done
  std::int64_t m_total;
  std::shared_ptr<const RunHistory> m_history;
  bool m_paused = false;  // as the observer knows it
  RunFinished m_finished;
};

}  // namespace

Trainer::Trainer(const Dataset& dataset, const TrainConfig& config, const Clock& clock)
    : m_dataset(dataset), m_config(config), m_clock(clock) {
  if (m_config.threads == 0) m_config.threads = usefulThreads();
  m_config.kernels = selectKernels(m_config.kernels, m_config.convMethod).name;
  requireTrainable(m_config, dataset);
}

Trainer::Trainer(const Dataset& dataset, std::shared_ptr<const Checkpoint> from, const Clock& clock)
    : Trainer(dataset, from->state.config, clock) {
  requireSameData(*from, dataset);
  m_from = std::move(from);
}

void Trainer::run(TrainObserver& observer, TrainControl& control) {
  Run run(m_dataset, m_config, m_from.get(), m_clock, observer, control);
  m_from.reset();  // 13 MB that the run has copied
  run.run();
}

}  // namespace engine
