#pragma once

#include "app/cli/command.h"

namespace cli {

/// Trains, printing the sample's log line for line.
void runTrain(const QStringList& arguments, LineOutput& output);

inline constexpr Command kTrainCommand{"train", "Train the network and print its log", runTrain};

}  // namespace cli
