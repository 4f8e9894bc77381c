#include "ui/file_choices.h"

#include <QCoreApplication>
#include <QFileDialog>

#include "engine/weights/formats.h"

namespace ui {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(ui::FileChoices)
};

QString chooseTarget(QWidget& parent, const QString& title, const QString& suggestion,
                     const QString& filter) {
  QFileDialog dialog(&parent, title, {}, filter);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix(QFileInfo(suggestion).suffix());
  dialog.selectFile(suggestion);
  return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

QString weightsFilter() {
  QStringList patterns;
  for (const engine::WeightsFormat& format : engine::weightsFormats())
    patterns += QLatin1Char('*') + QString::fromLatin1(format.suffix);
  return Text::tr("Weights (%1)").arg(patterns.join(QLatin1Char(' ')));
}

}  // namespace

QString chooseDataFolder(QWidget& parent, const QString& start) {
  return QFileDialog::getExistingDirectory(
      &parent, Text::tr("Folder with the four IDX files of a data set"), start);
}

QString chooseWeightsToOpen(QWidget& parent) {
  return QFileDialog::getOpenFileName(&parent, Text::tr("Open weights"), {},
                                      weightsFilter() + Text::tr(";;All files (*)"));
}

QString chooseWeightsTarget(QWidget& parent, const QString& suggestion) {
  return chooseTarget(parent, Text::tr("Save weights"), suggestion, weightsFilter());
}

QString chooseDigitPicture(QWidget& parent) {
  return QFileDialog::getOpenFileName(&parent, Text::tr("Open a picture of a digit"), {},
                                      Text::tr("Pictures (*.png *.jpg *.jpeg *.bmp *.gif);;"
                                               "All files (*)"));
}

QString chooseDigitTarget(QWidget& parent) {
  return chooseTarget(parent, Text::tr("Save the 28×28 pixels"), QStringLiteral("digit.png"),
                      Text::tr("Pictures (*.png);;IDX files (*.idx *-ubyte)"));
}

QString choosePictureTarget(QWidget& parent) {
  return chooseTarget(parent, Text::tr("Save window picture"), QStringLiteral("burstlab.png"),
                      Text::tr("Pictures (*.png *.jpg)"));
}

QString chooseLogTarget(QWidget& parent) {
  return chooseTarget(parent, Text::tr("Save log"), QStringLiteral("burstlab.log"),
                      Text::tr("Text files (*.log *.txt)"));
}

QString choosePlanTarget(QWidget& parent) {
  return chooseTarget(parent, Text::tr("Save table"), QStringLiteral("plan.csv"),
                      Text::tr("Comma-separated values (*.csv)"));
}

QStringList chooseRunsToOpen(QWidget& parent) {
  return QFileDialog::getOpenFileNames(
      &parent, Text::tr("Open runs"), {},
      Text::tr(
          "Logs and tables of runs (*.log *.txt *.md *.jsonl *.json *.csv *.tsv);;All files (*)"));
}

QString chooseLogToFollow(QWidget& parent) {
  return QFileDialog::getOpenFileName(
      &parent, Text::tr("Follow run log"), {},
      Text::tr("Logs of runs (*.jsonl *.log *.txt);;All files (*)"));
}

QString chooseRunTarget(QWidget& parent) {
  return chooseTarget(parent, Text::tr("Save run"), QStringLiteral("run.csv"),
                      Text::tr("Tables (*.csv);;Run logs (*.jsonl)"));
}

QString chooseReportTarget(QWidget& parent) {
  return chooseTarget(parent, Text::tr("Save report"), QStringLiteral("report.pdf"),
                      Text::tr("PDF documents (*.pdf)"));
}

}  // namespace ui
