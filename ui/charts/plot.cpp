#include "ui/charts/plot.h"

#include <QAreaSeries>
#include <QCategoryAxis>
#include <QChart>
#include <QEvent>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QScatterSeries>
#include <algorithm>
#include <cmath>

#include "ui/charts/envelope.h"

namespace ui {
namespace {

/// The line between low and high, and along them where it lies beyond. Qt Charts keeps the old line
/// where the new one is higher than an int of pixels, and strokes long before that at random.
QList<QPointF> clipped(const QList<QPointF>& line, double low, double high) {
  QList<QPointF> inside;
  QPointF before = line.value(0);
  for (const QPointF& point : line) {
    const bool rises = before.y() < point.y();
    for (const double bound : {rises ? low : high, rises ? high : low}) {
      if ((before.y() < bound) == (point.y() < bound)) continue;
      const double share = (bound - before.y()) / (point.y() - before.y());
      inside.append({std::lerp(before.x(), point.x(), share), bound});
    }
    inside.append({point.x(), std::clamp(point.y(), low, high)});
    before = point;
  }
  return inside;
}

QList<QPointF> within(QList<QPointF> markers, double low, double high) {
  markers.removeIf([=](QPointF at) { return at.y() < low || at.y() > high; });
  return markers;
}

QColor gridColor(const QPalette& palette) {
  QColor color = palette.color(QPalette::Mid);
  color.setAlphaF(0.45F);
  return color;
}

}  // namespace

Plot::Plot(QWidget* parent)
    : QWidget(parent), m_scene(new QGraphicsScene(this)), m_chart(new QChart) {
  m_scene->addItem(m_chart);
  m_chart->legend()->hide();
  m_chart->setBackgroundVisible(false);
  m_chart->setMargins({});
  m_chart->layout()->setContentsMargins(0, 0, 0, 0);
  for (auto [axis, side] : {std::pair(&m_x, Qt::AlignBottom), std::pair(&m_left, Qt::AlignLeft),
                            std::pair(&m_right, Qt::AlignRight)}) {
    axis->axis = new QCategoryAxis;
    axis->axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    axis->axis->setTruncateLabels(false);
    m_chart->addAxis(axis->axis, side);
  }
  m_right.axis->setGridLineVisible(false);
  m_right.axis->setVisible(false);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setMinimumSize(160, 80);
  applyColors();
}

Plot::~Plot() = default;

int Plot::addCurve(const CurveStyle& style) {
  // In this order the markers lie over the line.
  Series series{style, {new QLineSeries}, new QScatterSeries, new QScatterSeries, {}};
  if (style.filled) {
    series.edge = new QLineSeries(this);
    series.area = new QAreaSeries(series.edge);
    attach(series.area, style.side);
  }
  attach(series.lines.front(), style.side);
  attach(series.markers, style.side);
  attach(series.lifted, style.side);
  if (style.side == Side::Right) m_right.axis->setVisible(true);
  color(series);
  const auto free = std::ranges::find_if(m_series, [](const Series& s) { return s.lines.empty(); });
  const auto number = static_cast<int>(free - m_series.begin());
  if (free == m_series.end())
    m_series.push_back(std::move(series));
  else
    *free = std::move(series);
  return number;
}

void Plot::removeCurve(int number) {
  Series& series = m_series[static_cast<std::size_t>(number)];
  const auto drop = [this](QXYSeries* one) {
    m_chart->removeSeries(one);
    delete one;
  };
  for (QLineSeries* line : series.lines) drop(line);
  drop(series.markers);
  drop(series.lifted);
  series.lines.clear();
  series.dense.clear();
  redraw();
}

void Plot::setStyle(int number, const CurveStyle& style) {
  Series& series = m_series[static_cast<std::size_t>(number)];
  series.style = style;
  color(series);
  redraw();
}

void Plot::attach(QAbstractSeries* series, Side side) {
  m_chart->addSeries(series);
  series->attachAxis(m_x.axis);
  series->attachAxis(yAxis(side).axis);
}

void Plot::setCurve(int number, const Drawing& drawing) {
  Series& series = m_series[static_cast<std::size_t>(number)];
  const Range& y = yAxis(series.style.side).range;
  const double low = y.min - y.width(), high = y.max + y.width();
  QList<QList<QPointF>> lines;
  series.dense.clear();
  for (const QList<QPointF>& line : drawing.lines)
    (!series.edge && isDense(line) ? series.dense : lines).append(clipped(line, low, high));
  const auto pieces = static_cast<std::size_t>(lines.size());
  const bool more = series.lines.size() < pieces;
  while (series.lines.size() < pieces) {
    series.lines.push_back(new QLineSeries);
    attach(series.lines.back(), series.style.side);
  }
  if (more) color(series);
  for (std::size_t i = 0; i < series.lines.size(); ++i) {
    if (i < pieces)
      series.lines[i]->replace(lines[static_cast<qsizetype>(i)]);
    else if (series.lines[i]->count() > 0)
      series.lines[i]->replace(QList<QPointF>());
  }
  if (series.edge) {
    QList<QPointF> edge;
    for (const QList<QPointF>& line : drawing.lines) edge += clipped(line, low, high);
    series.edge->replace(edge);
  }
  series.markers->replace(within(drawing.markers, low, high));
  series.lifted->replace(within(drawing.lifted, low, high));
  redraw();
}

bool Plot::isDense(const QList<QPointF>& line) const {
  if (line.size() < 3) return false;
  const double columns = (line.back().x() - line.front().x()) / m_x.range.width() * area().width();
  return static_cast<double>(line.size()) > kDensePointsPerColumn * std::max(columns, 1.0);
}

void Plot::setXAxis(Range range, const std::vector<Tick>& ticks) {
  setAxis(m_x, range, ticks);
  m_x.axis->setGridLineVisible(!ticks.empty());  // or one line is left in the corner
}

void Plot::setYAxis(Side side, Range range, const std::vector<Tick>& ticks) {
  setAxis(yAxis(side), range, ticks);
}

void Plot::setAxis(Axis& axis, Range range, const std::vector<Tick>& ticks) {
  if (axis.range != range) axis.axis->setRange(range.min, range.max);
  if (axis.ticks != ticks || axis.range != range) {
    for (const QString& label : axis.axis->categoriesLabels()) axis.axis->remove(label);
    axis.axis->setStartValue(range.min);
    for (const Tick& tick : ticks) axis.axis->append(tick.label, tick.position);
    redraw();
  }
  axis.range = range;
  axis.ticks = ticks;
}

void Plot::setXLabels(bool visible, const QString& axisName) {
  if (m_xLabels == visible && m_xName == axisName) return;
  m_xLabels = visible;
  m_xName = axisName;
  m_x.axis->setLabelsVisible(visible);
  layOut();
}

void Plot::setBands(std::vector<Band> bands) {
  m_bands = std::move(bands);
  redraw();
}

void Plot::setFlags(std::vector<Flag> flags) {
  m_flags = std::move(flags);
  redraw();
}

void Plot::setCrosshair(std::optional<Crosshair> crosshair) {
  m_crosshair = std::move(crosshair);
  update();
}

void Plot::setSelection(std::optional<Range> x) {
  m_selection = x;
  update();
}

QFont Plot::labelFont() const {
  QFont smaller = font();
  smaller.setPointSizeF(smaller.pointSizeF() * 0.85);
  return smaller;
}

QRectF Plot::area() const {
  const QFontMetricsF metrics(labelFont());
  const double sides = metrics.horizontalAdvance(QStringLiteral("100 000")) + 8;
  const double top = metrics.height() / 2;
  const double bottom = m_xLabels ? metrics.height() + 6 : top;
  return QRectF(rect()).adjusted(sides, top, -sides, -bottom);
}

QPointF Plot::toPlot(QPointF position, Side side) const {
  const QRectF area = this->area();
  const Range& y = yAxis(side).range;
  return {m_x.range.min + (position.x() - area.left()) / area.width() * m_x.range.width(),
          y.max - (position.y() - area.top()) / area.height() * y.width()};
}

QPointF Plot::toPosition(QPointF plot, Side side) const {
  const QRectF area = this->area();
  const Range& y = yAxis(side).range;
  return {area.left() + (plot.x() - m_x.range.min) / m_x.range.width() * area.width(),
          area.top() + (y.max - plot.y()) / y.width() * area.height()};
}

void Plot::applyColors() {
  const QPalette& palette = this->palette();
  for (const Axis* axis : {&m_x, &m_left, &m_right}) {
    axis->axis->setLabelsFont(labelFont());
    axis->axis->setLabelsColor(palette.color(QPalette::PlaceholderText));
    axis->axis->setGridLineColor(gridColor(palette));
    axis->axis->setLinePen(Qt::NoPen);
  }
  for (Series& series : m_series)
    if (!series.lines.empty()) color(series);
}

void Plot::color(Series& series) {
  const CurveStyle& style = series.style;
  const QColor color = curveColor(style, palette());
  for (QLineSeries* line : series.lines)
    line->setPen(QPen(color, style.width, style.dash, Qt::FlatCap, Qt::RoundJoin));
  if (series.area) {
    QColor fill = color;
    fill.setAlphaF(0.3F);
    series.area->setPen(Qt::NoPen);
    series.area->setBrush(fill);
  }
  for (QScatterSeries* markers : {series.markers, series.lifted}) {
    markers->setPen(QPen(color, 1.25));
    markers->setBrush(markerBrush(style, palette()));
    markers->setMarkerSize(style.markerSize);
  }
  series.lifted->setBrush(palette().color(QPalette::Base));
}

void Plot::drawChart(QPainter& painter) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), palette().color(QPalette::Window));
  drawBands(painter);
  drawDense(painter);
  m_chart->layout()->activate();
  // A PDF's painter fills lines, too, with a brush that somebody has left behind.
  painter.setBrush(Qt::NoBrush);
  m_scene->render(&painter, rect(), rect());
  drawFlags(painter);
}

void Plot::layOut() {
  m_scene->setSceneRect(rect());
  m_chart->setPlotArea(area());
  m_chart->setGeometry(rect());
  m_chart->layout()->invalidate();
  redraw();
}

void Plot::redraw() {
  m_picture = {};
  update();
}

void Plot::resizeEvent(QResizeEvent*) {
  layOut();
}

void Plot::focusInEvent(QFocusEvent* event) {
  const Qt::FocusReason reason = event->reason();
  if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason)
    m_showsFocus = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
  QWidget::focusInEvent(event);
}

void Plot::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    applyColors();
    layOut();
  }
  QWidget::changeEvent(event);
}

}  // namespace ui
