#include <QAction>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QProgressBar>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include "charts_stage.h"
#include "engine/credits/instance_catalogue.h"
#include "engine/log/run_facts.h"
#include "ui/charts/legend.h"
#include "ui/file_drop.h"
#include "ui/panels/ghost_curves.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/smoothing_box.h"
#include "ui/run/credit_session.h"
#include "ui/run/ghost_runs.h"
#include "ui/run/run_export.h"
#include "ui/run/run_flags.h"

using namespace Qt::StringLiterals;
using namespace ui;

namespace {

/// The charts of a run with the panel of the others beside them.
struct Stage : ChartsStage {
  GhostRuns ghosts{model};
  GhostCurves curves{ghosts, axes, charts};
  RunsPanel panel{ghosts, curves, axes};

  explicit Stage(int steps = 1000) : ChartsStage(steps) {
    panel.resize(600, 150);
    panel.show();
  }
  QTreeWidget& list() { return *panel.findChild<QTreeWidget*>(); }
  QToolButton& button(const QString& text) {
    for (QToolButton* button : panel.findChildren<QToolButton*>())
      if (button->text() == text) return *button;
    qFatal("no button %s", qPrintable(text));
  }
};

/// A run whose figures are plain: loss = 10 + step, one second per step but for a pause of 100.
engine::RunRecord plainRun() {
  engine::RunRecord run;
  run.start.trainCount = 6400;
  for (int i = 0; i < 50; ++i) {
    const double pause = i >= 20 ? 100 : 0;
    run.add(
        engine::RecordedStep{.step = i, .loss = 10.0 + i, .seconds = 1, .elapsed = i + 1 + pause});
    run.add(engine::CreditSample{.step = i, .seconds = 2.0 * (i + 1)});
  }
  run.add(engine::RunEvent{.kind = engine::RunEvent::Kind::Pause, .step = 20, .elapsed = 20});
  run.add(engine::RunEvent{.kind = engine::RunEvent::Kind::Resume, .step = 20, .elapsed = 120});
  run.add(engine::RecordedValidation{.step = 40, .errorRate = 3.5});
  return run;
}

}  // namespace

class TestComparing : public QObject {
  Q_OBJECT

 private slots:
  void p17_finishedRunsBecomeGhosts() {
    Stage stage;
    stage.model.finish({});
    QVERIFY(stage.ghosts.runs().empty());  // still the present one
    stage.model.start(synthetic::started());
    QCOMPARE(stage.ghosts.runs().size(), 1u);
    const GhostRun& former = stage.ghosts.runs().front();
    QCOMPARE(former.record->steps.size(), 1000u);
    QCOMPARE(former.record->steps[123].loss, synthetic::step(123).loss());
    QCOMPARE(stage.list().topLevelItemCount(), 2);
    QCOMPARE(*stage.curves.valueAt(former.id, GhostCurves::Loss, 123), synthetic::step(123).loss());
    synthetic::advance(stage.model, 10);
    stage.model.finish({});
    stage.model.start(synthetic::started());
    QCOMPARE(stage.ghosts.runs().size(), 2u);
    QVERIFY(GhostCurves::color(stage.ghosts.runs()[0]) !=
            GhostCurves::color(stage.ghosts.runs()[1]));
  }

  void alignment_data() {
    QTest::addColumn<int>("axis");
    QTest::addColumn<double>("x");  // of step 30
    QTest::newRow("step") << int(XAxis::Step) << 30.0;
    QTest::newRow("epoch") << int(XAxis::Epoch) << 30 * 64 / 6400.0;
    QTest::newRow("active") << int(XAxis::Active) << 31.0;
    QTest::newRow("elapsed") << int(XAxis::Elapsed) << 131.0;
    QTest::newRow("virtual") << int(XAxis::Virtual) << 62.0;
  }
  void alignment() {
    QFETCH(int, axis);
    QFETCH(double, x);
    Stage stage;
    const int id = stage.ghosts.add(plainRun(), u"plain"_s);
    stage.axes.setXAxis(XAxis(axis));
    QCOMPARE(stage.curves.valueAt(id, GhostCurves::Loss, x), std::optional(40.0));
    QCOMPARE(stage.curves.valueAt(id, GhostCurves::Loss, x * (1 - 1e-9)), std::optional(39.0));
  }

