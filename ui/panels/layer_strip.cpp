#include "ui/panels/layer_strip.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/panels/accessible_value.h"
#include "ui/panels/pad_colors.h"

namespace ui {
namespace {

constexpr int kHighest = 254;
constexpr int kTransparent = 255;

// What is no number is shown as the lowest.
uchar shade(float value, float low, float high) {
  const float part = (value - low) / (high - low);
  return part > 0 ? static_cast<uchar>(std::min(part, 1.0F) * kHighest + 0.5F) : uchar{0};
}

}  // namespace

LayerStrip::LayerStrip(const QString& name, const Layout& layout, QWidget* parent)
    : QWidget(parent), m_layout(layout), m_image(grid(), QImage::Format_Indexed8) {
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  describePainted(*this, QAccessible::Graphic, name);
  clear();
}

QSize LayerStrip::grid() const {
  const int rows = (m_layout.tiles + m_layout.columns - 1) / m_layout.columns;
  const int pitch = m_layout.side + m_layout.gap;
  return {m_layout.columns * pitch - m_layout.gap, rows * pitch - m_layout.gap};
}

void LayerStrip::clear() {
  m_image.fill(kTransparent);
  setEnabled(false);
  update();
}

void LayerStrip::setValues(const engine::Tensor& values, float low, float high) {
  const float* value = values.data();
  const int pitch = m_layout.side + m_layout.gap;
  for (int row = 0; row < m_layout.side; ++row)
    for (int column = 0; column < m_layout.side; ++column)
      for (int top = row, tile = 0; tile < m_layout.tiles; top += pitch) {
        uchar* pixel = m_image.scanLine(top) + column;
        for (int i = 0; i < m_layout.columns && tile < m_layout.tiles; ++i, ++tile)
          pixel[i * pitch] = shade(*value++, low, high);
      }
  setEnabled(true);
  update();
}

void LayerStrip::refreshText() {
  setAccessibleValue(*this, m_text && isEnabled() ? m_text(m_current) : QString());
}

void LayerStrip::setFrame(const QRect& frame) {
  if (frame == m_frame) return;
  m_frame = frame;
  update();
}

int LayerStrip::scaleFor(int width) const {
  const double ratio = devicePixelRatioF();
  return std::clamp(static_cast<int>(width * ratio / grid().width()), 1,
                    static_cast<int>(m_layout.largest * ratio));
}

QSize LayerStrip::minimumSizeHint() const {
  return {grid().width(), heightForWidth(grid().width())};
}

int LayerStrip::heightForWidth(int width) const {
  return static_cast<int>(std::ceil(grid().height() * scaleFor(width) / devicePixelRatioF()));
}

QPoint LayerStrip::cellOf(const Place& place) const {
  const int pitch = m_layout.side + m_layout.gap;
  return {place.tile % m_layout.columns * pitch + place.column,
          place.tile / m_layout.columns * pitch + place.row};
}

QRectF LayerStrip::rectOf(const Place& place) const {
  const double cell = scaleFor(width()) / devicePixelRatioF();
  return {QPointF(cellOf(place)) * cell, QSizeF(cell, cell)};
}

std::optional<LayerStrip::Place> LayerStrip::placeAt(QPointF position) const {
  const double cell = scaleFor(width()) / devicePixelRatioF();
  const int pitch = m_layout.side + m_layout.gap;
  const int x = static_cast<int>(std::floor(position.x() / cell));
  const int y = static_cast<int>(std::floor(position.y() / cell));
  if (!isEnabled() || !QRect({}, grid()).contains(x, y)) return std::nullopt;
  const Place place{y % pitch, x % pitch, y / pitch * m_layout.columns + x / pitch};
  const bool isGap = std::max(place.row, place.column) >= m_layout.side;
  return isGap || place.tile >= m_layout.tiles ? std::nullopt : std::optional(place);
}

QList<QRgb> LayerStrip::colors() const {
  if (m_layout.isSigned) return signedShades(palette());
  QList<QRgb> shades = PadColors(palette()).shades();
  shades[kTransparent] = qRgba(0, 0, 0, 0);
  return shades;
}

QColor LayerStrip::colorAt(const Place& place) const {
  return QColor::fromRgba(colors()[m_image.pixelIndex(cellOf(place))]);
}

void LayerStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const double cell = scaleFor(width()) / devicePixelRatioF();
  QImage image = m_image;
  image.setColorTable(colors());
  painter.drawImage(QRectF({}, QSizeF(grid()) * cell), image);

