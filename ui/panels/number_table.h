#pragma once

#include <QList>
#include <QStringList>

class QTableWidget;

namespace ui {

// Tables of measurements, to be read and copied.

QTableWidget* makeNumberTable(const QString& name);

/// The first row is the header; the first columns are text, the others numbers.
void fillTable(QTableWidget& table, const QList<QStringList>& rows, int textColumns);

/// With the header, a line for each row.
QString tabSeparated(const QTableWidget& table);

}  // namespace ui
