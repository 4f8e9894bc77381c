#include "ui/panels/number_table.h"

#include <QHeaderView>
#include <QTableWidget>

namespace ui {

QTableWidget* makeNumberTable(const QString& name) {
  auto* table = new QTableWidget;
  table->setAccessibleName(name);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setTabKeyNavigation(false);
  table->verticalHeader()->hide();
  return table;
}

void fillTable(QTableWidget& table, const QList<QStringList>& rows, int textColumns) {
  table.setColumnCount(static_cast<int>(rows.first().size()));
  table.setRowCount(static_cast<int>(rows.size()) - 1);
  table.setHorizontalHeaderLabels(rows.first());
  for (int row = 0; row < table.rowCount(); ++row)
    for (int column = 0; column < table.columnCount(); ++column) {
      auto* item = new QTableWidgetItem(rows.at(row + 1).at(column));
      if (column >= textColumns) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      table.setItem(row, column, item);
    }
  table.resizeColumnsToContents();
}

QString tabSeparated(const QTableWidget& table) {
  QString text;
  for (int row = -1; row < table.rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < table.columnCount(); ++column)
      cells += (row < 0 ? table.horizontalHeaderItem(column) : table.item(row, column))->text();
    text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return text;
}

}  // namespace ui
