#include "ui/panels/credit_charts.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/charts/chart_pane.h"
#include "ui/run/credit_session.h"
#include "ui/run/credit_texts.h"
#include "ui/run/run_model.h"

namespace ui {
namespace {

constexpr int kBalance = 0, kLaunch = 1, kUsage = 3, kUtilisation = 4, kLimit = 7;  // palette
constexpr double kRoom = 1.06;  // so that lines along the ends of an axis are seen whole

// Percent of the whole instance, on average since the moment before.
double utilisation(const engine::PaceMoment& before, const engine::PaceMoment& moment, int vCpus) {
  const double seconds = moment.seconds - before.seconds;
  return seconds > 0 ? 100 * 60 * (moment.spent - before.spent) / seconds / vCpus : 0;
}

// The last band grows if the next piece is of the same kind.
void addBand(std::vector<Band>& bands, Range x, Band::Kind kind) {
  if (kind == Band::Kind::None) return;
  if (!bands.empty() && bands.back().kind == kind && bands.back().x.max >= x.min)
    bands.back().x.max = x.max;
  else
    bands.push_back({x, kind,
                     kind == Band::Kind::Slowing ? CreditCharts::tr("slowing down")
                                                 : CreditCharts::tr("throttled")});
}

// Throttled: about as slow as the baseline makes it.
Band::Kind kindOf(const engine::PaceMoment& moment, const engine::PacedRun& run) {
  const engine::InstanceType& type = run.machine().type();
  if (!moment.isSlowed() || moment.afterRest) return Band::Kind::None;
  const double threads = std::min(run.settings().threads, type.vCpus);
  const double floor = threads / (type.baseline * type.vCpus);
  return moment.slowdown > 0.9 * floor ? Band::Kind::Throttled : Band::Kind::Slowing;
}

}  // namespace

CreditCharts::CreditCharts(const CreditSession& session, LinkedAxes& axes, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_axes(axes),
      m_layout(new QVBoxLayout(this)),
      m_sentence(new QLabel) {
  m_layout->setContentsMargins(0, 0, 0, 0);
  m_layout->setSpacing(0);
  m_layout->addWidget(m_sentence);
  m_sentence->setWordWrap(true);
  m_sentence->setContentsMargins(8, 2, 8, 4);
  m_sentence->setAccessibleName(tr("What happens to the credits"));
  build();
  connect(&axes, &LinkedAxes::restarted, this, &CreditCharts::restart);
  connect(&session, &CreditSession::restarted, this, &CreditCharts::restart);
  connect(&session, &CreditSession::grew, this, &CreditCharts::pull);
  connect(&session, &CreditSession::changed, this, &CreditCharts::pullForecast);
  connect(&axes, &LinkedAxes::zoomed, this, &CreditCharts::drawLimits);
  restart();
}

void CreditCharts::setCloudWatch(bool cloudWatch) {
  if (cloudWatch == m_cloudWatch) return;
  m_cloudWatch = cloudWatch;
  build();
  restart();
}

void CreditCharts::build() {
  delete m_balancePane;
  delete m_cpuPane;
  const bool aws = m_cloudWatch;
  m_balancePane = new ChartPane(tr("Credits"), m_axes);
  m_cpuPane = new ChartPane(tr("CPU"), m_axes);
  m_layout->insertWidget(1, m_balancePane, 1);
  m_layout->insertWidget(2, m_cpuPane, 1);
  m_balancePane->setXLabels(false);
  m_balancePane->setBandLabels(true);

  // Launch credits lie below the earned ones, which are what is between the two curves.
  m_balance =
      &m_balancePane->addCurve({.name = aws ? QStringLiteral("CPUCreditBalance") : tr("balance"),
                                .color = kBalance,
                                .filled = true,
                                .meaning = tr("launch credits and earned ones together")});
  m_launch = &m_balancePane->addCurve({.name = tr("of them launch credits"),
                                       .color = kLaunch,
                                       .width = 1,
                                       .filled = true,
                                       .meaning = tr("spent first, outside the cap"),
                                       .rank = 1});
  m_balanceForecast =
      &m_balancePane->addCurve({.color = kBalance, .width = 1.25, .dash = Qt::DashLine});
  m_threshold = &m_balancePane->addCurve(
      {.name = tr("slow-down below"),
       .decimals = 0,
       .color = kLimit,
       .width = 1,
       .dash = Qt::DotLine,
       .meaning = tr("balance at which the instance begins to be slowed down"),
       .rank = 2});
  m_cap = &m_balancePane->addCurve({.name = tr("cap"),
                                    .decimals = 0,
                                    .color = kLimit,
                                    .width = 1,
                                    .dash = Qt::DashLine,
                                    .meaning = tr("most earned credits that it can hold"),
                                    .rank = 3});

  m_usage = &m_cpuPane->addCurve(
      {.name = aws ? QStringLiteral("CPUCreditUsage") : tr("credits used in 5 min"),
       .color = kUsage,
       .width = 1,
       .filled = true});
  m_utilisationForecast = &m_cpuPane->addCurve(
      {.color = kUtilisation, .width = 1, .dash = Qt::DashLine, .side = Side::Right});
  m_utilisation =
      &m_cpuPane->addCurve({.name = aws ? QStringLiteral("CPUUtilization (%)") : tr("CPU (%)"),
                            .decimals = 1,
                            .color = kUtilisation,
                            .side = Side::Right});
  m_baseline = &m_cpuPane->addCurve({.name = tr("baseline (%)"),
                                     .decimals = 1,
                                     .color = kLimit,
                                     .width = 1,
                                     .dash = Qt::DotLine,
                                     .side = Side::Right,
                                     .meaning = tr("use that the earned credits just cover"),
                                     .rank = 1});
  for (ChartPane* pane : {m_balancePane, m_cpuPane}) pane->show();
}

void CreditCharts::restart() {
  for (Curve* curve : {m_balance, m_launch, m_usage, m_utilisation}) curve->clear();
  m_fiveMinutes = {};
  m_past.clear();
  m_moments = 0;
  m_highest = 0;
  pull();
  pullForecast();
}

void CreditCharts::pull() {
  const std::vector<engine::PaceMoment>& moments = m_session.model().moments();
  if (m_moments < moments.size()) {
    const engine::PacedRun run = m_session.run();
    const int vCpus = run.machine().type().vCpus;
    for (; m_moments < moments.size(); ++m_moments) {
      const engine::PaceMoment& moment = moments[m_moments];
      if (moment.step < 0) continue;
      const double x = m_axes.xOfMoment(moment);
      m_highest = std::max(m_highest, moment.balance());
      const engine::PaceMoment before =
          m_moments > 0 ? moments[m_moments - 1] : engine::PaceMoment();
      m_fiveMinutes.add(moment, x, [&](const FiveMinutes::Interval& interval) {
        for (const double end : {interval.begin, interval.end}) {
          m_usage->append(end, interval.spent);
          if (!m_cloudWatch) continue;
          m_balance->append(end, interval.balance);
          m_launch->append(end, interval.launch);
          m_utilisation->append(end, 100 * interval.spent * 60 / FiveMinutes::kSeconds / vCpus);
        }
      });
      addBand(m_past, {before.step < 0 ? 0 : m_axes.xOfMoment(before), x}, kindOf(moment, run));
      if (m_cloudWatch) continue;
      m_balance->append(x, moment.balance());
      m_launch->append(x, moment.launchCredits);
      m_utilisation->append(x, utilisation(before, moment, vCpus));
    }
  }
  // Where the x axis is this computer's time, the future moves with its pace.
  if (m_axes.xAxis() == XAxis::Elapsed || m_axes.xAxis() == XAxis::Active) return pullForecast();
  drawLimits();
  shade();
}

void CreditCharts::pullForecast() {
  m_balanceForecast->clear();
  m_utilisationForecast->clear();
  const engine::Forecast& forecast = m_session.forecast();
  const int vCpus = m_session.run().machine().type().vCpus;
  const engine::PaceMoment* before = nullptr;
  for (const engine::PaceMoment& moment : forecast.moments) {
    const double x = m_axes.xOfMoment(moment);
    m_balanceForecast->append(x, moment.balance());
    if (before) m_utilisationForecast->append(x, utilisation(*before, moment, vCpus));
    before = &moment;
  }
  m_sentence->setText(sentence());
  drawLimits();
  shade();
}

// Lines across the whole chart, and axes that end where the instance ends.
void CreditCharts::drawLimits() {
  const engine::PacedRun run = m_session.run();
  const engine::VirtualMachine& machine = run.machine();
  const engine::InstanceType& type = machine.type();
  const Range shown = m_axes.visible();
  const auto line = [&](Curve* curve, double value) {
    curve->clear();
    for (const double x : {shown.min - shown.width(), shown.max + shown.width()})
      curve->append(x, value);
  };
  line(m_cap, type.maxCredits);
  line(m_threshold, machine.slowDownBalance());
  line(m_baseline, 100 * type.baseline);
  const double most =
      m_highest > type.maxCredits ? machine.account().mostCredits() : type.maxCredits;
  m_balancePane->fixRange(Side::Left, {0, kRoom * most});
  m_cpuPane->fixRange(Side::Left, {0, kRoom * type.vCpus * FiveMinutes::kSeconds / 60});
  m_cpuPane->fixRange(Side::Right, {0, kRoom * 100});
  for (ChartPane* pane : {m_balancePane, m_cpuPane}) pane->scheduleRefresh();
}

void CreditCharts::shade() {
  std::vector<Band> bands = m_past;
  const auto& moments = m_session.model().moments();
  const engine::Forecast& forecast = m_session.forecast();
  if (!forecast.moments.empty()) {
    const engine::PacedRun run = m_session.run();
    double from = moments.empty() ? 0 : m_axes.xOfMoment(moments.back());
    for (const engine::PaceMoment& moment : forecast.moments) {
      const double to = m_axes.xOfMoment(moment);
      if (to > from) addBand(bands, {from, to}, kindOf(moment, run));
      from = std::max(from, to);
    }
  }
  m_axes.setBands(std::move(bands));
}

QString CreditCharts::sentence() const {
  return creditSentence(m_session);
}

void CreditCharts::refresh() {
  for (ChartPane* pane : {m_balancePane, m_cpuPane}) pane->refresh();
}

}  // namespace ui
