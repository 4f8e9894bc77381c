#pragma once

#include "app/cli/command.h"

namespace cli {

/// Tells of this computer's, or a named instance's, CPU credits.
void runCredits(const QStringList& arguments, LineOutput& output);

inline constexpr Command kCreditsCommand{"credits", "Show a real machine's CPU credits",
                                         runCredits};

}  // namespace cli
