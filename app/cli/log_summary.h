#pragma once

#include <string>

#include "engine/log/read_runs.h"

namespace cli {

/// What a file of runs holds, in lines for people: runs, steps, intervals, losses, errors, times.
std::string summaryOf(const engine::RunFile& file);

}  // namespace cli
