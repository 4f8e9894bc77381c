#pragma once

#include "app/cli/command.h"

namespace cli {

void runAlexnetCommand(const QStringList& arguments, LineOutput& output);

inline constexpr Command kAlexnetCommand{"alexnet", "Time AlexNet as the article did.",
                                         runAlexnetCommand};

}  // namespace cli
