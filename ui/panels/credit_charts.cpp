#include "ui/panels/credit_charts.h"

#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>
#include <cmath>

#include "ui/charts/chart_pane.h"
#include "ui/run/credit_session.h"
#include "ui/run/run_model.h"

namespace ui {
namespace {

constexpr int kBalance = 0, kUtilisation = 4;  // palette indices
constexpr Range kPercent{-4, 105};             // so that lines along 0 and 100 are seen whole

QString duration(double seconds) {
  const auto minutes = static_cast<int>(std::lround(seconds / 60));
  if (minutes < 60) return CreditCharts::tr("%1 min").arg(minutes);
  return CreditCharts::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

QString moment(const CreditSession::Moment& moment) {
  return CreditCharts::tr("step %1 (%2)")
      .arg(QLocale().toString(moment.step), duration(moment.seconds));
}

}  // namespace

CreditCharts::CreditCharts(const CreditSession& session, LinkedAxes& axes, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_axes(axes),
      m_chart(
          new ChartPane(tr("Simulated %1").arg(QString::fromStdString(session.type().name)), axes)),
      m_sentence(new QLabel) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_chart, 1);
  layout->addWidget(m_sentence);
  m_sentence->setWordWrap(true);
  m_sentence->setContentsMargins(8, 2, 8, 4);
  m_sentence->setAccessibleName(tr("What happens to the credits"));

  // AWS's names, so that the chart can be laid beside CloudWatch's.
  m_balanceForecast = &m_chart->addCurve({.color = kBalance, .width = 1.25, .dash = Qt::DashLine});
  m_utilisationForecast = &m_chart->addCurve(
      {.color = kUtilisation, .width = 1, .dash = Qt::DashLine, .side = Side::Right});
  m_balance = &m_chart->addCurve(
      {.name = QStringLiteral("CPUCreditBalance (credits)"), .color = kBalance, .width = 2.25});
  m_utilisation = &m_chart->addCurve({.name = QStringLiteral("CPUUtilization (%)"),
                                      .decimals = 1,
                                      .color = kUtilisation,
                                      .side = Side::Right});
  m_chart->fixRange(Side::Right, kPercent);

  connect(&axes, &LinkedAxes::restarted, this, &CreditCharts::restart);
  connect(&session, &CreditSession::restarted, this, &CreditCharts::restart);
  connect(&session, &CreditSession::grew, this, &CreditCharts::pull);
  restart();
}

void CreditCharts::restart() {
  for (Curve* curve : {m_balance, m_utilisation, m_balanceForecast, m_utilisationForecast})
    curve->clear();
  m_steps = 0;
  m_sentence->setText(sentence());
  pull();
}

void CreditCharts::pull() {
  const auto append = [this](Curve& balance, Curve& utilisation, const CreditSession::Moment& at) {
    const double x = m_axes.xOfStep(static_cast<double>(at.step));
    balance.append(x, at.balance);
    utilisation.append(x, 100 * at.utilisation);
  };
  const auto& moments = m_session.moments();
  for (; m_steps < moments.size(); ++m_steps) append(*m_balance, *m_utilisation, moments[m_steps]);

  // Where the x axis is time, the future moves with the pace of the run.
  if (m_balanceForecast->x.empty() || isTime(m_axes.xAxis())) {
    m_balanceForecast->clear();
    m_utilisationForecast->clear();
    for (const CreditSession::Moment& at : m_session.outlook().moments)
      append(*m_balanceForecast, *m_utilisationForecast, at);
  }
  shadeSlowSteps();
  m_chart->scheduleRefresh();
}

void CreditCharts::shadeSlowSteps() {
  const CreditSession::Outlook& outlook = m_session.outlook();
  std::vector<Band> bands;
  if (outlook.slowed) {
    const auto x = [this](const CreditSession::Moment& at) {
      return m_axes.xOfStep(static_cast<double>(at.step));
    };
    const double slowed = x(*outlook.slowed), slowest = x(*outlook.slowest);
    bands.push_back({{slowed, slowest}, Band::Kind::Slowing, tr("slowing down")});
    bands.push_back({{slowest, x(outlook.moments.back())}, Band::Kind::Throttled, tr("throttled")});
  }
  m_chart->setBands(std::move(bands));
}

QString CreditCharts::sentence() const {
  const CreditSession::Outlook& outlook = m_session.outlook();
  const QString start = tr("Simulated: a %1 with %2 credits that needs %3 ms per step. ")
                            .arg(QString::fromStdString(m_session.type().name),
                                 formatValue(m_session.openingBalance(), 1),
                                 formatValue(1e3 * m_session.secondsPerStep()));
  if (outlook.moments.empty()) return start.trimmed();
  const CreditSession::Moment& end = outlook.moments.back();
  if (!outlook.slowed)
    return start + tr("The credits last: %1 are left at the end, after %2.")
                       .arg(formatValue(end.balance), duration(end.seconds));
  const double fullSpeed = static_cast<double>(end.step + 1) * m_session.secondsPerStep();
  return start + tr("The credits run low at %1; from %2 on it is %3 × slower. The run takes %4 "
                    "instead of %5.")
                     .arg(moment(*outlook.slowed), moment(*outlook.slowest),
                          formatValue(outlook.slowdown, 2), duration(end.seconds),
                          duration(fullSpeed));
}

void CreditCharts::refresh() {
  m_chart->refresh();
}

}  // namespace ui
