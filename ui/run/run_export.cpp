#include "ui/run/run_export.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QStringList>
#include <cmath>
#include <span>

#include "engine/atomic_file.h"
#include "engine/log/run_facts.h"
#include "engine/log/run_log.h"
#include "engine/log/run_table.h"

namespace ui {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(ui::RunExport)
};

}  // namespace

void saveRun(const engine::RunRecord& run, const QString& file) {
  std::string text;
  if (file.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
    text = engine::runTable({&run, 1});
  else
    engine::forEachNews(run,
                        [&](const engine::RunNews& news) { text += engine::runLogLine(news); });
  engine::writeFileAtomically(QFile::encodeName(file).toStdString(),
                              std::as_bytes(std::span(text)));
}

QString describe(const engine::RunRecord& run) {
  const engine::RunFacts facts = engine::factsOf(run);
  const QLocale locale;
  QStringList lines;
  if (!run.start.source.empty())
    lines << Text::tr("From %1").arg(QString::fromStdString(run.start.source));
  if (!run.start.started.empty()) lines << QString::fromStdString(run.start.started);
  if (!run.steps.empty())
    lines << Text::tr("Steps %1 to %2")
                 .arg(locale.toString(qint64(run.steps.front().step)),
                      locale.toString(qint64(run.steps.back().step)));
  if (facts.derivedSteps > 0) lines << Text::tr("Some steps are worked out, not told");
  if (!facts.epochsFit) lines << Text::tr("The epochs do not fit the data set that is assumed");
  if (facts.best)
    lines << Text::tr("Best validation error %1 % at step %2")
                 .arg(locale.toString(facts.best->errorRate, 'f', 1),
                      locale.toString(qint64(facts.best->step)));
  if (std::isfinite(facts.meanMilliseconds))
    lines << Text::tr("%1 ms per step on average")
                 .arg(locale.toString(facts.meanMilliseconds, 'f', 1));
  if (run.end && std::isfinite(run.end->testError))
    lines << Text::tr("Test error %1 %").arg(locale.toString(run.end->testError, 'f', 1));
  return lines.join(QLatin1Char('\n'));
}

}  // namespace ui
