#pragma once

#include <QObject>
#include <optional>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace ui {

class ChartPane;

/// Mouse, keys and context menu of a chart: the wheel zooms x (with Shift: y), dragging selects a
/// part of x, with Ctrl or the middle button it pans, a double click shows all again; moving the
/// mouse or the arrow keys move the crosshair (with Ctrl from evaluation to evaluation, with Shift
/// they pan); the keys + and - zoom x, up and down zoom y. Lives as long as the pane.
class ChartGestures : public QObject {
  Q_OBJECT

 public:
  explicit ChartGestures(ChartPane& pane);

  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void addActions();
  void save();
  bool wheel(const QWheelEvent& event);
  bool press(const QMouseEvent& event);
  bool move(const QMouseEvent& event);
  bool release(const QMouseEvent& event);
  bool key(const QKeyEvent& event);
  void zoomX(double factor, double at);
  void pan(double share);

  ChartPane& m_pane;
  std::optional<double> m_pressed;  // x where the left button went down
  std::optional<double> m_grabbed;  // plot coordinate that the mouse drags along
};

}  // namespace ui
