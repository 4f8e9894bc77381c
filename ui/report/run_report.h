#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <vector>

class QPagedPaintDevice;
class QPainter;

namespace ui {

class CreditSession;
class LinkedAxes;
class RunModel;

/// A printable report of the present run: what it was, its settings, curves, confusion matrix and
/// credits, on A4. Always in dark on light. Drawn in short pieces on the GUI thread, which goes on
/// working in between.
class RunReport : public QObject {
  Q_OBJECT

 public:
  /// What the report is of, as it is at this moment; model and credits must outlive the report.
  RunReport(const RunModel& model, const CreditSession& credits, const QString& dataset,
            QObject* parent = nullptr);
  ~RunReport() override;

  /// Draws the report and writes it to file as PDF; ends with saved() or failed(). A second call
  /// while one is under way does nothing.
  void save(const QString& file);
  bool isDrawing() const;

 signals:
  void progressed(int percent);
  void saved(const QString& file);
  /// message: one sentence that names the file and the remedy.
  void failed(const QString& message);

 private:
  class Private;
  std::unique_ptr<Private> d;
};

}  // namespace ui