  void differencesAtTheCrosshair() {
    Stage stage;
    stage.ghosts.add(plainRun(), u"plain"_s);
    // Without a crosshair the last values, also while the run goes on.
    synthetic::advance(stage.model, 1002);
    QCOMPARE(stage.list().topLevelItem(0)->text(1),
             QLocale().toString(synthetic::step(1001).loss(), 'f', 3));
    stage.axes.setCursor(45);
    const double own = synthetic::step(45).loss();
    QCOMPARE(stage.list().topLevelItem(0)->text(1), QLocale().toString(own, 'f', 3));
    QCOMPARE(stage.list().topLevelItem(1)->text(1), QLocale().toString(55.0, 'f', 3) + u" (+"_s +
                                                        QLocale().toString(55 - own, 'f', 3) +
                                                        u")"_s);
    QCOMPARE(stage.list().topLevelItem(1)->text(2),
             QLocale().toString(3.5, 'f', 1) + u" (−"_s +
                 QLocale().toString(synthetic::validation(0).validation.errorRate() - 3.5, 'f', 1) +
                 u")"_s);
  }

  void showHideAndRemove() {
    Stage stage;
    const int first = stage.ghosts.add(plainRun(), u"first"_s);
    stage.ghosts.add(plainRun(), u"second"_s);
    const auto curves = [&] { return stage.charts.loss().curves(); };
    const std::size_t all = curves().size();
    stage.list().topLevelItem(1)->setCheckState(0, Qt::Unchecked);
    QVERIFY(!stage.ghosts.find(first)->visible);
    QCOMPARE(std::ranges::count_if(curves(), [](const Curve& c) { return !c.visible; }), 1);
    stage.list().topLevelItem(1)->setSelected(true);
    stage.button(u"Remove"_s).click();
    QVERIFY(!stage.ghosts.find(first));
    QCOMPARE(curves().size(), all - 1);
    QCOMPARE(stage.list().topLevelItemCount(), 2);
    stage.charts.refresh();
  }

  // GUI-05: curves come and go while the run goes on.
  void gui05_addAndRemoveDuringUpdates() {
    Stage stage(100);
    for (int i = 0; i < 200; ++i) {
      const int id = stage.ghosts.add(plainRun(), u"run"_s);
      synthetic::advance(stage.model, 100 + 2 * i);
      if (i % 3 == 0) stage.charts.refresh();
      if (i % 2 == 0) stage.ghosts.remove(id);
      if (i % 5 == 0 && !stage.ghosts.runs().empty())
        stage.ghosts.remove(stage.ghosts.runs().front().id);
    }
    while (!stage.ghosts.runs().empty()) stage.ghosts.remove(stage.ghosts.runs().front().id);
    stage.charts.refresh();
    QCOMPARE(std::ranges::count_if(stage.charts.loss().curves(),
                                   [](const Curve& c) { return c.style.ghost; }),
             0);
  }

  void articleWithoutARun() {
    RunModel model;
    LinkedAxes axes(model);
    TrainingCharts charts(axes);
    GhostRuns ghosts(model);
    GhostCurves curves(ghosts, axes, charts);
    RunsPanel panel(ghosts, curves, axes);
    panel.show();
    panel.addArticle();
    QCOMPARE(ghosts.runs().size(), 1u);
    QCOMPARE(axes.full(), (Range{0, 6900}));
    axes.setCursorX(120);
    const auto* list = panel.findChild<QTreeWidget*>();
    QCOMPARE(list->topLevelItem(1)->text(1), QLocale().toString(3.276, 'f', 3));
    QCOMPARE(list->topLevelItem(1)->text(2), QLocale().toString(7.2, 'f', 1));
    QCOMPARE(list->topLevelItem(1)->text(3), QLocale().toString(432.6, 'f', 1));
    axes.setXAxis(XAxis::Virtual);
    // 5,400 steps at full speed take 38.9 minutes; the article's end is 101.6 minutes in.
    QVERIFY(std::abs(axes.full().max - 6093) < 20);
    QVERIFY(ghosts.runs().front().record->steps.size() == 25u);
  }

