#pragma once

#include "app/cli/arguments.h"
#include "engine/bench/alexnet_batch.h"

namespace cli {

struct AlexnetOptions {
  engine::AlexnetConfig config;
  int batches = 100;      ///< that count, of each task
  bool compat = false;    ///< print the old script's summaries too
  bool layers = false;    ///< print tables at the end
  bool progress = false;  ///< show a bar on the terminal
};

Arguments parseAlexnetArguments(const QStringList& arguments);
/// Throws UsageError.
AlexnetOptions alexnetOptions(const Arguments& arguments);

}  // namespace cli
