#include "ui/panels/live_credit_charts.h"

#include <QLabel>
#include <QVBoxLayout>
#include <cmath>

#include "ui/charts/chart_pane.h"
#include "ui/run/credit_track.h"

namespace ui {
namespace {

constexpr int kBalance = 0, kPoint = 1, kOwn = 0, kOthers = 2, kSteal = 1, kWhole = 4;  // palette
constexpr Range kPercent{0, 106};  // so that a line along 100 is seen whole

}  // namespace

LiveCreditCharts::LiveCreditCharts(QWidget* parent)
    : QWidget(parent),
      m_sentence(new QLabel),
      m_notes(new QLabel),
      m_balancePane(new ChartPane(tr("Credits"), m_axes)),
      m_cpuPane(new ChartPane(tr("CPU (%)"), m_axes)) {
  m_axes.setXAxis(XAxis::Elapsed);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_sentence);
  layout->addWidget(m_balancePane, 1);
  layout->addWidget(m_cpuPane, 1);
  layout->addWidget(m_notes);
  m_sentence->setAccessibleName(tr("How the credits are"));
  m_notes->setAccessibleName(tr("What the cloud says"));
  for (QLabel* label : {m_sentence, m_notes}) {
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setWordWrap(true);
    label->setContentsMargins(8, 2, 8, 4);
  }
  m_balancePane->setXLabels(false);
  m_balancePane->setBandLabels(true);
  m_estimate = &m_balancePane->addCurve({.name = tr("estimated"),
                                         .color = kBalance,
                                         .width = 2,
                                         .meaning = tr("from the CPU use since the last point")});
  m_measured = &m_balancePane->addCurve({.name = tr("measured"),
                                         .color = kPoint,
                                         .width = 0,
                                         .marker = Marker::Dot,
                                         .markerSize = 7,
                                         .meaning = tr("CPUCreditBalance of CloudWatch")});
  const auto add = [this](const QString& name, int color, const QString& meaning) {
    return &m_cpuPane->addCurve({.name = name, .decimals = 1, .color = color, .meaning = meaning});
  };
  m_own = add(tr("this process"), kOwn, tr("CPU that the program itself uses"));
  m_others = add(tr("others"), kOthers, tr("CPU that all other programs use"));
  m_steal = add(tr("steal"), kSteal, tr("CPU that was wanted and that the host gave to others"));
  m_whole = &m_cpuPane->addCurve({.name = tr("all, in 5 min"),
                                  .decimals = 1,
                                  .color = kWhole,
                                  .width = 1,
                                  .marker = Marker::Dot,
                                  .meaning = tr("CPUUtilization of CloudWatch"),
                                  .rank = 1});
  m_cpuPane->fixRange(Side::Left, kPercent);
}

void LiveCreditCharts::setTrack(const CreditTrack* track) {
  if (m_track) disconnect(m_track, nullptr, this, nullptr);
  m_track = track;
  if (track) {
    connect(track, &CreditTrack::cleared, this, &LiveCreditCharts::restart);
    connect(track, &CreditTrack::changed, this, &LiveCreditCharts::pull);
  }
  restart();
}

void LiveCreditCharts::setTexts(const QString& sentence, const QString& notes) {
  m_sentence->setText(sentence);
  m_notes->setText(notes);
  m_notes->setVisible(!notes.isEmpty());
}

void LiveCreditCharts::restart() {
  for (Curve* curve : {m_estimate, m_measured, m_own, m_others, m_steal, m_whole}) curve->clear();
  m_samples = 0;
  m_begin = m_track ? m_track->begin() : 0;
  pull();
}

void LiveCreditCharts::pull() {
  if (!isVisible()) return;
  if (!m_track || m_track->isEmpty()) {
    m_axes.setReach({});
    m_axes.setBands({});
    return refresh();
  }
  // History that came late begins earlier.
  if (m_track->begin() != m_begin) return restart();
  // What is not known is no gap in what is.
  const auto append = [](Curve& curve, double x, double value) {
    if (std::isfinite(value)) curve.append(x, value);
  };
  const auto& samples = m_track->samples();
  for (; m_samples < samples.size(); ++m_samples) {
    const CreditTrack::Sample& sample = samples[m_samples];
    const double x = sample.time - m_begin;
    append(*m_estimate, x, sample.balance);
    append(*m_own, x, 100 * sample.own);
    const double others = 100 * (sample.busy - sample.own);
    append(*m_others, x, others < 0 ? 0 : others);
    append(*m_steal, x, 100 * sample.steal);
  }
  pullMeasured();
  shade();
  const double width = m_track->end() - m_begin;
  m_axes.setReach(Range{0, std::max(width, 10.0)});
  for (ChartPane* pane : {m_balancePane, m_cpuPane}) pane->scheduleRefresh();
}

// Few, and late ones come between those that are there.
void LiveCreditCharts::pullMeasured() {
  m_measured->clear();
  m_whole->clear();
  for (const engine::MetricPoint& point : m_track->balance())
    m_measured->append(point.time - m_begin, point.value);
  for (const engine::MetricPoint& point : m_track->utilization())
    m_whole->append(point.time - m_begin, point.value);
}

void LiveCreditCharts::shade() {
  std::vector<Band> bands;
  double before = m_track->samples().empty() ? 0 : m_track->samples().front().time - m_begin;
  for (const CreditTrack::Sample& sample : m_track->samples()) {
    const double x = sample.time - m_begin;
    if (sample.throttled && !bands.empty() && bands.back().x.max == before)
      bands.back().x.max = x;
    else if (sample.throttled)
      bands.push_back({{before, x}, Band::Kind::Throttled, tr("throttled")});
    before = x;
  }
  m_axes.setBands(std::move(bands));
}

void LiveCreditCharts::refresh() {
  for (ChartPane* pane : {m_balancePane, m_cpuPane}) pane->refresh();
}

void LiveCreditCharts::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  restart();
}

}  // namespace ui
