#include <QTest>

#include "engine/error.h"
#include "engine/nn/classifier.h"
#include "engine/train/evaluation.h"
#include "train_fixtures.h"

using engine::Dataset;
using engine::StopReason;
using engine::TrainConfig;

namespace {

// Changes one setting of a run that would do.
using Change = std::function<void(TrainConfig&, Dataset&)>;

}  // namespace

class TrainerTest : public QObject {
  Q_OBJECT

 private slots:
  void startedTellsTheSettings();
  void reasons_data();
  void reasons();
  void num06_batchAndSetSizes_data();
  void num06_batchAndSetSizes();
  void refusesSettings_data();
  void refusesSettings();
  void num07_anyBlockAndAnySize_data();
  void num07_anyBlockAndAnySize();
  void num12_sameSeedSameBits_data();
  void num12_sameSeedSameBits();
  void num13_validatingChangesNothing();
  void num13_sameDigitSameAnswer();
  void num15_penaltyOfAnySeed();
  void t9_tellsTheBestWeights();
};

void TrainerTest::startedTellsTheSettings() {
  Dataset dataset = noiseDataset(9, 5, 3);
  TrainConfig config = quickConfig(1);
  config.threads = 0;
  Recorder run;
  train(dataset, config, run);
  QCOMPARE(run.started.config.threads, engine::usefulThreads());
  QCOMPARE(run.started.totalSteps, std::int64_t(1));
  QCOMPARE(run.started.trainCount, std::int64_t(9));
  QCOMPARE(run.started.validationCount, std::int64_t(5));
  QCOMPARE(run.started.testCount, std::int64_t(3));
  QCOMPARE(run.started.parameterCount, std::int64_t(1'663'370));
  QCOMPARE(run.finished.test.count, std::int64_t(3));
}

void TrainerTest::reasons_data() {
  QTest::addColumn<int>("maxSteps");
  QTest::addColumn<StopReason>("reason");
  QTest::addColumn<int>("steps");
  QTest::newRow("all") << -1 << StopReason::Finished << 4;
  QTest::newRow("limit beyond the end") << 9 << StopReason::Finished << 4;
  QTest::newRow("limit") << 3 << StopReason::StepLimit << 3;
  QTest::newRow("nothing") << 0 << StopReason::StepLimit << 0;
}

void TrainerTest::reasons() {
  QFETCH(int, maxSteps);
  TrainConfig config = quickConfig(0);
  config.epochs = 1;
  config.maxSteps.reset();
  if (maxSteps >= 0) config.maxSteps = maxSteps;
  const auto finished = train(noiseDataset(8), config);
  QTEST(finished.reason, "reason");
  QTEST(int(finished.steps), "steps");
  QCOMPARE(finished.lastStep, finished.steps - 1);
}

void TrainerTest::num06_batchAndSetSizes_data() {
  QTest::addColumn<int>("count");
  QTest::addColumn<int>("batch");
  QTest::addColumn<int>("steps");
  QTest::newRow("5 left over") << 29 << 24 << 2;  // of two epochs: 58 / 24
  QTest::newRow("the set is one batch") << 50 << 50 << 2;
  QTest::newRow("one image") << 1 << 1 << 2;
}

void TrainerTest::num06_batchAndSetSizes() {
  QFETCH(int, count);
  QFETCH(int, batch);
  TrainConfig config = quickConfig(100);
  config.batchSize = batch;
  config.epochs = 2;
  Recorder run;
  train(noiseDataset(count), config, run);
  QTEST(int(run.steps.size()), "steps");
  for (const auto& step : run.steps) {
    QVERIFY(std::isfinite(step.loss()));
    const double wrong = step.minibatchError * batch / 100;
    QVERIFY(std::abs(wrong - std::round(wrong)) < 1e-9 && wrong <= batch);
  }
}

