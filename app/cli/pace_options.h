#pragma once

#include <QCommandLineOption>
#include <QList>
#include <optional>

#include "engine/pace/paced_run.h"

namespace cli {

class Arguments;

/// The simulated machine that a run goes along with.
struct PaceOptions {
  engine::PaceSettings settings;
  double pace = 0;  ///< seconds of the machine in one of ours; infinity: as fast as possible
};

QList<QCommandLineOption> paceOptions();

/// Nothing without --machine. Throws UsageError.
std::optional<PaceOptions> readPaceOptions(const Arguments& arguments);

/// Changes what the other options say about a machine that is there. Throws UsageError.
void readPaceOptions(const Arguments& arguments, PaceOptions& options);

/// For a run without a machine. Throws UsageError if an option is about one.
void requireNoPaceOptions(const Arguments& arguments);

}  // namespace cli
