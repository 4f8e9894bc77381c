#pragma once

#include <QByteArray>
#include <QString>

#include "ui/charts/axis_scale.h"

namespace ui {

class ChartPane;

/// The named curves as one table in the C locale: step, epoch, active_seconds of the run, then a
/// column per curve; an empty field where a curve has no point, nan and inf as such. Values are
/// exact, not those that were picked for drawing. Forecasts have no active_seconds. The columns
/// that engine::readRunTable() knows have its names: a saved chart opens as a run.
QByteArray chartTable(const ChartPane& pane, Range x, char separator);

/// Puts a picture of twice the size and the visible part of the table, tab-separated, into the
/// clipboard as one object.
void copyChart(ChartPane& pane);

/// Writes a picture of twice the size (.png), vectors (.svg) or the whole table (.csv). Throws
/// engine::Error if that fails or the name ends otherwise.
void saveChart(ChartPane& pane, const QString& path);

}  // namespace ui
