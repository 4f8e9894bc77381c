#include <QSignalSpy>
#include <QTest>

#include "ui/run/run_model.h"

using ui::RunModel;

static engine::StepDone step(qint64 number, double seconds) {
  engine::StepDone done;
  done.step = number;
  done.seconds = seconds;
  return done;
}

static engine::ValidationDone validation(qint64 afterStep, double seconds) {
  engine::ValidationDone done;
  done.step = step(afterStep, 0);
  done.validation.count = 64;
  done.validation.seconds = seconds;
  return done;
}

class TestRunModel : public QObject {
  Q_OBJECT

 private slots:
  // However the news is cut into deliveries, an evaluation counts from the step after its own.
  void p8_activeTimeContainsEvaluations_data() {
    QTest::addColumn<int>("firstDelivery");
    for (int count = 0; count <= 4; ++count) QTest::addRow("%d steps first", count) << count;
  }

  void p8_activeTimeContainsEvaluations() {
    QFETCH(int, firstDelivery);
    const std::vector steps = {step(0, 1), step(1, 2), step(2, 4), step(3, 8)};
    const std::vector validations = {validation(0, 100), validation(2, 200)};
    const auto ownStepDelivered = [&](const engine::ValidationDone& v) {
      return v.step.step < firstDelivery;
    };
    const auto cut = std::partition_point(validations.begin(), validations.end(), ownStepDelivered);

    RunModel model;
    model.start({});
    model.append(std::span(steps).first(firstDelivery), {validations.begin(), cut});
    model.append(std::span(steps).subspan(firstDelivery), {cut, validations.end()});
    QCOMPARE(model.activeSeconds(), (std::vector<double>{1, 103, 107, 315}));
    QCOMPARE(model.steps().size(), steps.size());
    QCOMPARE(model.validations().size(), validations.size());
  }

  void tellsWhatHappened() {
    RunModel model;
    QSignalSpy started(&model, &RunModel::started);
    QSignalSpy grew(&model, &RunModel::grew);
    QSignalSpy finished(&model, &RunModel::finished);
    model.start({});
    model.append({}, {});
    QCOMPARE(grew.size(), 0);
    model.append(std::vector{step(0, 1)}, {});
    QCOMPARE(grew.size(), 1);
    model.finish({});
    QCOMPARE(started.size(), 1);
    QCOMPARE(finished.size(), 1);
    QVERIFY(model.result());
  }

  void startForgetsTheRunBefore() {
    RunModel model;
    model.start({});
    model.append(std::vector{step(0, 1), step(1, 1)}, std::vector{validation(0, 50)});
    model.finish({});
    model.start({});
    QVERIFY(!model.result());
    QVERIFY(model.steps().empty() && model.validations().empty() && model.activeSeconds().empty());
    model.append(std::vector{step(0, 1)}, std::vector{validation(0, 5)});
    model.append(std::vector{step(1, 1)}, {});
    QCOMPARE(model.activeSeconds().back(), 7.0);
  }
};

QTEST_GUILESS_MAIN(TestRunModel)
#include "tst_run_model.moc"
