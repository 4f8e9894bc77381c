#pragma once

#include "app/cli/command.h"

namespace cli {

/// Times AlexNet, here or on a simulated machine, and prints the log of the old script.
void runAlexnetCommand(const QStringList& arguments, LineOutput& output);

inline constexpr Command kAlexnetCommand{"alexnet", "Time AlexNet, as the article did",
                                         runAlexnetCommand};

}  // namespace cli
