#pragma once

#include <array>
#include <chrono>
#include <string>

#include "engine/bench/alexnet_benchmark.h"

namespace engine {

// The console lines of alexnet_benchmark.py as of TensorFlow 0.10, without the line ends. Numbers
// are always in the C locale; the time stamp is local time.

using WallTime = std::chrono::system_clock::time_point;

/// "conv1   [128, 56, 56, 64]"
std::string shapeLine(const std::string& layer, int batch, const std::array<int, 3>& output);

/// "2016-10-24 16:18:03.743222: step 10, duration = 9.735"
std::string stepLine(WallTime time, int step, double seconds);

/// Whether the script prints that step: every tenth of those that it counts.
bool isPrintedStep(int step);

/// "2016-10-24 16:32:22.877673: Forward across 100 steps, 9.553 +/- 0.962 sec / batch"
std::string summaryLine(WallTime time, AlexnetTask task, int steps, const MeanAndDeviation& result);

}  // namespace engine
