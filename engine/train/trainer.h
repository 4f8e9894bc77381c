#pragma once

#include <memory>

#include "engine/clock.h"
#include "engine/data/dataset.h"
#include "engine/train/checkpoint.h"
#include "engine/train/train_config.h"
#include "engine/train/train_control.h"
#include "engine/train/train_observer.h"

namespace engine {

/// Trains the sample's network. Knows no thread but the one that calls run() and the pool that it
/// makes for the kernels.
class Trainer {
 public:
  /// The data set must outlive the trainer. Throws Error if config and data do not fit together
  /// (empty set, batch larger than the set, label out of range), naming the setting to change.
  Trainer(const Dataset& dataset, const TrainConfig& config, const Clock& clock = steadyClock());

  /// Goes on from a checkpoint: the run does what the one that it comes from would have done, to
  /// the last bit of the weights if the kernel set is the same, for any number of threads. Throws
  /// Error also where the data are others or the weights belong to another network.
  Trainer(const Dataset& dataset, std::shared_ptr<const Checkpoint> from,
          const Clock& clock = steadyClock());

  /// Blocks until the run ends. Observer events come on the calling thread, in this order:
  /// runStarted, then per step stepDone and maybe validationDone, at last runFinished. Once only.
  void run(TrainObserver& observer, TrainControl& control);

 private:
  const Dataset& m_dataset;
  std::shared_ptr<const Checkpoint> m_from;
  TrainConfig m_config;
  const Clock& m_clock;
};

}  // namespace engine
