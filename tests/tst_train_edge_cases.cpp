#include <QTest>

#include "engine/data/dataset_folder.h"
#include "engine/train/evaluation.h"
#include "train_fixtures.h"

using engine::Dataset;
using engine::Evaluation;
using engine::StopReason;
using engine::TrainConfig;

namespace {

// The first images of MNIST.
Dataset someDigits() {
  Dataset dataset = engine::loadDataset(BURSTLAB_SOURCE_DIR "/resources/mnist");
  for (const auto& [images, count] :
       {std::pair(&dataset.train, 640), std::pair(&dataset.validation, 40),
        std::pair(&dataset.test, 200)}) {
    images->pixels.resize(std::size_t(count) * engine::kImagePixels);
    images->labels.resize(std::size_t(count));
  }
  return dataset;
}

TrainConfig smallBatches(std::int64_t steps) {
  TrainConfig config = quickConfig(steps);
  config.batchSize = 16;
  config.threads = 2;
  return config;
}

bool allFinite(const engine::Weights& weights) {
  return std::ranges::all_of(weights, [](const engine::NamedTensor& entry) {
    return std::ranges::all_of(entry.tensor.values(), [](float v) { return std::isfinite(v); });
  });
}

// The classes that were predicted at least once.
std::vector<int> predictedClasses(const Evaluation& evaluation) {
  std::vector<int> classes;
  for (int prediction = 0; prediction < engine::kClassCount; ++prediction)
    if (std::ranges::any_of(evaluation.confusion,
                            [&](const auto& row) { return row[std::size_t(prediction)] > 0; }))
      classes.push_back(prediction);
  return classes;
}

}  // namespace

// Data and settings with which no network can be trained, or only to a fixed point.
class TrainEdgeCasesTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { m_digits = someDigits(); }
  void num04_learningRateTooHigh_data();
  void num04_learningRateTooHigh();
  void num04_rateRaisedTooHighInTheRun();
  void num10_constantData_data();
  void num10_constantData();
  void num11_deadNetworkPredictsOneClass();
  void num11_errorOfOneClass_data();
  void num11_errorOfOneClass();

 private:
  Dataset m_digits;
};

void TrainEdgeCasesTest::num04_learningRateTooHigh_data() {
  QTest::addColumn<double>("rate");
  QTest::addColumn<bool>("mustBreak");
  QTest::newRow("0.2, breaks late or never") << 0.2 << false;
  QTest::newRow("10, kills all units") << 10.0 << false;
  QTest::newRow("100") << 100.0 << true;
  QTest::newRow("1e9") << 1e9 << true;
  QTest::newRow("1e38, breaks the weights at once") << 1e38 << true;
}

void TrainEdgeCasesTest::num04_learningRateTooHigh() {
  QFETCH(double, rate);
  QFETCH(bool, mustBreak);
  TrainConfig config = smallBatches(50);
  config.learningRate = rate;
  Recorder run;
  const auto finished = train(m_digits, config, run);
  const bool failed = finished.reason == StopReason::NonFinite;
  for (const auto& step : run.steps)
    QCOMPARE(std::isfinite(step.loss()), !failed || step.step < finished.lastStep);
  QVERIFY(allFinite(*finished.weights));
  if (finished.reason != StopReason::NonFinite) {
    QVERIFY(!mustBreak);
    QCOMPARE(finished.steps, std::int64_t(50));
    return;
  }
  // The step that failed is told and named, and the weights are those of a run that ended in time.
  QCOMPARE(finished.lastStep, run.steps.back().step);
  QCOMPARE(finished.lastStep, std::int64_t(run.steps.size()) - 1);
  QVERIFY(finished.steps <= finished.lastStep + 1);
  QCOMPARE(finished.test.count, std::int64_t(0));
  config.maxSteps = finished.steps;
  QVERIFY(sameBits(*train(m_digits, config).weights, *finished.weights));
  // One update more would have broken them.
  if (finished.steps < finished.lastStep) {
    QCOMPARE(finished.steps, finished.lastStep - 1);
    config.maxSteps = finished.steps + 1;
    QVERIFY(!allFinite(*train(m_digits, config).weights));
  }
}

