#include "ui/run/run_texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

namespace ui {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(ui::RunTexts)
};

}  // namespace

QString durationText(double seconds) {
  const auto total = static_cast<qint64>(std::llround(std::max(0.0, seconds)));
  const qint64 minutes = total / 60;
  if (minutes == 0) return Text::tr("%1 s").arg(total);
  if (minutes < 60) return Text::tr("%1 min %2 s").arg(minutes).arg(total % 60);
  return Text::tr("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

QString computedByText(const engine::RunStarted& run) {
  const QString kernels = QString::fromStdString(run.kernels);
  return run.config.threads == 1
             ? Text::tr("%1 on one thread").arg(kernels)
             : Text::tr("%1 on %2 threads").arg(kernels).arg(run.config.threads);
}

QString resultText(const engine::RunFinished& run) {
  const QLocale locale;
  const QString effort = Text::tr("Steps: %1 \u00b7 Time: %2")
                             .arg(locale.toString(qint64{run.steps}), durationText(run.seconds));
  if (run.test.count == 0) return effort;
  return Text::tr("Test error: %1 % \u00b7 %2")
      .arg(locale.toString(run.test.errorRate(), 'f', 2), effort);
}

QString nonFiniteText(const engine::RunFinished& run) {
  return Text::tr(
             "The loss overflowed at step %1. The weights kept are the last finite ones (step %2); "
             "they may be useless: restart with a lower learning rate.")
      .arg(QLocale().toString(qint64{run.lastStep}), QLocale().toString(qint64{run.steps}));
}

}  // namespace ui
