#include "ui/panels/planner_table.h"

#include <QEvent>
#include <QHeaderView>
#include <QLocale>
#include <QPainter>
#include <algorithm>

#include "engine/credits/plan/plan_text.h"
#include "ui/theme.h"

namespace ui {
namespace {

enum Column { Name, Finish, Wait, Credits, Cost, Front, Detail, kColumns };
constexpr int kOutcomeRole = Qt::UserRole;

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

}  // namespace

CurveStyle PlannerTable::style(int outcome) {
  return {.color = outcome % kSeriesColorCount,
          .width = 1.75,
          .dash = outcome < kSeriesColorCount ? Qt::SolidLine : Qt::DashLine,
          .marker = outcome < kSeriesColorCount ? Marker::Dot : Marker::Hollow,
          .markerSize = 9};
}

PlannerTable::PlannerTable(QWidget* parent) : QTableWidget(parent) {
  setAccessibleName(tr("Strategies"));
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setTabKeyNavigation(false);
  verticalHeader()->hide();
  setColumnCount(kColumns);
  setHorizontalHeaderLabels({tr("Strategy"), tr("Done in"), tr("Wait first"), tr("Credits"),
                             tr("Cost"), tr("Front"), tr("Detail")});
  horizontalHeaderItem(Front)->setToolTip(
      tr("No other permitted strategy is both as quick and as cheap."));
  setWordWrap(false);
  connect(this, &QTableWidget::itemChanged, this, [this](const QTableWidgetItem* item) {
    if (item->column() == Name) emit checkedChanged();
  });
}

void PlannerTable::show(const engine::Plan& plan) {
  const QSignalBlocker once(this);
  QHash<QString, bool> checks;
  QString selected;
  for (int row = 0; row < rowCount(); ++row) {
    const QTableWidgetItem& name = *item(row, Name);
    checks[name.data(Qt::AccessibleTextRole).toString()] = name.checkState() == Qt::Checked;
    if (row == currentRow()) selected = name.data(Qt::AccessibleTextRole).toString();
  }
  setRowCount(0);
  const auto checked = [&](std::size_t i) {
    const bool usual = i == 0 || i == plan.best || std::ranges::count(plan.front, i) > 0;
    return checks.value(text(plan.outcomes[i].name), usual);
  };
  int rank = 0;
  for (const std::size_t i : plan.byTime) addRow(plan, i, QString::number(++rank), checked(i));
  for (std::size_t i = 0; i < plan.outcomes.size(); ++i)
    if (plan.outcomes[i].feasible() && !plan.outcomes[i].whole) addRow(plan, i, {}, checked(i));
  for (std::size_t i = 0; i < plan.outcomes.size(); ++i)
    if (!plan.outcomes[i].feasible()) addRow(plan, i, {}, false);
  drawSwatches();
  resizeColumnsToContents();
  horizontalHeader()->setStretchLastSection(true);  // anew, or it keeps the width of its contents
  for (int row = 0; row < rowCount(); ++row)
    if (item(row, Name)->data(Qt::AccessibleTextRole).toString() == selected ||
        (selected.isEmpty() &&
         item(row, Name)->data(kOutcomeRole).toInt() == static_cast<int>(plan.best)))
      setCurrentCell(row, Name);
}

void PlannerTable::addRow(const engine::Plan& plan, std::size_t index, const QString& rank,
                          bool checked) {
  const engine::Outcome& outcome = plan.outcomes[index];
  const int row = rowCount();
  insertRow(row);
  const auto put = [&](int column, const QString& content, bool number = true) {
    auto* cell = new QTableWidgetItem(content);
    if (number) cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    if (!outcome.feasible()) cell->setFlags(cell->flags() & ~Qt::ItemIsEnabled);
    setItem(row, column, cell);
    return cell;
  };
  const QString name = text(outcome.name);
  QTableWidgetItem* first = put(Name, rank.isEmpty() ? name : tr("%1. %2").arg(rank, name), false);
  first->setData(Qt::AccessibleTextRole, name);
  first->setData(kOutcomeRole, static_cast<int>(index));
  if (!outcome.feasible()) {
    for (int column = Finish; column <= Front; ++column) put(column, {});
    put(Detail, text(outcome.obstacle), false);
    return;
  }
  first->setFlags(first->flags() | Qt::ItemIsUserCheckable);
  first->setCheckState(checked ? Qt::Checked : Qt::Unchecked);
  put(Finish, text(engine::durationText(outcome.finish)));
  put(Wait, outcome.wait > 0 ? text(engine::durationText(outcome.wait)) : QString());
  put(Credits, locale().toString(outcome.credits, 'f', 1));
  put(Cost, outcome.cost ? text(engine::moneyText(*outcome.cost, outcome.currency)) : QString());
  put(Front, std::ranges::count(plan.front, index) > 0 ? QStringLiteral("*") : QString())
      ->setTextAlignment(Qt::AlignCenter);
  QString detail = text(outcome.detail);
  if (!outcome.permitted)
    detail += (detail.isEmpty() ? QString() : QStringLiteral(", ")) + tr("not permitted");
  put(Detail, detail, false);
}

void PlannerTable::drawSwatches() {
  const QSignalBlocker once(this);
  for (int row = 0; row < rowCount(); ++row) {
    QTableWidgetItem& name = *item(row, Name);
    if (!name.flags().testFlag(Qt::ItemIsEnabled)) continue;
    const double scale = devicePixelRatio();
    QPixmap picture(QSize(12, 12) * scale);
    picture.setDevicePixelRatio(scale);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const CurveStyle style = PlannerTable::style(name.data(kOutcomeRole).toInt());
    painter.setPen(QPen(curveColor(style, palette()), 1.5));
    painter.setBrush(markerBrush(style, palette()));
    painter.drawEllipse(QRectF(2, 2, 8, 8));
    painter.end();
    name.setIcon(picture);
  }
}

void PlannerTable::changeEvent(QEvent* event) {
  QTableWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) drawSwatches();
}

int PlannerTable::rowOf(int outcome) const {
  for (int row = 0; row < rowCount(); ++row)
    if (item(row, Name)->data(kOutcomeRole).toInt() == outcome) return row;
  return -1;
}

bool PlannerTable::isChecked(int outcome) const {
  const int row = rowOf(outcome);
  return row >= 0 && item(row, Name)->checkState() == Qt::Checked;
}

int PlannerTable::selectedOutcome() const {
  return currentRow() < 0 ? -1 : item(currentRow(), Name)->data(kOutcomeRole).toInt();
}

void PlannerTable::selectOutcome(int outcome) {
  if (const int row = rowOf(outcome); row >= 0) setCurrentCell(row, Name);
}

}  // namespace ui