void TrainEdgeCasesTest::num04_rateRaisedTooHighInTheRun() {
  Recorder run;
  engine::TrainControl control;
  run.onStep = [&](const engine::StepDone& step) {
    if (step.step == 6) control.setLearningRate(1e38);
  };
  engine::Trainer(m_digits, smallBatches(50)).run(run, control);
  QCOMPARE(run.finished.reason, StopReason::NonFinite);
  QCOMPARE(run.finished.lastStep, std::int64_t(8));
  QCOMPARE(run.finished.steps, std::int64_t(7));
  QVERIFY(sameBits(*run.finished.weights, *train(m_digits, smallBatches(7)).weights));
}

void TrainEdgeCasesTest::num10_constantData_data() {
  QTest::addColumn<bool>("blank");
  QTest::addColumn<bool>("oneClass");
  QTest::addColumn<double>("error");
  QTest::newRow("blank images") << true << false << 60.0;
  QTest::newRow("one class") << false << true << 0.0;
  QTest::newRow("both") << true << true << 0.0;
}

void TrainEdgeCasesTest::num10_constantData() {
  QFETCH(bool, blank);
  QFETCH(bool, oneClass);
  Dataset dataset = noiseDataset(160, 20, 40);
  for (engine::LabeledImages* images : {&dataset.train, &dataset.validation, &dataset.test}) {
    if (blank) std::ranges::fill(images->pixels, 0);
    // 3 is the class of four images in ten.
    for (std::size_t i = 0; i < images->labels.size(); ++i)
      images->labels[i] = oneClass ? 7 : i % 10 < 4 ? 3 : std::uint8_t(i % 10);
  }
  Recorder run;
  const auto finished = train(dataset, smallBatches(60), run);
  for (const auto& step : run.steps) QVERIFY(std::isfinite(step.loss()));
  QVERIFY(allFinite(*finished.weights));
  QTEST(finished.test.errorRate(), "error");
  if (!oneClass) return;
  QCOMPARE(run.steps.back().minibatchError, 0.0);
  QVERIFY2(run.steps.back().crossEntropy < 1e-4, "nothing is left of the loss but the L2 term");
}

void TrainEdgeCasesTest::num11_deadNetworkPredictsOneClass() {
  engine::ThreadPool pool(1);
  engine::Network network(engine::sampleLenet(), engine::selectKernels(), pool, 64);
  engine::Weights weights = *train(m_digits, smallBatches(40)).weights;
  network.setWeights(weights);
  QVERIFY(predictedClasses(evaluate(network, m_digits.test)).size() > 5);
  for (auto& [name, tensor] : weights) {
    if (name == "fc1_biases") tensor.fill(-1000);
    if (name == "fc2_biases") tensor.data()[1] = 1;
  }
  network.setWeights(weights);
  const Evaluation dead = evaluate(network, m_digits.test);
  QCOMPARE(predictedClasses(dead), std::vector{1});
  QCOMPARE(dead.wrong, 200 - std::ranges::count(m_digits.test.labels, 1));
}

// Of the 10,000 test digits 1,135 are ones and 980 are zeros.
void TrainEdgeCasesTest::num11_errorOfOneClass_data() {
  QTest::addColumn<int>("right");
  QTest::addColumn<double>("error");
  QTest::newRow("always 1") << 1135 << 88.65;
  QTest::newRow("always 0") << 980 << 90.2;
  QTest::newRow("num07 one image in 10,000") << 9999 << 0.01;
}

void TrainEdgeCasesTest::num11_errorOfOneClass() {
  QFETCH(int, right);
  QFETCH(double, error);
  const Evaluation evaluation{.count = 10'000, .wrong = 10'000 - right};
  QVERIFY(std::abs(evaluation.errorRate() - error) < 1e-9);
}

QTEST_APPLESS_MAIN(TrainEdgeCasesTest)
#include "tst_train_edge_cases.moc"
