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

namespace ui {

namespace {

constexpr double kSide = Sketch::kSide;
constexpr int kMaximumHeight = 360;      // however wide, so that the answer beneath stays in view
constexpr double kPenStep = kSide / 40;  // of the keyboard; a quarter of it with Shift

}  // namespace

DrawPad::DrawPad(QWidget* parent) : QWidget(parent), m_pen(kSide / 2, kSide / 2) {
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

QSize DrawPad::sizeHint() const {
  return {280, 280};
}

QSize DrawPad::minimumSizeHint() const {
  return {220, 120};
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
      press(Pointer::Touch, toPaper(point.position()));
    } else if (point.id() == m_finger && state != QEventPoint::Stationary) {
      move(Pointer::Touch, toPaper(point.position()));
      if (state == QEventPoint::Released) release(Pointer::Touch);
    }
  }
  event.accept();
  return true;
}

void DrawPad::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) press(Pointer::Mouse, toPaper(event->position()));
}

void DrawPad::mouseMoveEvent(QMouseEvent* event) {
  // Some window systems lose the release, for instance to a menu.
  if (!(event->buttons() & Qt::LeftButton)) return release(Pointer::Mouse);
  move(Pointer::Mouse, toPaper(event->position()));
}

void DrawPad::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) release(Pointer::Mouse);
}

void DrawPad::tabletEvent(QTabletEvent* event) {
  if (event->type() == QEvent::TabletPress && event->button() == Qt::LeftButton) {
    press(Pointer::Tablet, toPaper(event->position()));
  } else if (event->type() == QEvent::TabletMove) {
    move(Pointer::Tablet, toPaper(event->position()));
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
    press(Pointer::Keyboard, m_pen);
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

void DrawPad::hideEvent(QHideEvent*) {
  release(m_pointer);
}

void DrawPad::press(Pointer pointer, QPointF point) {
  const bool isFree = m_pointer == Pointer::None || m_pointer == Pointer::Keyboard;
  if (!isFree && m_pointer != pointer) return;
  m_pointer = pointer;
  m_penVisible = pointer == Pointer::Keyboard;
  setFocus(Qt::MouseFocusReason);  // pens and fingers do not give it as the mouse does
  m_sketch.begin(point);
}

void DrawPad::move(Pointer pointer, QPointF point) {
  if (pointer == m_pointer) m_sketch.extend(point);
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
  setAccessibleValue(*this, value);
  update();
}

void DrawPad::paintEvent(QPaintEvent*) {
  const PadColors colors(palette());
  const QRectF square = paper();
  QPainter painter(this);
  painter.fillRect(square, colors.paper);
  painter.setPen(palette().color(QPalette::PlaceholderText));
  if (m_sketch.isEmpty()) painter.drawText(square, Qt::AlignCenter, tr("Draw a digit here"));
  painter.setPen(QPen(hasFocus() ? palette().color(QPalette::Highlight) : colors.guide, 0));
  painter.drawRect(square.adjusted(0, 0, -1, -1));

  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(square.adjusted(1, 1, -1, -1));
  painter.translate(square.topLeft());
  painter.scale(square.width() / kSide, square.width() / kSide);
  if (m_sketch.picture()) paintPicture(painter, colors);
  paintInk(painter, colors.ink);
  if (m_penVisible) paintKeyboardPen(painter, palette().color(QPalette::Highlight));
}

void DrawPad::paintPicture(QPainter& painter, const PadColors& colors) const {
  constexpr int side = engine::kImageSide;
  QImage image(m_sketch.picture()->pixels.data(), side, side, side, QImage::Format_Indexed8);
  image.setColorTable(colors.shades());
  painter.drawImage(QRectF(0, 0, kSide, kSide), image);
}

void DrawPad::paintInk(QPainter& painter, const QColor& color) const {
  painter.setPen(QPen(color, Sketch::kPenWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  // Line by line: one long polyline would cost the square of its length.
  for (const engine::Stroke& stroke : m_sketch.strokes()) {
    QPointF from(stroke.points.front().x, stroke.points.front().y);
    painter.drawPoint(from);
    for (const auto& [x, y] : stroke.points) {
      painter.drawLine(from, QPointF(x, y));
      from = {x, y};
    }
  }
}

void DrawPad::paintKeyboardPen(QPainter& painter, const QColor& color) const {
  const double radius = Sketch::kPenWidth / 2;
  painter.setPen(QPen(color, 2));
  painter.setBrush(isPenDown() ? QBrush(color) : QBrush());
  painter.drawEllipse(m_pen, radius, radius);
  for (const QPointF arm : {QPointF(1, 0), QPointF(-1, 0), QPointF(0, 1), QPointF(0, -1)})
    painter.drawLine(m_pen + radius * arm, m_pen + (radius + 6) * arm);
}

}  // namespace ui
