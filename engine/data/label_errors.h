#pragma once

#include <cstdint>
#include <span>

#include "engine/data/dataset.h"

namespace engine {

/// A test image whose label people do not agree with: at most two of five who looked at it.
struct LabelError {
  std::int64_t index;  ///< in the test set
  int label;
  int agree;      ///< of five, who saw the label
  int other;      ///< the class that was offered to them instead
  int seesOther;  ///< of five, who saw that; the rest saw neither
};

/// The known label errors in MNIST's test set, by index; empty for every other data set. Source:
/// C. Northcutt, A. Athalye, J. Mueller, "Pervasive Label Errors in Test Sets Destabilize Machine
/// Learning Benchmarks", 2021, and the votes published with it.
std::span<const LabelError> labelErrorsOf(const Dataset& dataset);

}  // namespace engine
