#include "ui/panels/draw_pad.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPointingDevice>
#include <QScroller>
#include <QTabletEvent>
#include <algorithm>

#include "ui/panels/accessible_value.h"
#include "ui/panels/pad_colors.h"
#include "ui/panels/pad_keys.h"
#include "ui/panels/pad_painter.h"

namespace ui {

namespace {

constexpr double kSide = Sketch::kSide;
constexpr int kMaximumHeight = 360;      // however wide, so that the answer beneath stays in view
constexpr double kPenStep = kSide / 40;  // of the keyboard; a quarter of it with Shift

/// Half the pressure is a normal hand's: it draws as thick as the mouse. The lightest touch draws
/// half as thick, the full pressure half as thick again.
double widthOf(const QTabletEvent& event) {
  if (!event.pointingDevice()->hasCapability(QInputDevice::Capability::Pressure)) return 1;
  return 0.5 + std::clamp(event.pressure(), 0.0, 1.0);
}

}  // namespace

DrawPad::DrawPad(QWidget* parent)
    : QWidget(parent), m_hint(tr("Draw a digit here")), m_pen(kSide / 2, kSide / 2) {
  setAttribute(Qt::WA_AcceptTouchEvents);
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::CrossCursor);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  describePainted(*this, QAccessible::Canvas, tr("Drawing pad"));
  setAccessibleDescription(
      tr("Arrow keys, Home, End, Page Up and Page Down move the pen, Space lowers and raises it, "
         "Delete clears the pad."));
  connect(&m_sketch, &Sketch::changed, this, &DrawPad::showChange);
  showChange();
}

QRectF DrawPad::paper() const {
  const double side = std::min(width(), height());
  return {(width() - side) / 2, (height() - side) / 2, side, side};
}

QPointF DrawPad::toPaper(QPointF widgetPoint) const {
  const QRectF square = paper();
  return (widgetPoint - square.topLeft()) * (kSide / square.width());
}

void DrawPad::setTool(Sketch::Tool tool) {
  m_tool = tool;
  showChange();
}

void DrawPad::setHint(const QString& hint) {
  m_hint = hint;
  update();
}

int DrawPad::heightForWidth(int width) const {
  return std::min(width, kMaximumHeight);
}

bool DrawPad::event(QEvent* event) {
  switch (event->type()) {
    case QEvent::TouchBegin:
    case QEvent::TouchUpdate:
    case QEvent::TouchEnd:
    case QEvent::TouchCancel:
      return touch(*static_cast<QTouchEvent*>(event));
    case QEvent::ShortcutOverride:
      // The window may use Space or Escape; while the pad has the focus they are the pad's.
      if (isPadKey(*static_cast<QKeyEvent*>(event))) event->accept();
      break;
    default:
      break;
  }
  return QWidget::event(event);
}

bool DrawPad::touch(QTouchEvent& event) {
  // Touchpads tell their fingers too, but what these move is the mouse.
  if (event.device()->type() != QInputDevice::DeviceType::TouchScreen) return false;
  // An area that flicks around the pad has seen the finger first.
  for (QWidget* area = parentWidget(); area; area = area->parentWidget())
    if (QScroller::hasScroller(area)) QScroller::scroller(area)->stop();

  if (event.type() == QEvent::TouchCancel) release(Pointer::Touch);
  for (const QEventPoint& point : event.points()) {
    const QEventPoint::State state = point.state();
    if (m_pointer != Pointer::Touch) {
      if (state != QEventPoint::Pressed) continue;
      m_finger = point.id();
      press(Pointer::Touch, toPaper(point.position()), m_tool);
    } else if (point.id() == m_finger && state != QEventPoint::Stationary) {
      move(Pointer::Touch, toPaper(point.position()));
      if (state == QEventPoint::Released) release(Pointer::Touch);
    }
  }
  event.accept();
  return true;
}

void DrawPad::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) press(Pointer::Mouse, toPaper(event->position()), m_tool);
}

void DrawPad::mouseMoveEvent(QMouseEvent* event) {
  hoverAt(toPaper(event->position()));
  // Some window systems lose the release, for instance to a menu.
  if (!(event->buttons() & Qt::LeftButton)) return release(Pointer::Mouse);
  move(Pointer::Mouse, toPaper(event->position()));
}

void DrawPad::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) release(Pointer::Mouse);
}

void DrawPad::tabletEvent(QTabletEvent* event) {
  if (event->type() == QEvent::TabletPress && event->button() == Qt::LeftButton) {
    const bool erases = event->pointerType() == QPointingDevice::PointerType::Eraser;
    press(Pointer::Tablet, toPaper(event->position()), erases ? Sketch::Tool::Eraser : m_tool,
          widthOf(*event));
  } else if (event->type() == QEvent::TabletMove) {
    hoverAt(toPaper(event->position()));
    move(Pointer::Tablet, toPaper(event->position()), widthOf(*event));
  } else if (event->type() == QEvent::TabletRelease) {
    release(Pointer::Tablet);
  }
  event->accept();  // so that Qt makes no mouse event of it
}

