#pragma once

#include <QString>

#include "engine/log/run_record.h"

namespace ui {

/// Writes a run as a table (.csv) or else as a run log in JSON lines. Throws engine::Error.
void saveRun(const engine::RunRecord& run, const QString& file);

/// A few lines for a tooltip: where the run comes from, its steps, best error, speed.
QString describe(const engine::RunRecord& run);

}  // namespace ui
