#pragma once

#include "engine/clock.h"
#include "engine/data/dataset.h"
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

  /// Blocks until the run ends. Observer events come on the calling thread, in this order:
  /// runStarted, then per step stepDone and maybe validationDone, at last runFinished.
  void run(TrainObserver& observer, TrainControl& control);

 private:
  const Dataset& m_dataset;
  TrainConfig m_config;
  const Clock& m_clock;
};

}  // namespace engine
