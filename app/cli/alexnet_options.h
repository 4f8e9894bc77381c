#pragma once

#include <limits>
#include <optional>
#include <variant>

#include "app/cli/arguments.h"
#include "engine/bench/alexnet_batch.h"
#include "engine/pace/pace_text.h"

namespace cli {

struct AlexnetOptions {
  engine::AlexnetConfig config;
  int batches = 100;      ///< that count, of each task
  bool compat = false;    ///< print the old script's summaries too
  bool layers = false;    ///< print tables at the end
  bool progress = false;  ///< show a bar on the terminal

  /// On which machine it is thought to happen; none: here.
  struct Simulation {
    engine::MachineChoice machine;
    /// Of a batch of 128 at full speed, or how many times the CPU seconds that it takes here.
    std::variant<engine::AlexnetFigure, double> cost = engine::kArticleFigure;
    double pace = std::numeric_limits<double>::infinity();  ///< its seconds in one of ours
  };
  std::optional<Simulation> simulation = {};
};

Arguments parseAlexnetArguments(const QStringList& arguments);
/// Throws UsageError.
AlexnetOptions alexnetOptions(const Arguments& arguments);

}  // namespace cli
