#include "ui/run/credit_texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

#include "engine/pace/pace_text.h"
#include "ui/charts/axis_scale.h"
#include "ui/run/credit_session.h"
#include "ui/run/run_model.h"

namespace ui {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(ui::CreditTexts)
};

QString credits(double value) {
  return QLocale().toString(value, 'f', 1);
}

QString place(const engine::PaceMoment& moment) {
  return Text::tr("%1, step %2")
      .arg(machineDuration(moment.seconds), QLocale().toString(qint64{moment.step}));
}

QString costOfStep(const engine::StepCost& cost) {
  if (cost.kind == engine::StepCost::Kind::Fixed)
    return Text::tr("%1 ms per step").arg(QLocale().toString(cost.value, 'g', 6));
  if (cost.value == 1) return Text::tr("as fast as this computer");
  return Text::tr("%1 × the time of this computer").arg(QLocale().toString(cost.value, 'g', 6));
}

// "credits run low at 38 min, step 5,330; then 10 × slower".
QString slowDown(const CreditSession& session) {
  const engine::Forecast& forecast = session.forecast();
  const double worst =
      std::max(session.worstSlowdown(), forecast.slowest ? forecast.slowest->slowdown : 1);
  const QString times = QLocale().toString(worst, 'f', worst < 9.95 ? 1 : 0);
  if (session.slowed())
    return Text::tr("credits ran low at %1; up to %2 × slower since")
        .arg(place(*session.slowed()), times);
  if (forecast.slowed)
    return Text::tr("credits run low at %1; then up to %2 × slower")
        .arg(place(*forecast.slowed), times);
  return {};
}

QString surplus(const CreditSession& session, const engine::PaceMoment& end) {
  if (!(end.surplus > 0)) return {};
  const engine::InstanceType type = session.run().machine().type();
  const QString borrowed = Text::tr(" It borrows %1 credits").arg(credits(end.surplus));
  if (!type.surplusPricePerVCpuHour) return borrowed + QLatin1Char('.');
  return borrowed +
         Text::tr(": %1 %2 if it is stopped then.")
             .arg(QLocale().toString(end.surplus / 60 * *type.surplusPricePerVCpuHour, 'f', 3),
                  QString::fromStdString(type.currency));
}

QString future(const CreditSession& session) {
  const engine::Forecast& forecast = session.forecast();
  const engine::PaceMoment& end = forecast.moments.back();
  const QString slow = slowDown(session);
  QString text = slow.isEmpty() ? Text::tr("the credits last") : slow;
  if (forecast.stopped) {
    text += Text::tr("; the run stops at %1, with %2 credits left")
                .arg(place(end), credits(end.balance()));
  } else {
    text += Text::tr("; done at %1").arg(machineDuration(end.seconds));
    const engine::PacedRun run = session.run();
    const int vCpus = std::min(run.settings().threads, run.machine().type().vCpus);
    const double fullSpeed = end.spent * 60 / vCpus;
    if (end.seconds > 1.02 * fullSpeed + 60)
      text += Text::tr(" instead of %1").arg(machineDuration(fullSpeed));
    else if (slow.isEmpty())
      text += Text::tr(" with %1 left").arg(credits(end.balance()));
  }
  const double rests = session.restSeconds() + forecast.restSeconds;
  if (rests > 0) text += Text::tr(", with rests of %1").arg(machineDuration(rests));
  return text + QLatin1Char('.') + surplus(session, end);
}

QString past(const CreditSession& session, const engine::PaceMoment& end) {
  QString text = Text::tr("%1 steps took %2 and %3 credits; %4 are left")
                     .arg(QLocale().toString(qint64{end.step + 1}), machineDuration(end.seconds),
                          credits(end.spent), credits(end.balance()));
  if (const QString slow = slowDown(session); !slow.isEmpty()) text += QStringLiteral("; ") + slow;
  if (session.endedByPolicy()) text += Text::tr("; the credit policy ended the run");
  return text + QLatin1Char('.');
}

}  // namespace

QString machineDuration(double seconds) {
  if (seconds < 99.5) return Text::tr("%1 s").arg(std::lround(seconds));
  const auto minutes = std::lround(seconds / 60);
  if (minutes < 60) return Text::tr("%1 min").arg(minutes);
  if (minutes < 48 * 60) return Text::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
  const auto hours = std::lround(seconds / 3600);
  return Text::tr("%1 d %2 h").arg(hours / 24).arg(hours % 24);
}

QString creditSentence(const CreditSession& session) {
  const RunModel& model = session.model();
  const QString name = QString::fromStdString(session.run().machine().type().name);
  const QString simulated = Text::tr("Simulated %1: ").arg(name);
  if (!session.forecast().moments.empty()) return simulated + future(session);
  if (!model.moments().empty()) return simulated + past(session, model.moments().back());
  return simulated +
         Text::tr("%1 credits at the start, %2.")
             .arg(credits(session.openingBalance()), costOfStep(session.settings().cost));
}

}  // namespace ui
