#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <clocale>

#include "engine/error.h"
#include "synthetic_run.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_pane.h"
#include "ui/panels/training_charts.h"

using namespace ui;

namespace {

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QList<QByteArray> row(const QByteArray& table, qsizetype line) {
  return table.split('\n').at(line).split(',');
}

/// A run in the charts, on the screen.
struct Stage {
  RunModel model;
  LinkedAxes axes{model};
  TrainingCharts charts{axes};

  explicit Stage(int steps = 1000) {
    charts.resize(800, 560);
    charts.show();
    model.start(synthetic::started());
    synthetic::advance(model, steps);
    charts.refresh();
  }

  Plot& plot() { return charts.loss().plot(); }
  QPoint positionOf(double step) {
    const Plot& plot = this->plot();
    return {qRound(plot.toPosition({axes.xOfStep(step), 0}).x()), qRound(plot.area().center().y())};
  }
  void wheel(QPointF at, int delta, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWheelEvent event(at, plot().mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&plot(), &event);
    charts.refresh();
  }
};

}  // namespace

class TestTrainingCharts : public QObject {
  Q_OBJECT

 private slots:
  void init() { QLocale::setDefault(QLocale::c()); }

  void p14_crosshairShowsTheModelsValuesInAllCharts_data() {
    QTest::addColumn<int>("axis");
    QTest::newRow("step") << int(XAxis::Step);
    QTest::newRow("epoch") << int(XAxis::Epoch);
    QTest::newRow("elapsed") << int(XAxis::Elapsed);
  }
  void p14_crosshairShowsTheModelsValuesInAllCharts() {
    QFETCH(int, axis);
    Stage stage;
    stage.axes.setXAxis(XAxis(axis));
    stage.charts.refresh();
    QTest::mouseMove(&stage.plot(), stage.positionOf(437));
    QVERIFY(stage.axes.cursor());
    const qint64 number = *stage.axes.cursor();
    QVERIFY(std::abs(number - 437) < 5);

    const engine::StepDone& step = stage.model.steps()[static_cast<std::size_t>(number)];
    const engine::ValidationDone& validation = stage.model.validations()[4];  // of step 400
    const auto text = [](double value, int decimals) {
      return QString::number(value, 'f', decimals);
    };
    QCOMPARE(stage.charts.loss().legendValues(),
             (QStringList{text(step.loss(), 3), text(step.crossEntropy, 3),
                          text(step.weightPenalty, 3), text(validation.step.loss(), 3)}));
    const QStringList error = stage.charts.error().legendValues();
    QCOMPARE(error[0], text(step.minibatchError, 2));
    QCOMPARE(error[2], text(validation.validation.errorRate(), 2));
    const QStringList time = stage.charts.time().legendValues();
    QCOMPARE(time[0], text(1e3 * step.seconds, 2));
    QCOMPARE(time[2], text(validation.scriptMillisecondsPerStep, 1));
  }

