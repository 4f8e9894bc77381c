#pragma once

#include "app/cli/command.h"

namespace cli {

/// Measures this computer and prints a table or JSON.
void runBench(const QStringList& arguments, LineOutput& output);

inline constexpr Command kBenchCommand{"bench", "Measure how fast this computer is", runBench};

}  // namespace cli
