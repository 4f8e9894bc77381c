#include "ui/panels/runs_panel.h"

#include <QEvent>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QPainter>
#include <QProgressBar>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <cmath>
#include <exception>

#include "ui/file_choices.h"
#include "ui/panels/ghost_curves.h"
#include "ui/run/ghost_runs.h"
#include "ui/run/run_export.h"
#include "ui/theme.h"

namespace ui {
namespace {

constexpr int kRunRole = Qt::UserRole;
constexpr int kPresent = 0;  // no run has this id
constexpr int kDecimals[] = {3, 1, 1};

QIcon swatch(const GhostRun& run, const QWidget& widget) {
  constexpr QSize kSize(28, 12);
  QPixmap picture(kSize * widget.devicePixelRatioF());
  picture.setDevicePixelRatio(widget.devicePixelRatioF());
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setPen(QPen(seriesColor(GhostCurves::color(run), isDark(widget.palette())), 2.5,
                      GhostCurves::dash(run), Qt::FlatCap));
  painter.drawLine(0, kSize.height() / 2, kSize.width(), kSize.height() / 2);
  return picture;
}

}  // namespace

RunsPanel::RunsPanel(GhostRuns& runs, const GhostCurves& curves, const LinkedAxes& axes,
                     QWidget* parent)
    : QWidget(parent),
      m_runs(runs),
      m_curves(curves),
      m_axes(axes),
      m_list(new QTreeWidget),
      m_progress(new QProgressBar) {
  m_list->setHeaderLabels({tr("Run"), tr("Loss"), tr("Validation (%)"), tr("ms per step")});
  m_list->setAccessibleName(tr("Runs in the charts, with their values at the crosshair"));
  m_list->setToolTip(
      tr("Values at the crosshair; in brackets how far they are above or below the present run's"));
  m_list->setRootIsDecorated(false);
  m_list->setIconSize({28, 12});
  m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_list->header()->setStretchLastSection(false);
  m_present = new QTreeWidgetItem(m_list, {tr("Present run")});
  m_present->setData(0, kRunRole, kPresent);
  m_present->setFlags(Qt::ItemIsEnabled);

  auto* buttons = new QVBoxLayout;
  buildButtons(*buttons);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_list, 1);
  layout->addLayout(buttons);

  connect(m_list, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* row) {
    m_runs.setVisible(row->data(0, kRunRole).toInt(), row->checkState(0) == Qt::Checked);
  });
  connect(m_list, &QTreeWidget::itemSelectionChanged, this, [this] {
    const bool chosen = !m_list->selectedItems().isEmpty();
    m_save->setEnabled(m_list->selectedItems().size() == 1);
    m_remove->setEnabled(chosen);
  });
  connect(&runs, &GhostRuns::added, this, &RunsPanel::addRow);
  connect(&runs, &GhostRuns::removed, this, &RunsPanel::removeRow);
  connect(&axes, &LinkedAxes::cursorMoved, this, &RunsPanel::showValues);
  connect(&axes, &LinkedAxes::changed, this, &RunsPanel::showValues);
  connect(&curves, &GhostCurves::changed, this, &RunsPanel::showValues);
  connect(&m_importer, &RunImporter::imported, this,
          [this](const std::shared_ptr<const engine::RunFile>& file, const QString& path) {
            take(*file, path);
          });
  connect(&m_importer, &RunImporter::failed, this, &RunsPanel::failed);
  connect(&m_importer, &RunImporter::idle, this, [this] { showProgress(false); });
  connect(&m_importer, &RunImporter::progressed, this,
          [this](const QString&, int percent) { m_progress->setValue(percent); });
  for (const GhostRun& run : runs.runs()) addRow(run.id);
}

void RunsPanel::buildButtons(QLayout& layout) {
  const auto add = [&](const QString& text, const QString& toolTip, auto action) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setAutoRaise(true);
    button->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    connect(button, &QToolButton::clicked, this, action);
    layout.addWidget(button);
    return button;
  };
  m_open = add(tr("Open…"), tr("Open logs or tables of runs"),
               [this] { open(chooseRunsToOpen(*this)); });
  m_article =
      add(tr("Article"), tr("Add the article's run on a t2.micro"), [this] { addArticle(); });
  m_save =
      add(tr("Save…"), tr("Save the chosen run as a table or a run log"), [this] { saveChosen(); });
  m_remove =
      add(tr("Remove"), tr("Remove the chosen runs from the charts"), [this] { removeChosen(); });
  m_cancel = add(tr("Cancel"), tr("Stop reading"), [this] { m_importer.cancel(); });
  m_remove->setShortcut(QKeySequence::Delete);
  m_save->setEnabled(false);
  m_remove->setEnabled(false);
  m_progress->setAccessibleName(tr("Reading runs"));
  m_progress->setMaximumWidth(90);
  layout.addWidget(m_progress);
  layout.addItem(new QSpacerItem(0, 0, QSizePolicy::Minimum, QSizePolicy::Expanding));
  showProgress(false);
}

