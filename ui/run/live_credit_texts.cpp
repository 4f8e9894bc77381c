#include "ui/run/live_credit_texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "ui/run/credit_texts.h"

namespace ui {
namespace {

using engine::LiveStatus;

// Half a tick a second and CPU may be missing just by rounding.
constexpr double kNoticeable = 0.1;
constexpr double kLongEnough = 0.5;

struct Text {
  Q_DECLARE_TR_FUNCTIONS(ui::LiveCreditTexts)
};

QString number(double value) {
  return QLocale().toString(value, 'f', 1);
}

QString machine(const CreditNews& news) {
  const auto& instance = news.context.instance;
  QString text = instance ? Text::tr("%1 in %2, %3")
                                .arg(QString::fromStdString(instance->id),
                                     QString::fromStdString(instance->region),
                                     QString::fromStdString(instance->type))
                          : Text::tr("This computer");
  if (news.status.type)
    text += news.status.mode == engine::CreditMode::Standard ? Text::tr(", standard mode")
                                                             : Text::tr(", unlimited mode");
  if (news.status.type && !news.status.modeIsKnown) text += Text::tr(" assumed");
  return text;
}

QString balance(const LiveStatus& status) {
  QString text = Text::tr("%1 of %2 credits, ")
                     .arg(number(status.balance), QLocale().toString(status.type->maxCredits));
  if (!status.measured) return text + Text::tr("estimated from the use since it was started");
  text += Text::tr("measured %1 ago (%2) and estimated since")
              .arg(machineDuration(*status.secondsSinceTruth), number(status.truth->value));
  if (status.error)
    text += Text::tr("; the estimate before was off by %1").arg(number(*status.error));
  return text;
}

QString outlook(const LiveStatus& status) {
  if (status.mode == engine::CreditMode::Unlimited)
    return status.secondsToEmpty
               ? Text::tr("At full speed it borrows from %1 on, and is never slowed down.")
                     .arg(machineDuration(*status.secondsToEmpty))
               : Text::tr("At full speed it needs no borrowed credits.");
  QString text;
  if (!status.secondsToSlowDown)
    text = Text::tr("Full speed lasts for ever");
  else if (*status.secondsToSlowDown == 0)
    text = Text::tr("It is slowed down below %1 credits").arg(number(status.slowDownBalance));
  else
    text = Text::tr("Full speed lasts %1").arg(machineDuration(*status.secondsToSlowDown));
  if (status.secondsToFull && *status.secondsToFull > 0)
    text += Text::tr("; idle, it is full in %1").arg(machineDuration(*status.secondsToFull));
  return text + QLatin1Char('.');
}

}  // namespace

bool isThrottled(const engine::CpuUse& use) {
  if (use.seconds < kLongEnough) return false;
  return use.share(use.steal) > kNoticeable || use.throttledShare > kNoticeable ||
         use.missing > kNoticeable * use.seconds * use.cpus;
}

QString liveCreditSentence(const CreditNews& news) {
  const LiveStatus& status = news.status;
  if (status.type)
    return machine(news) + QStringLiteral(": ") + balance(status) + QStringLiteral(". ") +
           outlook(status);
  if (!news.hasAnswer) return Text::tr("%1: asking the cloud…").arg(machine(news));
  return Text::tr("%1: its credits are not known.").arg(machine(news));
}

QString liveCreditNotes(const CreditNews& news) {
  QStringList lines;
  if (!news.context.problem.empty()) lines += QString::fromStdString(news.context.problem);
  for (const std::string& note : news.context.notes) lines += QString::fromStdString(note);
  if (news.status.quota)
    lines += Text::tr("A control group allows %1 CPUs.").arg(number(*news.status.quota));
  if (!news.cost.empty()) lines += QString::fromStdString(news.cost);
  return lines.join(QLatin1Char(' '));
}

}  // namespace ui
