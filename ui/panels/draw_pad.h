#pragma once

#include <QWidget>
#include <optional>

#include "ui/panels/sketch.h"

class QTabletEvent;
class QTouchEvent;

namespace ui {

/// The square paper on which a digit is drawn, or erased, with mouse, finger, pen or keyboard
/// (arrow keys move a pen, Space lowers and raises it). A pen that is pressed harder draws thicker,
/// and its other end erases. One pointer draws at a time; others are ignored until it lets go, so
/// neither a second finger nor the mouse events that some systems add to a pen's leave marks.
class DrawPad : public QWidget {
  Q_OBJECT

 public:
  explicit DrawPad(QWidget* parent = nullptr);

  Sketch& sketch() { return m_sketch; }

  /// What the next gesture does, unless a pen comes with its own eraser.
  void setTool(Sketch::Tool tool);

  /// What stands on the empty paper.
  void setHint(const QString& hint);

  /// Where the paper is in the widget: the largest square, centred. Ink keeps its place on it.
  QRectF paper() const;
  QPointF toPaper(QPointF widgetPoint) const;

  QSize sizeHint() const override { return {280, 280}; }
  QSize minimumSizeHint() const override { return {220, 120}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void tabletEvent(QTabletEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent*) override { hoverAt(std::nullopt); }
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  enum class Pointer { None, Mouse, Touch, Tablet, Keyboard };

  // Points are on the paper's scale.
  void press(Pointer pointer, QPointF point, Sketch::Tool tool, double width = 1);
  void move(Pointer pointer, QPointF point, double width = 1);
  void release(Pointer pointer);
  bool touch(QTouchEvent& event);
  void hoverAt(std::optional<QPointF> point);
  bool isPenDown() const;
  void movePen(QPointF point);
  void showChange();

  Sketch m_sketch;
  QString m_hint;
  Sketch::Tool m_tool = Sketch::Tool::Pen;
  std::optional<QPointF> m_hover;  // of the mouse or pen, on the paper
  Pointer m_pointer = Pointer::None;
  int m_finger = 0;  // id of the touch point that draws
  QPointF m_pen;     // of the keyboard, on the paper
  bool m_penVisible = false;
};

}  // namespace ui
