#include "ui/charts/legend.h"

#include <QEvent>
#include <QPainter>
#include <cmath>

namespace ui {
namespace {

constexpr double kSwatch = 22;
constexpr double kGap = 5;
constexpr double kBetween = 14;

void drawSwatch(QPainter& painter, const CurveStyle& style, const QPalette& palette, QPointF left) {
  QColor color = curveColor(style, palette);
  if (style.faint) color.setAlphaF(0.5F);
  if (style.width > 0) {
    painter.setPen(QPen(color, style.width + 0.75, style.dash, Qt::FlatCap));
    painter.drawLine(left, left + QPointF(kSwatch, 0));
  }
  if (style.marker == Marker::None) return;
  painter.setPen(QPen(color, 1.25));
  painter.setBrush(markerBrush(style, palette));
  const double radius = style.markerSize / 2;
  painter.drawEllipse(left + QPointF(kSwatch / 2, 0), radius, radius);
}

}  // namespace

Legend::Legend(const QString& title, QWidget* parent) : QWidget(parent), m_title(title) {
  QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void Legend::addEntry(const CurveStyle& style) {
  m_entries.push_back({style, {}, 0});
  m_entries.back().width = entryWidth(m_entries.back());
  updateGeometry();
}

void Legend::setValues(const QStringList& values) {
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    Entry& entry = m_entries[i];
    entry.value = values.value(static_cast<qsizetype>(i));
    const double wanted = entryWidth(entry);
    if (wanted <= entry.width) continue;
    entry.width = wanted;
    updateGeometry();
  }
  update();
}

QFont Legend::titleFont() const {
  QFont bold = font();
  bold.setBold(true);
  return bold;
}

double Legend::entryWidth(const Entry& entry) const {
  const QFontMetricsF metrics(font());
  return kSwatch + kGap + metrics.horizontalAdvance(entry.style.name) + kGap +
         metrics.horizontalAdvance(entry.value);
}

double Legend::lineHeight() const {
  return std::ceil(QFontMetricsF(titleFont()).height()) + 2;
}

std::vector<QPointF> Legend::layOut(double width) const {
  std::vector<QPointF> corners;
  QPointF at(QFontMetricsF(titleFont()).horizontalAdvance(m_title) + kBetween, 0);
  for (const Entry& entry : m_entries) {
    if (at.x() + entry.width > width && at.x() > 0) at = {0, at.y() + lineHeight()};
    corners.push_back(at);
    at.rx() += entry.width + kBetween;
  }
  corners.push_back(at);
  return corners;
}

int Legend::heightForWidth(int width) const {
  return static_cast<int>(layOut(width).back().y() + lineHeight());
}

QSize Legend::sizeHint() const {
  return {400, static_cast<int>(lineHeight())};
}

QSize Legend::minimumSizeHint() const {
  return {0, static_cast<int>(lineHeight())};
}

void Legend::draw(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor text = palette().color(QPalette::WindowText);
  painter.setPen(text);
  painter.setFont(titleFont());
  painter.drawText(QRectF(0, 0, width(), lineHeight()), Qt::AlignLeft | Qt::AlignVCenter, m_title);
  painter.setFont(font());
  const std::vector<QPointF> corners = layOut(width());
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    const Entry& entry = m_entries[i];
    drawSwatch(painter, entry.style, palette(), corners[i] + QPointF(0, lineHeight() / 2));
    QRectF box(corners[i] + QPointF(kSwatch + kGap, 0), QSizeF(entry.width, lineHeight()));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, entry.style.name);
    box.translate(painter.fontMetrics().horizontalAdvance(entry.style.name) + kGap, 0);
    painter.setPen(text);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, entry.value);
  }
}

void Legend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  draw(painter);
}

void Legend::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) {
    for (Entry& entry : m_entries) entry.width = entryWidth(entry);
    updateGeometry();
  }
  QWidget::changeEvent(event);
}

}  // namespace ui
