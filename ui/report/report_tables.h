#pragma once

#include <QList>
#include <QPainter>
#include <QString>
#include <QStringList>

#include "ui/run/run_model.h"

namespace ui {

/// A name and what there is to say.
struct ReportRow {
  QString name, value;
};

QList<ReportRow> settingsRows(const engine::RunStarted& run);
QList<ReportRow> resultRows(const RunModel& model);

/// Two columns of rows; returns the height. Units are points.
double drawRows(QPainter& painter, QRectF area, const QString& title, const QList<ReportRow>& rows);

/// Counts by label (row) and answer (column), darker where there are more of a label's images;
/// returns the height.
double drawConfusion(QPainter& painter, QRectF area, const QString& title,
                     const engine::ConfusionMatrix& counts);

}  // namespace ui
