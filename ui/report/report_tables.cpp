#include "ui/report/report_tables.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/charts/axis_scale.h"
#include "ui/run/run_texts.h"

namespace ui {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(ui::RunReport)
};

constexpr double kLine = 13;  // points

QString number(double value) {
  return formatValue(value, 4);
}
QString whole(std::int64_t value) {
  return QLocale().toString(qint64(value));
}
QString percent(double value) {
  return QLocale().toString(value, 'f', 2) + QStringLiteral(" %");
}

double drawTitle(QPainter& painter, QRectF area, const QString& title) {
  QFont bold = painter.font();
  bold.setBold(true);
  painter.save();
  painter.setFont(bold);
  painter.drawText(area, Qt::AlignLeft | Qt::AlignTop, title);
  painter.restore();
  return 1.5 * kLine;
}

}  // namespace

QList<ReportRow> settingsRows(const engine::RunStarted& run) {
  const engine::TrainConfig& c = run.config;
  return {
      {Text::tr("Training images"), whole(run.trainCount)},
      {Text::tr("Validation images"), whole(run.validationCount)},
      {Text::tr("Test images"), whole(run.testCount)},
      {Text::tr("Parameters"), whole(run.parameterCount)},
      {Text::tr("Batch size"), whole(c.batchSize)},
      {Text::tr("Epochs"), whole(c.epochs)},
      {Text::tr("Steps"), whole(run.totalSteps)},
      {Text::tr("Learning rate"), number(c.learningRate)},
      {Text::tr("Decay per epoch"), number(c.learningRateDecay)},
      {Text::tr("Momentum"), number(c.momentum)},
      {Text::tr("Weight decay"), number(c.weightDecay)},
      {Text::tr("Dropout keeps"), number(c.keepProbability)},
      {Text::tr("Seed"), QString::number(c.seed)},
      {Text::tr("Order of images"), c.shuffle ? Text::tr("shuffled") : Text::tr("as in the file")},
      {Text::tr("Steps between evaluations"), whole(c.evaluationInterval)},
      {Text::tr("Threads"), whole(c.threads)},
      {Text::tr("Kernels"), QString::fromStdString(run.kernels)}};
}

QList<ReportRow> resultRows(const RunModel& model) {
  QList<ReportRow> rows;
  const auto& steps = model.steps();
  if (!steps.empty()) {
    rows << ReportRow{Text::tr("Steps done"), whole(steps.back().step + 1)}
         << ReportRow{Text::tr("Last loss"), number(steps.back().loss())}
         << ReportRow{Text::tr("Time without pauses"), formatElapsed(model.activeSeconds().back())}
         << ReportRow{Text::tr("Elapsed time"), formatElapsed(model.elapsedSeconds().back())}
         << ReportRow{Text::tr("Mean time of a step"),
                      Text::tr("%1 ms").arg(number(1e3 * model.activeSeconds().back() /
                                                   static_cast<double>(steps.size())))};
  }
  const auto& validations = model.validations();
  if (!validations.empty()) {
    const auto best = std::ranges::min_element(
        validations, {}, [](const auto& done) { return done.validation.wrong; });
    rows << ReportRow{Text::tr("Best validation error"),
                      Text::tr("%1 at step %2")
                          .arg(percent(best->validation.errorRate()), whole(best->step.step))}
         << ReportRow{Text::tr("Last validation error"),
                      percent(validations.back().validation.errorRate())};
  }
  if (const auto& result = model.result()) {
    if (result->test.count > 0)
      rows << ReportRow{Text::tr("Test error"), percent(result->test.errorRate())};
    rows << ReportRow{Text::tr("End"), resultText(*result)};
  } else {
    rows << ReportRow{Text::tr("End"), Text::tr("the run goes on")};
  }
  return rows;
}

double drawRows(QPainter& painter, QRectF area, const QString& title,
                const QList<ReportRow>& rows) {
  const double top = area.top() + drawTitle(painter, area, title);
  const auto perColumn = (rows.size() + 1) / 2;
  const double column = area.width() / 2;
  for (qsizetype i = 0; i < rows.size(); ++i) {
    const QRectF row(area.left() + column * static_cast<double>(i / perColumn),
                     top + kLine * static_cast<double>(i % perColumn), column - 10, kLine);
    painter.setPen(Qt::darkGray);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, rows[i].name);
    painter.setPen(Qt::black);
    const QRectF value = row.adjusted(0.45 * column, 0, 0, 0);
    painter.drawText(value, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(painter.font(), painter.device())
                         .elidedText(rows[i].value, Qt::ElideRight, value.width()));
  }
  return top - area.top() + kLine * static_cast<double>(perColumn) + kLine;
}

double drawConfusion(QPainter& painter, QRectF area, const QString& title,
                     const engine::ConfusionMatrix& counts) {
  const double top = area.top() + drawTitle(painter, area, title);
  constexpr double kCell = 30, kHeight = 16;
  const double left = area.left() + 40;
  const auto cell = [&](int row, int column) {
    return QRectF(left + kCell * column, top + kHeight * row, kCell, kHeight);
  };
  painter.setPen(Qt::darkGray);
  for (int digit = 0; digit < engine::kClassCount; ++digit) {
    painter.drawText(cell(0, digit), Qt::AlignCenter, QString::number(digit));
    painter.drawText(cell(digit + 1, -1), Qt::AlignCenter, QString::number(digit));
  }
  for (int label = 0; label < engine::kClassCount; ++label) {
    const auto& row = counts[static_cast<std::size_t>(label)];
    const double all =
        std::max(1.0, static_cast<double>(std::accumulate(row.begin(), row.end(), 0LL)));
    for (int answer = 0; answer < engine::kClassCount; ++answer) {
      const auto count = row[static_cast<std::size_t>(answer)];
      QColor color = label == answer ? QColor(0, 114, 178) : QColor(213, 94, 0);
      // Roots, or single mistakes would be as white as none.
      color.setAlphaF(static_cast<float>(0.75 * std::sqrt(static_cast<double>(count) / all)));
      painter.fillRect(cell(label + 1, answer), color);
      painter.setPen(count == 0 ? Qt::lightGray : Qt::black);
      painter.drawText(cell(label + 1, answer), Qt::AlignCenter, whole(count));
    }
  }
  painter.setPen(Qt::darkGray);
  painter.drawText(QRectF(left + 10.5 * kCell, top, 150, 3 * kLine),
                   Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                   Text::tr("Rows: label. Columns: answer."));
  return top - area.top() + 12 * kHeight;
}

}  // namespace ui