void TrainerTest::refusesSettings_data() {
  QTest::addColumn<Change>("change");
  QTest::addColumn<QString>("message");
  const auto row = [](const char* name, const char* message, Change change) {
    QTest::newRow(name) << change << message;
  };
  row("num06 batch beyond the set", "A batch of 64 is larger than the training set (50 images)",
      [](TrainConfig& c, Dataset& d) {
        c.batchSize = 64;
        d.train = noiseImages(50, 1);
      });
  row("num06 no training images", "The training set of Noise is empty",
      [](TrainConfig&, Dataset& d) { d.train = {}; });
  row("num06 no validation images", "The validation set",
      [](TrainConfig&, Dataset& d) { d.validation = {}; });
  row("num06 no test images", "The test set", [](TrainConfig&, Dataset& d) { d.test = {}; });
  row("batch 0", "batch size", [](TrainConfig& c, Dataset&) { c.batchSize = 0; });
  row("batch 4097", "between 1 and 4096", [](TrainConfig& c, Dataset&) { c.batchSize = 4097; });
  row("epochs 0", "epochs", [](TrainConfig& c, Dataset&) { c.epochs = 0; });
  row("steps -1", "steps", [](TrainConfig& c, Dataset&) { c.maxSteps = -1; });
  row("rate 0", "learning rate", [](TrainConfig& c, Dataset&) { c.learningRate = 0; });
  row("rate nan", "learning rate", [](TrainConfig& c, Dataset&) { c.learningRate = NAN; });
  row("decay 2", "decay", [](TrainConfig& c, Dataset&) { c.learningRateDecay = 2; });
  row("momentum 1", "momentum", [](TrainConfig& c, Dataset&) { c.momentum = 1; });
  row("weight decay inf", "weight decay",
      [](TrainConfig& c, Dataset&) { c.weightDecay = INFINITY; });
  row("keep 0", "keep probability", [](TrainConfig& c, Dataset&) { c.keepProbability = 0; });
  row("interval 0", "interval", [](TrainConfig& c, Dataset&) { c.evaluationInterval = 0; });
  row("threads -1", "threads", [](TrainConfig& c, Dataset&) { c.threads = -1; });
  row("threads 65", "between 1 and 64", [](TrainConfig& c, Dataset&) { c.threads = 65; });
  row("label 10", "The test set of Noise has the label 10",
      [](TrainConfig&, Dataset& d) { d.test.labels[2] = 10; });
  row("kernels", "kernel set", [](TrainConfig& c, Dataset&) { c.kernels = "abacus"; });
}

void TrainerTest::refusesSettings() {
  QFETCH(Change, change);
  QFETCH(QString, message);
  TrainConfig config = quickConfig(1);
  Dataset dataset = noiseDataset(8);
  QVERIFY(train(dataset, config).weights);
  change(config, dataset);
  try {
    engine::Trainer trainer(dataset, config);
    QFAIL("accepted");
  } catch (const engine::Error& error) {
    QVERIFY2(QString(error.what()).contains(message), error.what());
    QVERIFY2(QString(error.what()).endsWith('.'), error.what());
  }
}

void TrainerTest::num07_anyBlockAndAnySize_data() {
  QTest::addColumn<int>("count");
  QTest::addColumn<int>("block");
  for (const int count : {1, 10, 64, 72})
    for (const int block : {1, 64, 100})
      QTest::addRow("%d images by %d", count, block) << count << block;
}

void TrainerTest::num07_anyBlockAndAnySize() {
  QFETCH(int, count);
  QFETCH(int, block);
  engine::ThreadPool pool(1);
  const engine::LabeledImages images = noiseImages(count, 9);
  const auto evaluation = [&](int blockSize) {
    engine::Network network(engine::sampleLenet(), engine::selectKernels(), pool, blockSize);
    network.initialize(1);
    return evaluate(network, images);
  };
  const engine::Evaluation actual = evaluation(block), expected = evaluation(count);
  QCOMPARE(actual.count, std::int64_t(count));
  QCOMPARE(actual.wrong, expected.wrong);
  QVERIFY(actual.confusion == expected.confusion);
  std::int64_t right = 0, all = 0;
  for (std::size_t label = 0; label < 10; ++label) {
    right += actual.confusion[label][label];
    for (const std::int64_t n : actual.confusion[label]) all += n;
  }
  QCOMPARE(all, actual.count);
  QCOMPARE(right, actual.count - actual.wrong);
}

