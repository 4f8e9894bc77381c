#pragma once

#include <string>

#include "engine/train/train_observer.h"

namespace engine {

// The sample's console lines (convolutional.py of TensorFlow 0.10), without the line ends where a
// function returns one line. Numbers are always in the C locale.

/// "Extracting data/train-images-idx3-ubyte.gz"
std::string extractingLine(const std::string& path);

/// The four lines of a report, each ended by \n:
/// Step %d (epoch %.2f), %.1f ms / Minibatch loss: %.3f, learning rate: %.6f /
/// Minibatch error: %.1f%% / Validation error: %.1f%%
std::string reportLines(const ValidationDone& report);

/// The same without the validation, which was not done any more, and with the time of the step
/// alone: for a step whose loss is not finite.
std::string failureLines(const StepDone& step);

/// "Test error: 0.8%"
std::string testErrorLine(const Evaluation& test);

}  // namespace engine
