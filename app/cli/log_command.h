#pragma once

#include "app/cli/command.h"

namespace cli {

/// Reads a log of runs, of whatever kind, and tells or converts what it holds.
void runLog(const QStringList& arguments, LineOutput& output);

inline constexpr Command kLogCommand{
    "log", "Read a log of runs, and convert it to CSV or JSON lines", runLog};

}  // namespace cli
