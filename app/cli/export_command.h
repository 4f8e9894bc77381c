#pragma once

#include "app/cli/command.h"

namespace cli {

/// Saves a file of weights in another format, verified.
void runExport(const QStringList& arguments, LineOutput& output);

inline constexpr Command kExportCommand{"export", "Save weights in another format", runExport};

}  // namespace cli