void TrainerTest::num12_sameSeedSameBits_data() {
  QTest::addColumn<int>("threads");
  QTest::addColumn<bool>("shuffle");
  for (const bool shuffle : {false, true})
    for (const int threads : {1, 2})
      QTest::addRow("%d threads%s", threads, shuffle ? ", shuffled" : "") << threads << shuffle;
}

void TrainerTest::num12_sameSeedSameBits() {
  QFETCH(int, threads);
  QFETCH(bool, shuffle);
  const Dataset dataset = noiseDataset(24);
  TrainConfig config = quickConfig(20);
  config.shuffle = shuffle;
  config.batchSize = 5;
  const auto first = train(dataset, config).weights;
  config.threads = threads;
  QVERIFY(sameBits(*train(dataset, config).weights, *first));
  config.seed = 1;
  QVERIFY(!sameBits(*train(dataset, config).weights, *first));
}

void TrainerTest::num13_validatingChangesNothing() {
  const Dataset dataset = noiseDataset(8, 70);
  TrainConfig config = quickConfig(4);
  const auto rarely = train(dataset, config).weights;
  config.evaluationInterval = 1;
  QVERIFY(sameBits(*train(dataset, config).weights, *rarely));
}

void TrainerTest::num13_sameDigitSameAnswer() {
  const Dataset dataset = noiseDataset(8);
  engine::Classifier classifier(*train(dataset, quickConfig(2)).weights);
  const auto first = classifier.classify(dataset.test.image(0));
  for (int i = 0; i < 100; ++i) {
    classifier.classify(dataset.test.image(1));
    QVERIFY(classifier.classify(dataset.test.image(0)) == first);
  }
}

void TrainerTest::num15_penaltyOfAnySeed() {
  TrainConfig config = quickConfig(1);
  config.seed = 4711;
  Recorder run;
  train(noiseDataset(8), config, run);
  QVERIFY(std::abs(run.steps[0].weightPenalty - 3.117) < 0.02);
}

void TrainerTest::t9_tellsTheBestWeights() {
  const Dataset dataset = noiseDataset(40, 50);
  TrainConfig config = quickConfig(30);
  config.evaluationInterval = 1;
  Recorder run;
  train(dataset, config, run);

  std::map<std::int64_t, std::int64_t> expected;  // errors by updates: the running minimum
  for (std::int64_t fewest = 1000; const engine::ValidationDone& done : run.validations)
    if (done.validation.wrong < fewest)
      expected[done.step.step + 1] = fewest = done.validation.wrong;
  QVERIFY(expected.size() > 1 && expected.size() < run.validations.size());
  QCOMPARE(run.best.size(), expected.size());
  for (const auto& [updates, wrong] : expected) {
    QVERIFY(run.best.contains(updates));
    QCOMPARE(run.best[updates].second, wrong);
    engine::Classifier classifier(run.best[updates].first);
    std::int64_t found = 0;
    for (std::int64_t i = 0; i < dataset.validation.count(); ++i) {
      const engine::Probabilities answer = classifier.classify(dataset.validation.image(i));
      const auto winner = std::ranges::max_element(answer) - answer.begin();
      found += winner != dataset.validation.labels[std::size_t(i)] ? 1 : 0;
    }
    QCOMPARE(found, wrong);
  }
}

QTEST_APPLESS_MAIN(TrainerTest)
#include "tst_trainer.moc"
