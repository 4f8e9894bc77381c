#include <QTest>
#include <cmath>

#include "engine/data/dataset_folder.h"
#include "engine/data/label_errors.h"
#include "engine/train/evaluation.h"
#include "engine/train/predictions.h"
#include "network_fixtures.h"
#include "train_fixtures.h"

using namespace engine;

class PredictionsTest : public QObject {
  Q_OBJECT

 private slots:
  void agreeWithTheEvaluation();
  void endWhereTheyAreAbandoned();
  void scoresOfAKnownMatrix();
  void doubtfulLabelsAreMnistsOnly();
};

void PredictionsTest::agreeWithTheEvaluation() {
  ThreadPool pool(1);
  Network network(sampleLenet(), selectKernels(), pool, 8);
  network.initialize(3);
  const LabeledImages images = noiseImages(21, 5);
  const std::vector<Prediction> predictions = predictAll(network, images);
  QCOMPARE(predictions.size(), std::size_t{21});
  QCOMPARE(confusionOf(predictions, images.labels), evaluate(network, images).confusion);
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    const auto probabilities = network.predict(images.image(std::int64_t(i)));
    QVERIFY(std::abs(predictions[i].confidence - *std::ranges::max_element(probabilities)) < 1e-5f);
    QVERIFY(std::abs(predictions[i].labelProbability - probabilities[images.labels[i]]) < 1e-5f);
    QCOMPARE(predictions[i].winner == images.labels[i],
             predictions[i].confidence == predictions[i].labelProbability);
  }
}

void PredictionsTest::endWhereTheyAreAbandoned() {
  ThreadPool pool(1);
  Network network(sampleLenet(), selectKernels(), pool, 8);
  network.initialize(3);
  int blocks = 0;
  QCOMPARE(predictAll(network, noiseImages(21, 5), [&] { return blocks++ == 2; }).size(),
           std::size_t{16});
}

void PredictionsTest::scoresOfAKnownMatrix() {
  // Three of label 0, one of them taken for 1; two of label 1, both right.
  ConfusionMatrix confusion{};
  confusion[0][0] = 2;
  confusion[0][1] = 1;
  confusion[1][1] = 2;
  const ClassScores scores = scoresOf(confusion);
  QCOMPARE(scores.recall[0], 2.0 / 3);
  QCOMPARE(scores.recall[1], 1.0);
  QCOMPARE(scores.precision[0], 1.0);
  QCOMPARE(scores.precision[1], 2.0 / 3);
  QVERIFY(std::isnan(scores.recall[2]) && std::isnan(scores.precision[2]));
}

void PredictionsTest::doubtfulLabelsAreMnistsOnly() {
  Dataset mnist = loadDataset(bundledMnist()->folder);
  const auto errors = labelErrorsOf(mnist);
  // The number that the paper gives.
  QCOMPARE(errors.size(), std::size_t{15});
  for (const LabelError& error : errors) {
    QVERIFY(error.agree <= 2 && error.agree + error.seesOther <= 5);
    QCOMPARE(int(mnist.test.labels[std::size_t(error.index)]), error.label);
  }
  mnist.test.labels[947] = 9;
  QVERIFY(labelErrorsOf(mnist).empty());
  QVERIFY(labelErrorsOf(selfTestDataset()).empty());
}

QTEST_APPLESS_MAIN(PredictionsTest)
#include "tst_predictions.moc"