  void importsInTheBackground() {
    QTemporaryDir folder;
    const auto write = [&](const QString& name, const QByteArray& text) {
      QFile file(folder.filePath(name));
      if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("no file");
      return file.fileName();
    };
    Stage stage;
    QSignalSpy failed(&stage.panel, &RunsPanel::failed);
    QSignalSpy message(&stage.panel, &RunsPanel::message);
    stage.panel.open({write(u"a.log"_s,
                            "Step 0 (epoch 0.00), 6.8 ms\nMinibatch loss: 12.053, learning "
                            "rate: 0.010000\nwhat\n"),
                      write(u"b.log"_s, "nothing"), write(u"c.csv"_s, "step,loss\n0,1\n1,2\n")});
    QTRY_COMPARE(stage.ghosts.runs().size() + std::size_t(failed.size()), 3u);
    QCOMPARE(stage.ghosts.runs()[0].name, u"a.log"_s);
    QCOMPARE(stage.ghosts.runs()[1].name, u"c.csv"_s);
    QVERIFY(failed.front().front().toString().contains(u"b.log"_s));
    QVERIFY(message.front().front().toString().contains(u"not understood"_s));
    QTRY_VERIFY(!stage.panel.findChild<QProgressBar*>()->isVisible());
  }
  void importCanBeCancelled() {
    QTemporaryDir folder;
    QFile file(folder.filePath(u"long.log"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("Step 0 (epoch 0.00), 6.8 ms\n").repeated(1'000'000));
    file.close();
    Stage stage;
    stage.panel.open({file.fileName()});
    QTest::mouseClick(&stage.button(u"Cancel"_s), Qt::LeftButton);
    QTest::qWait(200);
    QVERIFY(stage.ghosts.runs().empty());
    QVERIFY(!stage.panel.findChild<QProgressBar*>()->isVisible());
  }

  void savedRunsComeBack_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("table") << u"run.csv"_s;
    QTest::newRow("run log") << u"run.jsonl"_s;
  }
  void savedRunsComeBack() {
    QFETCH(QString, name);
    QTemporaryDir folder;
    Stage stage(250);
    saveRun(stage.model.record(), folder.filePath(name));
    stage.panel.open({folder.filePath(name)});
    QTRY_COMPARE(stage.ghosts.runs().size(), 1u);
    const auto& record = *stage.ghosts.runs()[0].record;
    QCOMPARE(record.steps.size(), 250u);
    QCOMPARE(record.steps[249].loss, synthetic::step(249).loss());
    QCOMPARE(record.validations.size(), 3u);
  }

