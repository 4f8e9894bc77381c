#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/pace/pace_moment.h"
#include "engine/tensor/tensor.h"
#include "engine/train/train_config.h"

namespace engine {

/// counts[label][prediction].
using ConfusionMatrix = std::array<std::array<std::int64_t, kClassCount>, kClassCount>;

/// What a pass over a data set found.
struct Evaluation {
  std::int64_t count = 0;
  std::int64_t wrong = 0;
  double seconds = 0;
  ConfusionMatrix confusion{};

  /// Percent, by the sample's formula 100 - 100 * right / count.
  double errorRate() const noexcept {
    return 100.0 - 100.0 * static_cast<double>(count - wrong) / static_cast<double>(count);
  }
};

struct RunHistory;
struct RunState;

struct RunStarted {
  TrainConfig config;   ///< threads resolved
  std::string kernels;  ///< name of the kernel set that runs
  std::int64_t totalSteps = 0;
  std::int64_t trainCount = 0, validationCount = 0, testCount = 0;
  std::int64_t parameterCount = 0;
  std::int64_t firstStep = 0;  ///< above 0 where the run goes on from a checkpoint
  std::shared_ptr<const RunHistory> history = {};  ///< of the steps before; null if there are none
};

/// One training step. Loss and error are those of the weights before the update, with dropout on,
/// as the sample prints them. They are not finite in the step that ends a run so, and then the
/// last.
struct StepDone {
  std::int64_t step = 0;     ///< 0-based, as in the log
  double epoch = 0;          ///< step * batch / trainCount
  double crossEntropy = 0;   ///< mean over the batch, natural logarithm
  double weightPenalty = 0;  ///< the L2 term; loss = crossEntropy + weightPenalty
  double learningRate = 0;
  double minibatchError = 0;  ///< percent
  double seconds = 0;         ///< wall time of this step alone
  double elapsed = 0;  ///< wall time from the start of the run to the end of this step, with pauses
  double loss() const noexcept { return crossEntropy + weightPenalty; }
};

/// Sent after the StepDone of a step that is a multiple of the evaluation interval.
struct ValidationDone {
  StepDone step;
  double scriptMillisecondsPerStep = 0;  ///< by the sample's stopwatch: it divides by the interval
                                         ///< even at step 0, and contains the last validation
  Evaluation validation;
};

/// What a run has told up to some step, in order.
struct RunHistory {
  std::vector<StepDone> steps;
  std::vector<ValidationDone> validations;
  std::vector<PaceMoment> moments = {};  ///< of a simulated machine that goes along
};

enum class StopReason {
  Finished,   ///< all steps done
  StepLimit,  ///< maxSteps reached
  Stopped,    ///< asked to
  NonFinite,  ///< the loss became nan or inf; the weights are the last finite ones
};

struct RunFinished {
  StopReason reason = StopReason::Finished;
  std::int64_t steps = 0;      ///< updates that made the weights
  std::int64_t lastStep = -1;  ///< the last step tried; with NonFinite the one that failed
  Evaluation test;             ///< of the final weights; count 0 where it was not run
  double seconds = 0;          ///< wall time of the run without pauses
  std::shared_ptr<const Weights> weights;  ///< never null
};

/// Hears of a run on the thread that runs it. The calls must return quickly.
class TrainObserver {
 public:
  virtual ~TrainObserver() = default;
  virtual void runStarted(const RunStarted&) {}
  virtual void stepDone(const StepDone&) {}
  virtual void validationDone(const ValidationDone&) {}
  /// Sent before the ValidationDone of the fewest errors so far, with the weights, made by so many
  /// updates, that had them. A run that goes on begins with those that it had.
  virtual void bestWeights(std::shared_ptr<const Weights>, std::int64_t /*updates*/,
                           const Evaluation& /*validation*/) {}
  /// An answer to TrainControl::requestWeights(): the weights after so many updates.
  virtual void weightsReady(std::shared_ptr<const Weights>, std::int64_t /*updates*/) {}
  /// An answer to TrainControl::requestState() or requestFinalState(). All that the steps so far
  /// told has been told; a report that is owed will be told first when the run goes on.
  virtual void stateReady(RunState&&) {}
  /// The run rests before this step; said again after every single step.
  virtual void paused(std::int64_t /*nextStep*/) {}
  virtual void resumed() {}
  virtual void runFinished(const RunFinished&) {}
  /// Of runs that go along with a simulated machine (see Pacer): where it is now.
  virtual void paced(const PaceMoment&) {}
};

}  // namespace engine
