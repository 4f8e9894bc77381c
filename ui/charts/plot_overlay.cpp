// The parts of a plot that are painted without Qt Charts: what lies behind the curves, curves of
// very many points, and what moves in front of them.
#include <QPainter>
#include <cmath>

#include "ui/charts/envelope.h"
#include "ui/charts/plot.h"
#include "ui/theme.h"

namespace ui {
namespace {

QColor bandColor(Band::Kind kind, const QPalette& palette) {
  if (kind == Band::Kind::None) return Qt::transparent;
  if (kind == Band::Kind::Epoch) return palette.color(QPalette::AlternateBase);
  constexpr int kVermillion = 1;
  QColor color = seriesColor(kVermillion, isDark(palette));
  color.setAlphaF(kind == Band::Kind::Slowing ? 0.10F : 0.20F);
  return color;
}

}  // namespace

void Plot::drawBands(QPainter& painter) const {
  const QRectF area = this->area();
  painter.fillRect(area, palette().color(QPalette::Base));
  painter.setFont(labelFont());
  for (const Band& band : m_bands) {
    QRectF stripe = area;
    stripe.setLeft(std::max(area.left(), toPosition({band.x.min, 0}).x()));
    stripe.setRight(std::min(area.right(), toPosition({band.x.max, 0}).x()));
    if (stripe.width() <= 0) continue;
    painter.fillRect(stripe, bandColor(band.kind, palette()));
    if (painter.fontMetrics().horizontalAdvance(band.label) + 8 > stripe.width()) continue;
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const bool events = band.kind == Band::Kind::Slowing || band.kind == Band::Kind::Throttled;
    painter.drawText(stripe.adjusted(4, 1, 0, 0),
                     Qt::AlignLeft | (events ? Qt::AlignVCenter : Qt::AlignTop), band.label);
  }
  painter.setPen(palette().color(QPalette::Mid));
  painter.drawRect(area);
  if (!m_xLabels) return;
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(
      QRectF(area.left(), area.bottom(), width() - area.left() - 4, height() - area.bottom()),
      Qt::AlignRight | Qt::AlignVCenter, m_xName);
}

void Plot::drawDense(QPainter& painter) const {
  const QRectF area = this->area();
  painter.save();
  painter.setClipRect(area);
  painter.setPen(Qt::NoPen);
  // In the columns that the points were picked for, or some columns would miss their extremes.
  const double columns = std::floor(area.width());
  painter.translate(area.left(), 0);
  painter.scale(area.width() / columns, 1);
  for (const Series& series : m_series) {
    const Range& x = m_x.range;
    const Range& y = yAxis(series.style.side).range;
    const double perX = columns / x.width(), perY = area.height() / y.width();
    painter.setBrush(curveColor(series.style, palette()));
    for (QList<QPointF> line : series.dense) {
      for (QPointF& at : line) at = {(at.x() - x.min) * perX, area.top() + (y.max - at.y()) * perY};
      for (const QPolygonF& outline : envelope(line, series.style.width, series.style.dash))
        painter.drawPolygon(outline);
    }
  }
  painter.restore();
}

void Plot::drawFlags(QPainter& painter) const {
  const QRectF area = this->area();
  painter.setFont(labelFont());
  double taken = area.left();
  for (const Flag& flag : m_flags) {
    const double x = toPosition({flag.x, 0}).x();
    if (x < area.left() || x > area.right()) continue;
    const QColor color = seriesColor(flag.color, isDark(palette()));
    painter.setPen(QPen(color, 1, Qt::DashDotLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF{QPointF(x, area.top()), QPointF(x + 7, area.top() + 3.5),
                                  QPointF(x, area.top() + 7)});
    const double width = painter.fontMetrics().horizontalAdvance(flag.label) + 6;
    if (x < taken || x + width > area.right()) continue;
    taken = x + width;
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(x + 3, area.top(), width, area.height() - 1),
                     Qt::AlignLeft | Qt::AlignBottom, flag.label);
  }
}

void Plot::drawCrosshair(QPainter& painter) const {
  if (!m_crosshair) return;
  const QRectF area = this->area();
  const double x = toPosition({m_crosshair->x, 0}).x();
  if (x < area.left() - 1 || x > area.right() + 1) return;
  painter.setPen(QPen(palette().color(QPalette::Text), 1));
  painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  for (const Crosshair::Dot& dot : m_crosshair->dots) {
    const QPointF at = toPosition(dot.at, dot.style.side);
    if (at.y() < area.top() - 1 || at.y() > area.bottom() + 1) continue;
    painter.setPen(QPen(palette().color(QPalette::Base), 1.5));
    painter.setBrush(curveColor(dot.style, palette()));
    painter.drawEllipse(at, 4, 4);
  }
  if (!m_xLabels || m_crosshair->label.isEmpty()) return;
  painter.setFont(labelFont());
  const double labelWidth = painter.fontMetrics().horizontalAdvance(m_crosshair->label) + 12;
  const double left = std::clamp(x - labelWidth / 2, 0.0, std::max(0.0, width() - labelWidth));
  const QRectF label(left, area.bottom() + 1, labelWidth, height() - area.bottom() - 1);
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette().color(QPalette::Text));
  painter.drawRoundedRect(label, 3, 3);
  painter.setPen(palette().color(QPalette::Base));
  painter.drawText(label, Qt::AlignCenter, m_crosshair->label);
}

void Plot::draw(QPainter& painter) {
  drawChart(painter);
  drawCrosshair(painter);
}

void Plot::paintEvent(QPaintEvent*) {
  const double scale = devicePixelRatio();  // changes with the screen
  if (m_picture.isNull() || m_picture.devicePixelRatio() != scale) {
    m_picture = QPixmap(size() * scale);
    m_picture.setDevicePixelRatio(scale);
    QPainter painter(&m_picture);
    drawChart(painter);
  }
  QPainter painter(this);
  painter.drawPixmap(0, 0, m_picture);
  painter.setRenderHint(QPainter::Antialiasing);
  if (m_selection) {
    QRectF part = area();
    part.setLeft(toPosition({m_selection->min, 0}).x());
    part.setRight(toPosition({m_selection->max, 0}).x());
    QColor color = palette().color(QPalette::Highlight);
    painter.setPen(color);
    color.setAlphaF(0.2F);
    painter.fillRect(part, color);
    painter.drawRect(part);
  }
  drawCrosshair(painter);
  if (!hasFocus() || !m_showsFocus) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
  painter.drawRect(area());
}

}  // namespace ui
