#include "ui/charts/plan_chart.h"

#include <QHelpEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/charts/plot.h"

namespace ui {
namespace {

double distanceToLine(QPointF point, QPointF from, QPointF to) {
  const QPointF along = to - from;
  const double length = QPointF::dotProduct(along, along);
  const double share =
      length > 0 ? std::clamp(QPointF::dotProduct(point - from, along) / length, 0.0, 1.0) : 0;
  const QPointF off = point - (from + share * along);
  return std::hypot(off.x(), off.y());
}

}  // namespace

PlanChart::PlanChart(const QString& title, const QString& xName,
                     const std::vector<CurveStyle>& styles, QWidget* parent)
    : QWidget(parent), m_plot(new Plot), m_xName(xName), m_styles(styles.size()) {
  auto* label = new QLabel(title);
  label->setBuddy(m_plot);
  label->setWordWrap(true);
  label->setContentsMargins(8, 0, 8, 0);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(label);
  layout->addWidget(m_plot, 1);
  m_plot->setAccessibleName(title);
  m_plot->installEventFilter(this);
  for (const CurveStyle& style : styles) m_plot->addCurve(style);
  setFocusProxy(m_plot);
}

void PlanChart::show(std::vector<Series> series) {
  m_series = std::move(series);
  m_series.resize(m_styles);
  refresh();
}

void PlanChart::refresh() {
  Range x{0, 0}, y{0, 0};
  const auto include = [&](const QList<QPointF>& points) {
    for (const QPointF& point : points) {
      x.max = std::max(x.max, point.x());
      y.max = std::max(y.max, point.y());
    }
  };
  for (const Series& one : m_series) {
    for (const auto& line : one.drawing.lines) include(line);
    include(one.drawing.markers);
  }
  // A margin, so that what lies on the edge is seen whole.
  x = {-0.02 * std::max(x.max, 1.0), 1.04 * std::max(x.max, 1.0)};
  y = {-0.06 * std::max(y.max, 1e-3), 1.1 * std::max(y.max, 1e-3)};
  const double line = m_plot->fontMetrics().height();
  const QSizeF size = m_plot->area().size();
  const auto ticks = [](double length, double each) {
    return std::max(2, static_cast<int>(length / each));
  };
  m_plot->setXLabels(true, m_xName);
  m_plot->setXAxis(x, elapsedTicks({0, x.max}, ticks(size.width() - 4 * line, 3.5 * line)));
  m_plot->setYAxis(Side::Left, y, linearTicks({0, y.max}, ticks(size.height(), 1.5 * line)));
  for (std::size_t i = 0; i < m_series.size(); ++i)
    m_plot->setCurve(static_cast<int>(i), m_series[i].drawing);
}

int PlanChart::seriesAt(QPointF position) const {
  int nearest = -1;
  double least = 10;
  const auto consider = [&](std::size_t i, double distance) {
    if (distance > least) return;
    least = distance;
    nearest = static_cast<int>(i);
  };
  for (std::size_t i = 0; i < m_series.size(); ++i) {
    if (m_series[i].name.isEmpty()) continue;
    for (const QPointF& marker : m_series[i].drawing.markers)
      consider(i, QLineF(m_plot->toPosition(marker), position).length());
    for (const auto& line : m_series[i].drawing.lines)
      for (qsizetype k = 1; k < line.size(); ++k)
        consider(i, distanceToLine(position, m_plot->toPosition(line[k - 1]),
                                   m_plot->toPosition(line[k])));
  }
  return nearest;
}

QPointF PlanChart::positionOf(int series) const {
  const Drawing& drawing = m_series.at(static_cast<std::size_t>(series)).drawing;
  if (!drawing.markers.isEmpty()) return m_plot->toPosition(drawing.markers.first());
  return drawing.lines.isEmpty() ? QPointF() : m_plot->toPosition(drawing.lines.first().first());
}

bool PlanChart::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto& help = static_cast<const QHelpEvent&>(*event);
    const int series = seriesAt(help.pos());
    QToolTip::showText(help.globalPos(),
                       series < 0 ? QString() : m_series[static_cast<std::size_t>(series)].name,
                       m_plot);
    return true;
  }
  if (event->type() == QEvent::MouseButtonPress)
    if (const int series = seriesAt(static_cast<const QMouseEvent&>(*event).position());
        series >= 0)
      emit chosen(series);
  return QWidget::eventFilter(watched, event);
}

void PlanChart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  refresh();
}

}  // namespace ui
