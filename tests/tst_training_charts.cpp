#include <QAccessible>
#include <QApplication>
#include <QTest>
#include <array>

#include "charts_stage.h"
#include "ui/charts/legend.h"

using namespace ui;
using Stage = ChartsStage;

class TestTrainingCharts : public QObject {
  Q_OBJECT

 private slots:
  void init() { QLocale::setDefault(QLocale::c()); }

  void p14_crosshairShowsTheModelsValuesInAllCharts_data() {
    QTest::addColumn<int>("axis");
    QTest::newRow("step") << int(XAxis::Step);
    QTest::newRow("epoch") << int(XAxis::Epoch);
    QTest::newRow("elapsed") << int(XAxis::Active);
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
    QCOMPARE(stage.charts.loss().legendValues(), (QStringList{text(step.loss(), 3),
                                                              text(step.crossEntropy, 3),
                                                              text(step.weightPenalty, 3),
                                                              text(validation.step.loss(), 3),
                                                              {}}));
    const QStringList error = stage.charts.error().legendValues();
    QCOMPARE(error[0], text(step.minibatchError, 2));
    QCOMPARE(error[2], text(validation.step.minibatchError, 2));
    QCOMPARE(error[3], text(validation.validation.errorRate(), 2));
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
    for (const XAxis axis : {XAxis::Epoch, XAxis::Active, XAxis::Step}) stage.axes.setXAxis(axis);
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

  void resizingLaysOutWithoutARun_data() {
    QTest::addColumn<bool>("run");
    QTest::newRow("before") << false;
    QTest::newRow("after") << true;
  }
  void resizingLaysOutWithoutARun() {
    QFETCH(bool, run);
    RunModel model;
    LinkedAxes axes(model);
    if (run) {
      model.start(synthetic::started());
      synthetic::advance(model, 1000);
    }
    TrainingCharts fresh(axes), resized(axes);
    resized.resize(1000, 700);
    resized.show();
    resized.refresh();
    fresh.resize(500, 400);
    fresh.show();
    fresh.refresh();
    resized.resize(fresh.size());
    const auto panes = [](TrainingCharts& charts) {
      return std::array{&charts.loss(), &charts.error(), &charts.time()};
    };
    for (std::size_t i = 0; i < 3; ++i) {
      Plot &plot = panes(resized)[i]->plot(), &expected = panes(fresh)[i]->plot();
      QTRY_COMPARE(plot.area(), expected.area());
      QVERIFY(QRectF(plot.rect()).contains(plot.area()));
      QTRY_COMPARE(plot.grab().toImage(), expected.grab().toImage());
    }
  }

  void legendsStayOnOneLine() {
    Stage stage;
    const Legend& legend = stage.charts.error().legend();
    const QStringList all = legend.shownNames();
    QCOMPARE(all.size(), 5);
    const int height = legend.height();
    QStringList gone;
    for (int width = 800; width > 200; width -= 10) {
      stage.charts.resize(width, 560);
      for (const QString& name : all)
        if (!legend.shownNames().contains(name) && !gone.contains(name)) gone << name;
      QCOMPARE(legend.height(), height);
    }
    QCOMPARE(gone.mid(0, 3).join(QLatin1Char(' ')), QStringLiteral("printed minibatch best"));
    for (const QString& name : all) QVERIFY(legend.explanation().contains(name));
  }

  void hugeValuesNeedNoWiderLegend() {
    Stage stage(100);
    engine::StepDone diverged = synthetic::step(100);
    diverged.crossEntropy = 8.2741e25;
    stage.model.append(std::vector{diverged}, {});
    stage.charts.refresh();
    QCOMPARE(stage.charts.loss().legendValues()[1], QStringLiteral("8.27e25"));
  }

  void beforeTheFirstRunNothingLooksLikeData() {
    RunModel model;
    LinkedAxes axes(model);
    for (const XAxis axis : {XAxis::Step, XAxis::Epoch, XAxis::Active}) {
      axes.setXAxis(axis);
      QVERIFY(axes.epochs().empty());
      QVERIFY(axes.ticks(10).empty());
    }
  }

  void allChartsFollowTheXAxisAtOnce() {
    Stage stage;
    stage.axes.setXAxis(XAxis::Epoch);
    QTest::qWait(0);
    for (const ChartPane* pane :
         {&stage.charts.loss(), &stage.charts.error(), &stage.charts.time()})
      QVERIFY(pane->plot().toPlot(pane->plot().area().topRight()).x() < 3);
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
