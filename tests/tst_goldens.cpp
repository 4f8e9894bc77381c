#include <QTest>

#include "engine/data/dataset_folder.h"
#include "engine/train/schedule.h"
#include "train_fixtures.h"

// The numbers that the sample printed, or that independent programs with its random numbers gave.
class GoldensTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { m_mnist = engine::loadDataset(BURSTLAB_SOURCE_DIR "/resources/mnist"); }
  void selfTest_data() { addKernelSets(); }
  void selfTest();
  void num15_firstBatchTwice_data() { addKernelSets(); }
  void num15_firstBatchTwice();
  void mnistStepZero();
  void firstMinibatch();

 private:
  static void addKernelSets();
  static engine::TrainConfig config();

  engine::Dataset m_mnist;
};

namespace {

bool near(double value, double expected, double tolerance) {
  if (std::abs(value - expected) <= tolerance) return true;
  qWarning("%.9g instead of %.9g", value, expected);
  return false;
}

}  // namespace

// Every set must give the sample's numbers to the digits that it prints.
void GoldensTest::addKernelSets() {
  QTest::addColumn<const engine::Kernels*>("kernels");
  for (const engine::Kernels* kernels : engine::availableKernels())
    QTest::addRow("%s", kernels->name) << kernels;
}

engine::TrainConfig GoldensTest::config() {
  QFETCH(const engine::Kernels*, kernels);
  engine::TrainConfig config;
  config.kernels = kernels->name;
  return config;
}

void GoldensTest::selfTest() {
  engine::TrainConfig config = GoldensTest::config();
  config.epochs = 1;
  Recorder run;
  const auto finished = train(engine::selfTestDataset(), config, run);
  QCOMPARE(run.steps.size(), std::size_t{4});
  QCOMPARE(run.validations.size(), std::size_t{1});
  const engine::StepDone& first = run.steps.front();
  QVERIFY(near(first.crossEntropy, 6.6574, 2e-4));
  QVERIFY(near(first.weightPenalty, 3.1148, 1e-4));
  QCOMPARE(QString::number(first.loss(), 'f', 3), "9.772");
  QCOMPARE(QString::number(first.minibatchError, 'f', 1), "92.2");
  for (const auto& step : run.steps) QCOMPARE(float(step.learningRate), 0.01f);
  QCOMPARE(finished.reason, engine::StopReason::Finished);
  QCOMPARE(finished.test.count, std::int64_t(64));
  QCOMPARE(finished.test.errorRate(), 0.0);
}

// The first minibatch twice. Step 1 is what later versions of the sample print for step 0: the same
// batch after the update, with the mask of the dropout op's second execution. It pins how far the
// stream advances.
void GoldensTest::num15_firstBatchTwice() {
  engine::Dataset oneBatch = noiseDataset(1);
  oneBatch.train.labels.assign(m_mnist.train.labels.begin(), m_mnist.train.labels.begin() + 64);
  oneBatch.train.pixels.assign(m_mnist.train.pixels.begin(),
                               m_mnist.train.pixels.begin() + 64 * engine::kImagePixels);
  engine::TrainConfig config = GoldensTest::config();
  config.maxSteps = 2;
  Recorder run;
  train(oneBatch, config, run);
  QCOMPARE(run.steps.size(), std::size_t{2});
  QVERIFY(near(run.steps[0].loss(), 12.0537, 5e-4));
  QVERIFY(near(run.steps[0].weightPenalty, 3.1148, 1e-4));
  QVERIFY(near(run.steps[0].crossEntropy, 8.9389, 6e-4));
  QCOMPARE(run.steps[0].minibatchError, 90.625);
  QVERIFY(near(run.steps[1].loss(), 8.33377, 1e-4));
  QCOMPARE(run.steps[1].minibatchError, 85.9375);
}

void GoldensTest::mnistStepZero() {
  engine::TrainConfig config;
  config.maxSteps = 1;
  Recorder run;
  engine::TrainControl control;
  // The test images play no part here.
  run.onValidation = [&](const engine::ValidationDone&) { control.stop(true); };
  engine::Trainer(m_mnist, config).run(run, control);
  QCOMPARE(run.validations.size(), std::size_t{1});
  const engine::ValidationDone& report = run.validations.front();
  QVERIFY(near(report.step.loss(), 12.0537, 5e-4));
  QCOMPARE(report.step.minibatchError, 90.625);
  QCOMPARE(report.validation.count, std::int64_t(5000));
  QVERIFY(near(report.validation.errorRate(), 84.56, 1e-9));
  QCOMPARE(run.finished.test.count, std::int64_t(0));
}

void GoldensTest::firstMinibatch() {
  engine::BatchSequence batches(m_mnist.train, {});
  const auto labels = batches.at(0).labels;
  QVERIFY(
      std::ranges::equal(labels.first(16), Bytes{7, 3, 4, 6, 1, 8, 1, 0, 9, 8, 0, 3, 1, 2, 7, 0}));
}

QTEST_APPLESS_MAIN(GoldensTest)
#include "tst_goldens.moc"