  void droppedLogs() {
    QWidget window;
    FileDrop drop(window);
    QSignalSpy runs(&drop, &FileDrop::runsDropped);
    QTemporaryDir folder;
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& name : {u"a.log"_s, u"b.CSV"_s}) {
      QFile file(folder.filePath(name));
      QVERIFY(file.open(QIODevice::WriteOnly));
      urls << QUrl::fromLocalFile(file.fileName());
    }
    data.setUrls(urls);
    QDragEnterEvent enter({}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event({}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
    QCOMPARE(runs.size(), 1);
    QCOMPARE(runs.front().front().toStringList().size(), 2);
  }

  void flags() {
    ChartsStage stage(0);
    const engine::PaceSettings micro{.type = engine::InstanceCatalogue::bundled().find("t2.micro")};
    CreditSession credits(stage.model, micro);
    engine::PacedRun machine(micro);
    machine.runStarted(synthetic::started());
    std::vector<engine::PaceMoment> moments;
    RunFlags flags(stage.model, credits, stage.axes);
    stage.model.start(synthetic::started());
    std::vector<engine::StepDone> steps;
    std::vector<engine::ValidationDone> validations;
    for (int i = 0; i < 6000; ++i) {
      steps.push_back(synthetic::step(i));
      // The staircase of the schedule is no change; from 300 on somebody has halved the rate.
      steps.back().learningRate =
          double(0.01f) * std::pow(0.95, std::floor(i * 64 / 55'000.0)) * (i < 300 ? 1 : 0.5);
      if (i % 100 == 0) validations.push_back(synthetic::validation(i));
      machine.foretell();
      moments.push_back(machine.moment());
    }
    const std::vector pauses{engine::RunEvent{.kind = engine::RunEvent::Kind::Pause, .step = 200},
                             engine::RunEvent{.kind = engine::RunEvent::Kind::Resume, .step = 200}};
    stage.model.append(steps, validations, pauses, moments);
    QStringList seen;
    for (const StepFlag& flag : stage.axes.flags())
      seen << u"%1 %2"_s.arg(QString::number(flag.step), flag.text);
    const auto throttled = credits.slowed()->step;
    QCOMPARE(seen, (QStringList{u"200 pause"_s, u"300 rate "_s + QLocale().toString(0.005, 'f', 4),
                                u"700 best"_s, QString::number(throttled) + u" throttled"_s}));
  }

  void p5_smoothingIsChosenPerSeries() {
    ChartsStage stage;
    const auto boxes = stage.charts.findChildren<SmoothingBox*>();
    QCOMPARE(boxes.size(), 3);
    auto* number = boxes[1]->findChild<QDoubleSpinBox*>();
    auto* slider = boxes[1]->findChild<QSlider*>();
    slider->setValue(0);
    QCOMPARE(stage.charts.smoothing(TrainingCharts::Error), 0.0);
    const auto named = [&](const ChartPane& pane, const QString& name) -> const Curve& {
      return *std::ranges::find_if(pane.curves(),
                                   [&](const Curve& c) { return c.style.name == name; });
    };
    // Without weight the mean is the raw series, and the other series keep theirs.
    QCOMPARE(named(stage.charts.error(), u"smoothed"_s).y,
             named(stage.charts.error(), u"minibatch"_s).y);
    QCOMPARE(stage.charts.smoothing(TrainingCharts::Time), 0.95);
    // P3: 0.999 can be typed, 1 cannot.
    number->setValue(1.0);
    QCOMPARE(stage.charts.smoothing(TrainingCharts::Error), 0.999);
    QCOMPARE(slider->value(), 99);
    // P4: the raw loss fades behind its mean.
    boxes[0]->findChild<QSlider*>()->setValue(90);
    QVERIFY(named(stage.charts.loss(), u"total"_s).style.faint);
    QCOMPARE(named(stage.charts.loss(), u"smoothed"_s).y.size(), 1000u);
    QCOMPARE(named(stage.charts.loss(), u"total"_s).y[500], synthetic::step(500).loss());
    boxes[0]->findChild<QSlider*>()->setValue(0);
    QVERIFY(!named(stage.charts.loss(), u"total"_s).style.faint);
  }

  void legendHidesCurves() {
    ChartsStage stage;
    const Legend& legend = stage.charts.loss().legend();
    QTest::mouseClick(const_cast<Legend*>(&legend), Qt::LeftButton, Qt::NoModifier,
                      {legend.fontMetrics().horizontalAdvance(u"Loss"_s) + 25, 5});
    QVERIFY(!stage.charts.loss().curves().front().visible);
    QVERIFY(legend.explanation().contains(u"hidden"_s));
    for (QAction* action : stage.plot().actions())
      if (action->menu()) action->menu()->actions().front()->trigger();
    QVERIFY(stage.charts.loss().curves().front().visible);
  }

  void panning() {
    ChartsStage stage;
    stage.axes.zoomTo({200, 400});
    stage.charts.refresh();
    const double step = stage.plot().toPlot({101, 0}).x() - stage.plot().toPlot({100, 0}).x();
    QTest::mousePress(&stage.plot(), Qt::MiddleButton, Qt::NoModifier, {400, 50});
    QTest::mouseMove(&stage.plot(), {350, 50});
    QTest::mouseRelease(&stage.plot(), Qt::MiddleButton, Qt::NoModifier, {350, 50});
    QVERIFY(std::abs(stage.axes.visible().min - (200 + 50 * step)) < step);
    QCOMPARE(stage.axes.visible().width(), 200.0);
    const double before = stage.axes.visible().min;
    QTest::keyClick(&stage.plot(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(stage.axes.visible().min, before + 20);
    QTest::mouseDClick(&stage.plot(), Qt::LeftButton, Qt::NoModifier, {400, 50});
    QVERIFY(!stage.axes.isZoomed());
  }
};

QTEST_MAIN(TestComparing)
#include "tst_comparing.moc"
