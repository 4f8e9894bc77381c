#pragma once

#include <QWidget>

#include "ui/panels/sketch.h"

class QTabletEvent;
class QTouchEvent;

namespace ui {

struct PadColors;

/// The square paper on which a digit is drawn with mouse, finger, pen or keyboard (arrow keys move
/// a pen, Space lowers and raises it). One pointer draws at a time; others are ignored until it
/// lets go, so neither a second finger nor the mouse events that some systems add to a pen's leave
/// marks.
class DrawPad : public QWidget {
  Q_OBJECT

 public:
  explicit DrawPad(QWidget* parent = nullptr);

  Sketch& sketch() { return m_sketch; }

  /// Where the paper is in the widget: the largest square, centred. Ink keeps its place on it.
  QRectF paper() const;
  QPointF toPaper(QPointF widgetPoint) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
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
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  enum class Pointer { None, Mouse, Touch, Tablet, Keyboard };

  // Points are on the paper's scale.
  void press(Pointer pointer, QPointF point);
  void move(Pointer pointer, QPointF point);
  void release(Pointer pointer);
  bool touch(QTouchEvent& event);
  bool isPenDown() const;
  void movePen(QPointF point);
  void showChange();
  void paintPicture(QPainter& painter, const PadColors& colors) const;
  void paintInk(QPainter& painter, const QColor& color) const;
  void paintKeyboardPen(QPainter& painter, const QColor& color) const;

  Sketch m_sketch;
  Pointer m_pointer = Pointer::None;
  int m_finger = 0;  // id of the touch point that draws
  QPointF m_pen;     // of the keyboard, on the paper
  bool m_penVisible = false;
};

}  // namespace ui