  const auto frame = [&](const QRectF& rect, int wide, const QColor& color) {
    painter.setPen(QPen(color, wide));
    painter.drawRect(rect);
  };
  if (!m_frame.isEmpty())
    for (int tile = 0; tile < m_layout.tiles; ++tile) {
      const QRect inside = m_frame & QRect(0, 0, m_layout.side, m_layout.side);
      const QRectF first = rectOf({inside.top(), inside.left(), tile});
      frame({first.topLeft(), QSizeF(inside.size()) * cell}, 2, palette().color(QPalette::Link));
    }
  if (!hasFocus() || !isEnabled()) return;
  const QColor color = palette().color(QPalette::Highlight);
  const QRectF first = rectOf({0, 0, m_current.tile});
  frame({first.topLeft(), QSizeF(m_layout.side, m_layout.side) * cell}, 1, color);
  frame(rectOf(m_current).adjusted(-1, -1, 1, 1), 2, color);
}

void LayerStrip::mouseMoveEvent(QMouseEvent* event) {
  const auto place = placeAt(event->position());
  emit pointed(place);
  QToolTip::showText(event->globalPosition().toPoint(),
                     place && m_text ? m_text(*place) : QString(), this);
}

void LayerStrip::mousePressEvent(QMouseEvent* event) {
  const auto place = placeAt(event->position());
  if (!place || event->button() != Qt::LeftButton) return;
  setCurrent(*place);
  emit chosen(*place);
}

void LayerStrip::leaveEvent(QEvent*) {
  emit pointed(hasFocus() ? std::optional(m_current) : std::nullopt);
}

void LayerStrip::setCurrent(const Place& place) {
  m_current = place;
  refreshText();
  update();
}

void LayerStrip::move(int columns, int rows) {
  // Over the gap to the next tile.
  const int side = m_layout.side;
  const QSize tiles(m_layout.columns, m_layout.tiles / m_layout.columns);
  const int x = std::clamp(m_current.tile % m_layout.columns * side + m_current.column + columns, 0,
                           tiles.width() * side - 1);
  const int y = std::clamp(m_current.tile / m_layout.columns * side + m_current.row + rows, 0,
                           tiles.height() * side - 1);
  setCurrent({y % side, x % side, y / side * m_layout.columns + x / side});
  emit pointed(m_current);
  const QPoint middle = rectOf(m_current).center().toPoint();
  for (QWidget* parent = parentWidget(); parent; parent = parent->parentWidget())
    if (auto* area = qobject_cast<QScrollArea*>(parent)) {
      const QPoint there = mapTo(area->widget(), middle);
      area->ensureVisible(there.x(), there.y());
    }
}

void LayerStrip::keyPressEvent(QKeyEvent* event) {
  const int step = event->modifiers().testFlag(Qt::ControlModifier) ? m_layout.side : 1;
  switch (event->key()) {
    case Qt::Key_Up:
      return move(0, -step);
    case Qt::Key_Down:
      return move(0, step);
    case Qt::Key_Left:
      return move(-step, 0);
    case Qt::Key_Right:
      return move(step, 0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      emit chosen(m_current);
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void LayerStrip::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  refreshText();
  emit pointed(m_current);
}

void LayerStrip::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  emit pointed(std::nullopt);
}

}  // namespace ui
