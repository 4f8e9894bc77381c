#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/tensor/tensor.h"
#include "engine/train/train_config.h"
#include "engine/train/train_observer.h"

namespace engine {

/// A report whose validation was broken off: it is still owed.
struct OwedReport {
  StepDone step;
  double lapSeconds = 0;  ///< by the sample's stopwatch, up to the validation
};

/// The weights of the fewest validation errors so far.
struct BestWeights {
  std::int64_t updates = 0;
  Evaluation validation;
  std::shared_ptr<const Weights> weights;
};

/// All that the rest of a run depends on, between two steps. A run that goes on from here does the
/// same, bit by bit, as one that was never interrupted. The random numbers have no state of their
/// own: dropout's place in the Philox stream and the order of the images follow from the seed and
/// the number of the step.
struct RunState {
  TrainConfig config = {};  ///< threads and kernels resolved
  std::int64_t steps = 0;   ///< done
  double baseLearningRate = 0;
  double seconds = 0;     ///< wall time of the run without pauses
  double elapsed = 0;     ///< with pauses
  double lapSeconds = 0;  ///< since the last report, without pauses
  std::optional<OwedReport> owedReport = {};
  std::optional<BestWeights> best = {};
  Weights weights = {};     ///< in the layouts of Weights, whatever the kernels
  Weights velocities = {};  ///< of the momentum, likewise
};

}  // namespace engine