void DrawPad::wheelEvent(QWheelEvent* event) {
  // A scroll under the pen would draw a line.
  event->setAccepted(m_pointer != Pointer::None);
}

void DrawPad::keyPressEvent(QKeyEvent* event) {
  if (!isPadKey(*event)) return QWidget::keyPressEvent(event);
  if (clearsPad(event->key())) return m_sketch.clear();
  if (event->key() != Qt::Key_Space) {
    const double step = event->modifiers() & Qt::ShiftModifier ? kPenStep / 4 : kPenStep;
    movePen(m_pen + step * *penDirection(event->key()));
  } else if (event->isAutoRepeat()) {
    return;
  } else if (isPenDown()) {
    release(Pointer::Keyboard);
  } else {
    press(Pointer::Keyboard, m_pen, m_tool);
  }
}

void DrawPad::focusInEvent(QFocusEvent* event) {
  m_penVisible = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  showChange();
}

void DrawPad::focusOutEvent(QFocusEvent*) {
  m_penVisible = false;
  release(m_pointer);
  showChange();
}

void DrawPad::hoverAt(std::optional<QPointF> point) {
  m_hover = point;
  if (m_tool == Sketch::Tool::Eraser) update();
}

void DrawPad::hideEvent(QHideEvent*) {
  release(m_pointer);
}

void DrawPad::press(Pointer pointer, QPointF point, Sketch::Tool tool, double width) {
  const bool isFree = m_pointer == Pointer::None || m_pointer == Pointer::Keyboard;
  if (!isFree && m_pointer != pointer) return;
  m_pointer = pointer;
  m_penVisible = pointer == Pointer::Keyboard;
  setFocus(Qt::MouseFocusReason);  // pens and fingers do not give it as the mouse does
  m_sketch.begin(point, tool, width);
}

void DrawPad::move(Pointer pointer, QPointF point, double width) {
  if (pointer == m_pointer) m_sketch.extend(point, width);
}

void DrawPad::release(Pointer pointer) {
  if (pointer != m_pointer) return;
  m_pointer = Pointer::None;
  m_sketch.finish();
}

bool DrawPad::isPenDown() const {
  return m_pointer == Pointer::Keyboard && m_sketch.isUnderWay();
}

void DrawPad::movePen(QPointF point) {
  m_penVisible = true;
  m_pen = {std::clamp(point.x(), 0.0, kSide), std::clamp(point.y(), 0.0, kSide)};
  move(Pointer::Keyboard, m_pen);
  showChange();
}

void DrawPad::showChange() {
  QString value = tr("%n stroke(s)", nullptr, static_cast<int>(m_sketch.strokes().size()));
  if (m_sketch.picture()) value = m_sketch.picture()->caption + QStringLiteral("; ") + value;
  if (m_penVisible) {
    const auto percent = [](double place) { return qRound(100 * place / kSide); };
    value += (isPenDown() ? tr("; pen down at %1, %2") : tr("; pen up at %1, %2"))
                 .arg(percent(m_pen.x()))
                 .arg(percent(m_pen.y()));
  }
  if (m_tool == Sketch::Tool::Eraser) value += tr("; eraser");
  setAccessibleValue(*this, value);
  update();
}

void DrawPad::paintEvent(QPaintEvent*) {
  const PadColors colors(palette());
  const QRectF square = paper();
  QPainter painter(this);
  painter.fillRect(square, colors.paper);
  painter.setPen(palette().color(QPalette::PlaceholderText));
  if (m_sketch.isEmpty()) painter.drawText(square, Qt::AlignCenter, m_hint);
  painter.setPen(QPen(hasFocus() ? palette().color(QPalette::Highlight) : colors.guide, 0));
  painter.drawRect(square.adjusted(0, 0, -1, -1));

  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(square.adjusted(1, 1, -1, -1));
  painter.translate(square.topLeft());
  painter.scale(square.width() / kSide, square.width() / kSide);
  if (m_sketch.picture()) paintPicture(painter, *m_sketch.picture(), colors);
  paintStrokes(painter, m_sketch.strokes(), colors.ink);
  const QColor highlight = palette().color(QPalette::Highlight);
  if (m_penVisible)
    paintKeyboardPen(painter, m_pen, isPenDown(), highlight);
  else if (m_hover && m_tool == Sketch::Tool::Eraser)
    paintEraser(painter, *m_hover, highlight);
}

}  // namespace ui
