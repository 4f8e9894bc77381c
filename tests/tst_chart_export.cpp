#include <QClipboard>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTest>
#include <clocale>

#include "charts_stage.h"
#include "engine/error.h"
#include "ui/charts/chart_export.h"

using namespace ui;
using Stage = ChartsStage;

namespace {

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QList<QByteArray> row(const QByteArray& table, qsizetype line) {
  return table.split('\n').at(line).split(',');
}

}  // namespace

class TestChartExport : public QObject {
  Q_OBJECT

 private slots:
  void init() { QLocale::setDefault(QLocale::c()); }

  void gui10_tableIsExactInEveryLocale() {
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    const auto restore = qScopeGuard([] { std::setlocale(LC_ALL, "C"); });
    Stage stage;
    QVERIFY(stage.charts.loss().legendValues().first().contains(QLatin1Char(',')));
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("loss.csv"));
    saveChart(stage.charts.loss(), path);
    const QByteArray table = contents(path);
    QCOMPARE(table.count('\n'), 1001);
    QCOMPARE(table.left(table.indexOf('\n')),
             QByteArray("step,epoch,active_seconds,loss,cross_entropy,L2 penalty,printed,"
                        "smoothed"));
    const auto fields = row(table, 1 + 300);
    const engine::StepDone& step = stage.model.steps()[300];
    QCOMPARE(fields[0], QByteArray("300"));
    QCOMPARE(fields[1].toDouble(), step.epoch);
    QCOMPARE(fields[2].toDouble(), stage.model.activeSeconds()[300]);
    QCOMPARE(fields[3].toDouble(), step.loss());
    QCOMPARE(fields[4].toDouble(), step.crossEntropy);
    QCOMPARE(fields[6].toDouble(), step.loss());
    QCOMPARE(row(table, 1 + 301)[6], QByteArray());  // nothing printed at step 301
  }

  void gui04_tableWritesNanAndInf() {
    RunModel model;
    LinkedAxes axes(model);
    TrainingCharts charts(axes);
    charts.resize(600, 400);
    charts.show();
    model.start(synthetic::started());
    auto first = synthetic::step(0), second = synthetic::step(1);
    first.crossEntropy = std::numeric_limits<double>::quiet_NaN();
    second.crossEntropy = std::numeric_limits<double>::infinity();
    model.append(std::vector{first, second}, {});
    charts.refresh();
    const QByteArray table = chartTable(charts.loss(), {0, 10}, ',');
    QCOMPARE(row(table, 1)[4], QByteArray("nan"));
    QCOMPARE(row(table, 2)[4], QByteArray("inf"));
  }

  void p12_copyPutsPictureAndNumbersIntoOneObject() {
    Stage stage;
    stage.axes.zoomTo({100, 200});
    stage.charts.refresh();
    copyChart(stage.charts.error());
    const QMimeData* data = QApplication::clipboard()->mimeData();
    QVERIFY(data->hasImage() && data->hasText());
    QCOMPARE(data->text().count(QLatin1Char('\n')), 102);  // the visible part only
    QVERIFY(data->text().startsWith(QLatin1String("step\tepoch\tactive_seconds\tminibatch_error")));
    QCOMPARE(qvariant_cast<QImage>(data->imageData()).size(), stage.charts.error().size() * 2);
  }

  void p12_pictures() {
    Stage stage;
    QTemporaryDir folder;
    const QString png = folder.filePath(QStringLiteral("a.png"));
    saveChart(stage.charts.error(), png);
    QCOMPARE(QImage(png).size(), stage.charts.error().size() * 2);
    const QString svg = folder.filePath(QStringLiteral("a.svg"));
    saveChart(stage.charts.error(), svg);
    const QByteArray drawing = contents(svg);
    for (const char* part : {"<svg", "polyline", "validation", "step"})
      QVERIFY2(drawing.contains(part), part);
    QVERIFY(!drawing.contains("<image"));  // vectors, not a picture in disguise
    QVERIFY_EXCEPTION_THROWN(
        saveChart(stage.charts.error(), folder.filePath(QStringLiteral("a.xyz"))), engine::Error);
  }
};

QTEST_MAIN(TestChartExport)
#include "tst_chart_export.moc"
