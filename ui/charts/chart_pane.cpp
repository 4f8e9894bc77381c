#include "ui/charts/chart_pane.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <chrono>
#include <cmath>

#include "ui/charts/chart_gestures.h"
#include "ui/charts/decimation.h"
#include "ui/charts/legend.h"

namespace ui {
namespace {

using namespace std::chrono_literals;

// Five times a second looks live, and drawing takes CPU time from the training.
constexpr auto kRefreshInterval = 200ms;
constexpr double kMargin = 5;  // pixels at either end of x, so that markers there are seen whole
constexpr int kShare = 50;     // a chart takes at most so small a part of a core

QToolButton* textButton(QAction* action) {
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setAutoRaise(true);
  button->setMaximumHeight(button->fontMetrics().height() + 4);
  if (!action->isVisible()) button->hide();
  QObject::connect(action, &QAction::changed, button,
                   [=] { button->setVisible(action->isVisible()); });
  return button;
}

int flagColor(StepFlag::Kind kind) {
  constexpr int kBlue = 0, kVermillion = 1, kGreen = 2, kGrey = 7;
  switch (kind) {
    case StepFlag::Kind::LearningRate:
      return kBlue;
    case StepFlag::Kind::Pause:
      return kGrey;
    case StepFlag::Kind::Throttle:
      return kVermillion;
    case StepFlag::Kind::Best:
      return kGreen;
  }
  return kGrey;
}

}  // namespace

ChartPane::ChartPane(const QString& title, LinkedAxes& axes, QWidget* parent)
    : QWidget(parent),
      m_title(title),
      m_axes(axes),
      m_legend(new Legend(title)),
      m_plot(new Plot),
      m_log(new QAction(tr("Log"), this)),
      m_showAll(new QAction(this)),
      m_names(new QMenu(tr("C&urves"), this)) {
  m_log->setCheckable(true);
  m_log->setShortcut(Qt::Key_L);
  m_log->setToolTip(tr("Logarithmic axis (L). Values of 0 are drawn hollow at the lower edge."));
  m_showAll->setCheckable(true);
  m_showAll->setVisible(false);
  m_showAll->setToolTip(
      tr("A few points are so high that the rest would be squeezed: they lie above the visible "
         "range. Press to show them too."));
  for (QAction* action : {m_log, m_showAll}) {
    action->setShortcutContext(Qt::WidgetShortcut);
    m_plot->addAction(action);
  }
  connect(m_log, &QAction::toggled, this, &ChartPane::setLogarithmic);
  connect(m_showAll, &QAction::toggled, this, &ChartPane::setShowAll);
  connect(m_legend, &Legend::clicked, this, &ChartPane::toggleEntry);

  m_plot->addAction(m_names->menuAction());
  auto* header = m_header = new QHBoxLayout;
  header->setContentsMargins(8, 0, 0, 0);
  header->setSpacing(0);
  header->addWidget(m_legend, 1);
  header->addWidget(textButton(m_showAll), 0, Qt::AlignTop);
  header->addWidget(textButton(m_log), 0, Qt::AlignTop);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(header);
  layout->addWidget(m_plot, 1);

  setFocusProxy(m_plot);
  m_plot->setAccessibleName(title);
  new ChartGestures(*this);
  m_timer.setSingleShot(true);
  connect(&m_timer, &QTimer::timeout, this, &ChartPane::refresh);
  connect(&axes, &LinkedAxes::changed, this, &ChartPane::scheduleRefresh);
  for (const auto signal : {&LinkedAxes::zoomed, &LinkedAxes::restarted})
    connect(&axes, signal, this, &ChartPane::refreshSoon);
  connect(&axes, &LinkedAxes::cursorMoved, this, &ChartPane::showValues);
}

Curve& ChartPane::addCurve(const CurveStyle& style) {
  Curve& curve = m_curves.emplace_back(Curve{.style = style, .number = m_plot->addCurve(style)});
  if (style.name.isEmpty()) return curve;
  m_legend->addEntry(style);
  QAction* action = m_names->addAction(style.name);
  action->setCheckable(true);
  action->setChecked(true);
  connect(action, &QAction::triggered, this,
          [this, &curve](bool visible) { setVisible(curve, visible); });
  return curve;
}

void ChartPane::addToHeader(QWidget& control) {
  m_header->insertWidget(1, &control, 0, Qt::AlignTop);
}

void ChartPane::setFaint(Curve& curve, bool faint) {
  curve.style.faint = faint;
  m_plot->setStyle(curve.number, curve.style);
}

void ChartPane::removeCurve(const Curve& curve) {
  m_plot->removeCurve(curve.number);
  m_curves.remove_if([&curve](const Curve& one) { return &one == &curve; });
  refreshSoon();
}

void ChartPane::setVisible(Curve& curve, bool visible) {
  curve.visible = visible;
  if (const int place = legendPlace(curve); place >= 0) {
    m_legend->setShown(place, visible);
    m_names->actions().at(place)->setChecked(visible);
  }
  refreshSoon();
}

int ChartPane::legendPlace(const Curve& curve) const {
  int place = 0;
  if (curve.style.name.isEmpty()) return -1;
  for (const Curve& one : m_curves) {
    if (&one == &curve) break;
    place += !one.style.name.isEmpty();
  }
  return place;
}

void ChartPane::toggleEntry(int place) {
  for (Curve& curve : m_curves)
    if (legendPlace(curve) == place) return setVisible(curve, !curve.visible);
}

void ChartPane::fixRange(Side side, Range values) {
  (side == Side::Left ? m_left : m_right).fix(values);
}

void ChartPane::setCeiling(double value) {
  m_left.setCeiling(value);
}

void ChartPane::setLogarithmic(bool logarithmic) {
  m_left.setLogarithmic(logarithmic);
  m_legend->setNote(
      logarithmic ? tr("Hollow circles on the lower edge are values of 0, or too low for the axis.")
                  : QString());
  m_log->setChecked(logarithmic);
  refresh();
}

void ChartPane::setShowAll(bool all) {
  m_left.setShowAll(all);
  refresh();
}

void ChartPane::zoomY(double factor, double at) {
  m_left.zoom(factor, at);
  refresh();
}

void ChartPane::resetZoom() {
  m_left.resetZoom();
  m_axes.resetZoom();
  refresh();
}

void ChartPane::setBandLabels(bool visible) {
  m_bandLabels = visible;
}

void ChartPane::setXLabels(bool visible) {
  m_xLabels = visible;
}

void ChartPane::scheduleRefresh() {
  if (isVisible() && !m_timer.isActive())
    m_timer.start(std::max(kRefreshInterval, kShare * m_cost));
}

void ChartPane::refreshSoon() {
  // Once for all the turns of the wheel that wait, and for all charts in the same moment.
  m_timer.start(0);
}

void ChartPane::resizeEvent(QResizeEvent* event) {
  refreshSoon();
  QWidget::resizeEvent(event);
}

void ChartPane::showEvent(QShowEvent* event) {
  scheduleRefresh();
  QWidget::showEvent(event);
}

void ChartPane::refresh() {
  m_timer.stop();
  if (!isVisible()) return;
  const auto begin = std::chrono::steady_clock::now();
  drawCurves();
  drawBands();
  offerHiddenPoints();
  showValues();
  m_plot->repaint();
  m_cost = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
}

void ChartPane::drawCurves() {
  const QSizeF size = m_plot->area().size();
  const Range shown = m_axes.visible();
  const double perPixel = shown.width() / std::max(size.width() - 2 * kMargin, 1.0);
  const Range x{shown.min - kMargin * perPixel, shown.max + kMargin * perPixel};
  std::vector<std::vector<std::size_t>> kept;
  std::vector<double> left, right;
  for (Curve& curve : m_curves) {
    kept.emplace_back();
    if (!curve.visible) continue;
    curve.summary.update(curve.y);
    kept.back() = decimate(curve.x, curve.y, curve.summary, x, static_cast<int>(size.width()));
    auto& values = curve.style.side == Side::Left ? left : right;
    for (const std::size_t i : kept.back())
      if (x.contains(curve.x[i])) values.push_back(curve.y[i]);
  }
  m_left.fit(left);
  m_right.fit(right);

  const double line = m_plot->fontMetrics().height();
  m_plot->setXLabels(m_xLabels, xAxisName());
  m_plot->setXAxis(x, m_axes.ticks(static_cast<int>(size.width() / (4.5 * line))));
  for (const Side side : {Side::Left, Side::Right})
    m_plot->setYAxis(side, valueAxis(side).range(),
                     valueAxis(side).ticks(static_cast<int>(size.height() / (1.5 * line))));

  auto points = kept.begin();
  for (const Curve& curve : m_curves) {
    m_plot->setCurve(curve.number, ui::draw(curve, *points++, valueAxis(curve.style.side).scale(),
                                            perPixel * (curve.style.markerSize + 1)));
  }
}

void ChartPane::drawBands() {
  std::vector<Band> bands;
  for (const auto& [number, x] : m_axes.epochs())
    bands.push_back(
        {x, number % 2 == 0 ? Band::Kind::Epoch : Band::Kind::None, QString::number(number)});
  for (const Band& band : m_axes.bands())
    bands.push_back({band.x, band.kind, m_bandLabels ? band.label : QString()});
  m_plot->setBands(std::move(bands));
  std::vector<Flag> flags;
  for (const StepFlag& flag : m_axes.flags())
    flags.push_back({m_axes.xOfStep(flag.step), flagColor(flag.kind), flag.text});
  m_plot->setFlags(std::move(flags));
}

void ChartPane::offerHiddenPoints() {
  std::size_t above = 0;
  if (!m_left.isLogarithmic() && !m_left.isZoomed() && !m_left.isFixed())
    for (const Curve& curve : m_curves) {
      if (curve.style.side != Side::Left || !curve.visible) continue;
      const auto [first, last] = visiblePart(curve.x, m_axes.visible());
      above = std::max(above, curve.summary.countAbove(curve.y, first, last, m_left.range().max));
    }
  m_showAll->setVisible(above > 0 || m_left.showsAll());
  m_showAll->setText(m_left.showsAll() ? tr("All")
                                       : tr("▲ %Ln above", nullptr, static_cast<int>(above)));
}

void ChartPane::showValues() {
  const auto cursor = m_axes.cursor();
  const std::optional<double> at = m_axes.cursorX();
  // indexAt() of this x is the last point of every curve.
  const double x = at.value_or(HUGE_VAL);
  Crosshair crosshair{x, {}, cursor ? m_axes.describe(*cursor) : freeLabel(x)};
  m_values.clear();
  QStringList spoken;
  for (const Curve& curve : m_curves) {
    if (curve.style.name.isEmpty()) continue;
    QString value;
    if (const auto i = curve.indexAt(x)) {
      value = curve.valueText(*i);
      spoken << curve.style.name + QLatin1Char(' ') + value;
      const double y = valueAxis(curve.style.side).scale().toPlot(curve.y[*i]);
      if (std::isfinite(y) && curve.style.width > 0 && curve.visible)
        crosshair.dots.append({QPointF(curve.x[*i], y), curve.style});
    }
    m_values << value;
  }
  m_legend->setValues(m_values);
  m_plot->setCrosshair(at ? std::optional(crosshair) : std::nullopt);
  if (cursor) spoken.prepend(crosshair.label);
  m_plot->setAccessibleDescription(spoken.join(QStringLiteral(", ")));
}

QString ChartPane::freeLabel(double x) const {
  if (x == HUGE_VAL) return {};
  return isTime(m_axes.xAxis()) ? formatElapsed(x)
                                : xAxisName() + QLatin1Char(' ') + formatValue(x, 4);
}

QString ChartPane::xAxisName() const {
  switch (m_axes.xAxis()) {
    case XAxis::Step:
      return tr("step");
    case XAxis::Epoch:
      return tr("epoch");
    case XAxis::Active:
      return tr("time without pauses");
    case XAxis::Elapsed:
      return tr("elapsed time");
    case XAxis::Virtual:
      return tr("virtual time");
  }
  return {};
}

void ChartPane::draw(QPainter& painter) {
  m_plot->setXLabels(true, xAxisName());
  painter.translate(m_legend->pos());
  m_legend->draw(painter);
  painter.translate(m_plot->pos() - m_legend->pos());
  m_plot->draw(painter);
  m_plot->setXLabels(m_xLabels, xAxisName());
}

}  // namespace ui
