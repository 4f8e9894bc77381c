#include <QTest>

#include "engine/data/dataset_folder.h"
#include "train_fixtures.h"

// An epoch of the real thing, by the sample's settings: slow, so a program of its own.
class TrainingGoldenTest : public QObject {
  Q_OBJECT

 private slots:
  void firstEpochOfMnist();
};

void TrainingGoldenTest::firstEpochOfMnist() {
  const auto mnist = engine::loadDataset(BURSTLAB_SOURCE_DIR "/resources/mnist");
  engine::TrainConfig config;
  config.epochs = 1;
  Recorder run;
  const auto finished = train(mnist, config, run);
  QCOMPARE(finished.reason, engine::StopReason::Finished);
  QCOMPARE(run.steps.size(), std::size_t{859});
  QCOMPARE(run.validations.size(), std::size_t{9});

  // Five public logs of the sample: 3.27 to 3.31 and 6.9 to 7.3 %; later steps differ in the second
  // or third digit with the order of summation.
  const engine::ValidationDone& step100 = run.validations[1];
  const double loss = step100.step.loss(), error100 = step100.validation.errorRate();
  QVERIFY2(loss > 3.2 && loss < 3.35, qPrintable(QString::number(loss)));
  QVERIFY2(error100 > 6 && error100 < 8, qPrintable(QString::number(error100)));

  const double error800 = run.validations.back().validation.errorRate();
  QVERIFY2(error800 < 2.5, qPrintable(QString::number(error800)));
  const double test = finished.test.errorRate();
  QVERIFY2(test < 2.5, qPrintable(QString::number(test)));
  qInfo("step 100: %.3f, %.2f %%; step 800: %.2f %%; test: %.2f %%", loss, error100, error800,
        test);
}

QTEST_APPLESS_MAIN(TrainingGoldenTest)
#include "tst_training_golden.moc"