  void crosshairLeavesWithTheMouse() {
    Stage stage;
    QTest::mouseMove(&stage.plot(), stage.positionOf(400));
    QVERIFY(stage.axes.cursor());
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&stage.plot(), &leave);
    QVERIFY(!stage.axes.cursor());
  }

  void keysMoveTheCrosshair_data() {
    QTest::addColumn<QList<int>>("keys");
    QTest::addColumn<int>("step");
    const auto control = [](int key) { return int(Qt::CTRL) | key; };
    QTest::newRow("begins at the last step") << QList<int>{Qt::Key_Left} << 999;
    QTest::newRow("left") << QList<int>{Qt::Key_Left, Qt::Key_Left} << 998;
    QTest::newRow("not beyond") << QList<int>{Qt::Key_Right, Qt::Key_Right} << 999;
    QTest::newRow("home") << QList<int>{Qt::Key_Home} << 0;
    QTest::newRow("home, right") << QList<int>{Qt::Key_Home, Qt::Key_Right} << 1;
    QTest::newRow("next evaluation")
        << QList<int>{Qt::Key_Home, Qt::Key_Right, control(Qt::Key_Right)} << 100;
    QTest::newRow("evaluation before") << QList<int>{Qt::Key_End, control(Qt::Key_Left)} << 900;
  }
  void keysMoveTheCrosshair() {
    QFETCH(QList<int>, keys);
    Stage stage;
    stage.plot().setFocus();
    for (const int key : keys)
      QTest::keyClick(&stage.plot(), Qt::Key(key & ~Qt::KeyboardModifierMask),
                      Qt::KeyboardModifiers(key & Qt::KeyboardModifierMask));
    QTEST(int(stage.axes.cursor().value_or(-1)), "step");
    const QString spoken = stage.charts.error().plot().accessibleDescription();
    QVERIFY2(spoken.startsWith(QLatin1String("step ")), qPrintable(spoken));
    QTest::keyClick(&stage.plot(), Qt::Key_Escape);
    QVERIFY(!stage.axes.cursor());
  }

  void p15_wheelZoomsXOfAllChartsAroundTheMouse() {
    Stage stage;
    const Range before = stage.axes.visible();
    const QPointF at = stage.positionOf(300);
    const double x = stage.plot().toPlot(at).x();
    stage.wheel(at, 120);
    const Range after = stage.axes.visible();
    QVERIFY(after.width() < before.width());
    QVERIFY(std::abs(stage.plot().toPlot(at).x() - x) < 0.02 * before.width());
    const Plot& other = stage.charts.time().plot();
    QCOMPARE(other.toPosition({after.min, 0}).x(), stage.plot().toPosition({after.min, 0}).x());
    for (int i = 0; i < 40; ++i) stage.wheel(at, 120);
    QVERIFY(stage.axes.visible().width() >= 4);
    for (int i = 0; i < 40; ++i) stage.wheel(at, -120);
    QVERIFY(!stage.axes.isZoomed());
    QCOMPARE(stage.axes.visible(), before);
  }

  void p15_shiftAndWheelZoomY() {
    Stage stage;
    const Range x = stage.axes.visible();
    const Range y = stage.charts.loss().valueAxis(Side::Left).range();
    stage.wheel(stage.plot().area().center(), 120, Qt::ShiftModifier);
    QCOMPARE(stage.axes.visible(), x);
    QVERIFY(stage.charts.loss().valueAxis(Side::Left).range().width() < 0.9 * y.width());
    QVERIFY(!stage.charts.error().valueAxis(Side::Left).isZoomed());
    QTest::mouseDClick(&stage.plot(), Qt::LeftButton, {}, stage.positionOf(100));
    QCOMPARE(stage.charts.loss().valueAxis(Side::Left).range(), y);
  }

  void p15_draggingSelectsForAllCharts() {
    Stage stage;
    QTest::mousePress(&stage.plot(), Qt::LeftButton, {}, stage.positionOf(600));
    QTest::mouseMove(&stage.plot(), stage.positionOf(400));
    QTest::mouseMove(&stage.plot(), stage.positionOf(300));
    QTest::mouseRelease(&stage.plot(), Qt::LeftButton, {}, stage.positionOf(300));
    QVERIFY(std::abs(stage.axes.visible().min - 300) < 3);
    QVERIFY(std::abs(stage.axes.visible().max - 600) < 3);
    QTest::mouseDClick(&stage.plot(), Qt::LeftButton, {}, stage.positionOf(400));
    QVERIFY(!stage.axes.isZoomed());
  }

  void aClickIsNoSelection() {
    Stage stage;
    QTest::mouseClick(&stage.plot(), Qt::LeftButton, {}, stage.positionOf(300));
    QVERIFY(!stage.axes.isZoomed());
  }

  void zoomKeepsItsStepsWhenTheAxisChanges() {
    Stage stage;
    stage.axes.zoomTo({200, 400});
    for (const XAxis axis : {XAxis::Epoch, XAxis::Elapsed, XAxis::Step}) stage.axes.setXAxis(axis);
    QVERIFY(std::abs(stage.axes.visible().min - 200) < 1e-6);
    QVERIFY(std::abs(stage.axes.visible().max - 400) < 1e-6);
  }

  void p11_lTogglesTheLogarithmicAxis() {
    Stage stage;
    QVERIFY(!stage.charts.loss().valueAxis(Side::Left).isLogarithmic());
    stage.plot().setFocus();
    stage.charts.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&stage.charts));
    QTest::keyClick(&stage.plot(), Qt::Key_L);
    QVERIFY(stage.charts.loss().valueAxis(Side::Left).isLogarithmic());
    QTest::keyClick(&stage.plot(), Qt::Key_L);
    QVERIFY(!stage.charts.loss().valueAxis(Side::Left).isLogarithmic());
  }

  void p16_bestValidationIsMarkedAndStartUpLeftOut() {
    Stage stage;
    QCOMPARE(stage.charts.error().legendValues().last(), QStringLiteral("0.70"));
    double sum = 0;
    for (const auto& validation : stage.model.validations())
      if (validation.step.step > 0) sum += validation.scriptMillisecondsPerStep;
    const QStringList time = stage.charts.time().legendValues();
    QCOMPARE(time[3], QString::number(sum / 9, 'f', 1));
    QCOMPARE(time[4], QStringLiteral("6.8"));
  }

  void anotherRunReplacesTheFirst() {
    Stage stage;
    stage.axes.zoomTo({200, 400});
    stage.axes.setCursor(300);
    stage.model.start(synthetic::started());
    synthetic::advance(stage.model, 10);
    stage.charts.refresh();
    QVERIFY(!stage.axes.cursor() && !stage.axes.isZoomed());
    QCOMPARE(stage.charts.loss().curves().front().x.size(), std::size_t{10});
  }

  void gui05_chartsComeAndGoWhileTheRunGoesOn() {
    RunModel model;
    LinkedAxes axes(model);
    model.start(synthetic::started(200'000));
    for (int i = 0; i < 200; ++i) {
      auto charts = std::make_unique<TrainingCharts>(axes);
      charts->resize(400, 300);
      charts->show();
      synthetic::advance(model, 20 * (i + 1));
      charts->refresh();
      if (i % 2 == 0) charts.reset();  // with its refresh still due
      axes.setCursor(i);
    }
  }

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
             QByteArray("step,epoch,seconds,total,cross-entropy,L2 penalty,printed"));
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
    QVERIFY(data->text().startsWith(QLatin1String("step\tepoch\tseconds\tminibatch")));
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

  void hiddenChartsDoNotDraw() {
    Stage stage(10);
    stage.charts.hide();
    synthetic::advance(stage.model, 500);
    stage.charts.refresh();
    QVERIFY(stage.axes.visible().max > 400);
    QVERIFY(stage.plot().toPlot(stage.plot().area().topRight()).x() < 110);
    stage.charts.show();
    QTRY_VERIFY(stage.plot().toPlot(stage.plot().area().topRight()).x() > 400);
  }

  void everyControlHasAName() {
    Stage stage;
    for (const QWidget* widget : stage.charts.findChildren<QWidget*>())
      if (widget->focusPolicy() != Qt::NoFocus)
        QVERIFY2(!QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget))
                      ->text(QAccessible::Name)
                      .isEmpty(),
                 widget->metaObject()->className());
  }
};

QTEST_MAIN(TestTrainingCharts)
#include "tst_training_charts.moc"