void RunsPanel::open(const QStringList& files) {
  if (files.isEmpty()) return;
  showProgress(true);
  m_importer.read(files);
}

void RunsPanel::showProgress(bool reading) {
  m_progress->setValue(0);
  m_progress->setVisible(reading);
  m_cancel->setVisible(reading);
}

void RunsPanel::addArticle() {
  try {
    m_runs.add(GhostRuns::article(), tr("The article's run (t2.micro)"));
  } catch (const std::exception& error) {
    emit failed(QString::fromUtf8(error.what()));
  }
}

void RunsPanel::take(const engine::RunFile& file, const QString& path) {
  for (const engine::RunRecord& run : file.runs)
    m_runs.add(run, QString::fromStdString(run.start.name));
  QString text = tr("%Ln run(s) from %1", nullptr, static_cast<int>(file.runs.size()))
                     .arg(QFileInfo(path).fileName());
  if (file.notUnderstood > 0)
    text += tr("; %Ln line(s) not understood", nullptr, static_cast<int>(file.notUnderstood));
  if (file.orphans > 0)
    text += tr("; %Ln block(s) without a step", nullptr, static_cast<int>(file.orphans));
  emit message(text);
}

void RunsPanel::addRow(int id) {
  const GhostRun& run = *m_runs.find(id);
  const QSignalBlocker blocker(m_list);
  auto* row = new QTreeWidgetItem(m_list, {run.name});
  row->setData(0, kRunRole, id);
  row->setIcon(0, swatch(run, *this));
  row->setToolTip(0, describe(*run.record));
  row->setCheckState(0, run.visible ? Qt::Checked : Qt::Unchecked);
  showValues();
}

QTreeWidgetItem* RunsPanel::rowOf(int run) const {
  for (int i = 0; i < m_list->topLevelItemCount(); ++i)
    if (m_list->topLevelItem(i)->data(0, kRunRole).toInt() == run) return m_list->topLevelItem(i);
  return nullptr;
}

void RunsPanel::removeRow(int run) {
  delete rowOf(run);
}

void RunsPanel::removeChosen() {
  for (const QTreeWidgetItem* row : m_list->selectedItems())
    m_runs.remove(row->data(0, kRunRole).toInt());
}

void RunsPanel::saveChosen() {
  const auto rows = m_list->selectedItems();
  const GhostRun* run =
      rows.isEmpty() ? nullptr : m_runs.find(rows.first()->data(0, kRunRole).toInt());
  const QString file = run ? chooseRunTarget(*this) : QString();
  if (file.isEmpty()) return;
  try {
    saveRun(*run->record, file);
    emit message(tr("Saved the run to %1").arg(QFileInfo(file).fileName()));
  } catch (const std::exception& error) {
    emit failed(QString::fromUtf8(error.what()));
  }
}

QString RunsPanel::valueText(int run, int series, double x) const {
  const auto which = static_cast<GhostCurves::Series>(series);
  const auto present = m_curves.presentValueAt(which, x);
  const auto value = run == kPresent ? present : m_curves.valueAt(run, which, x);
  if (!value) return {};
  const QLocale locale;
  QString text = locale.toString(*value, 'f', kDecimals[series]);
  if (run == kPresent || !present || !std::isfinite(*value - *present)) return text;
  const double difference = *value - *present;
  return text + QStringLiteral(" (") +
         (difference < 0 ? QStringLiteral("−") : QStringLiteral("+")) +
         locale.toString(std::abs(difference), 'f', kDecimals[series]) + QLatin1Char(')');
}

void RunsPanel::showValues() {
  if (!isVisible()) return;
  const QSignalBlocker blocker(m_list);
  const double x = m_axes.cursorX().value_or(HUGE_VAL);
  for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
    QTreeWidgetItem* row = m_list->topLevelItem(i);
    for (const int series : GhostCurves::kSeries)
      row->setText(1 + series, valueText(row->data(0, kRunRole).toInt(), series, x));
  }
}

void RunsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  showValues();
}

void RunsPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange) return;
  const QSignalBlocker blocker(m_list);
  for (const GhostRun& run : m_runs.runs())
    if (QTreeWidgetItem* row = rowOf(run.id)) row->setIcon(0, swatch(run, *this));
}

}  // namespace ui
