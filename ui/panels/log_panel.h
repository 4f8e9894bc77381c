#pragma once

#include <QWidget>
#include <memory>

#include "engine/data/dataset.h"

class QPlainTextEdit;

namespace ui {

class RunModel;

/// The console lines of the runs, exactly as burstlab-cli prints them, one run below the other. Old
/// lines are dropped beyond kMaxLines.
class LogPanel : public QWidget {
  Q_OBJECT

 public:
  static constexpr int kMaxLines = 20000;

  explicit LogPanel(RunModel& model, QWidget* parent = nullptr);

  /// The data set of the run that starts next.
  void beginRun(const engine::Dataset& dataset);
  QString text() const;

 signals:
  void failed(const QString& message);

 private:
  void append(const QString& lines);
  void appendNewReports();
  void save();

  RunModel& m_model;
  QPlainTextEdit* m_text;
  std::size_t m_reports = 0;  ///< of the model, already shown
};

}  // namespace ui
