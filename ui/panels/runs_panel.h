#pragma once

#include <QWidget>

#include "ui/run/run_importer.h"

class QProgressBar;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace ui {

class GhostCurves;
class GhostRuns;
class LinkedAxes;
struct GhostRun;

/// The runs that are compared: shown or not, with the values of each at the crosshair and how far
/// they are from those of the present run; opens, saves and removes runs.
class RunsPanel : public QWidget {
  Q_OBJECT

 public:
  /// All must outlive the panel.
  RunsPanel(GhostRuns& runs, const GhostCurves& curves, const LinkedAxes& axes,
            QWidget* parent = nullptr);

  /// Reads files in the background: console logs, run logs, tables.
  void open(const QStringList& files);
  void addArticle();

 signals:
  void failed(const QString& message);
  void message(const QString& text);

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void buildButtons(QLayout& layout);
  void addRow(int run);
  void removeRow(int run);
  void removeChosen();
  void saveChosen();
  void take(const engine::RunFile& file, const QString& path);
  void showValues();
  void showProgress(bool reading);
  QString valueText(int run, int series, double x) const;
  QTreeWidgetItem* rowOf(int run) const;

  GhostRuns& m_runs;
  const GhostCurves& m_curves;
  const LinkedAxes& m_axes;
  RunImporter m_importer;
  QTreeWidget* m_list;
  QTreeWidgetItem* m_present;
  QToolButton *m_open, *m_article, *m_save, *m_remove, *m_cancel;
  QProgressBar* m_progress;
};

}  // namespace ui
