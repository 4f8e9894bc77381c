#include <QTest>

#include "engine/nn/classifier.h"
#include "engine/train/confidence.h"
#include "sample_weights.h"
#include "train_fixtures.h"

using engine::KnownAnswer;

class ConfidenceTest : public QObject {
  Q_OBJECT

 private slots:
  void threshold_data();
  void threshold();
  void answersAreTheClassifiers();
};

Q_DECLARE_METATYPE(std::vector<KnownAnswer>)

void ConfidenceTest::threshold_data() {
  QTest::addColumn<std::vector<KnownAnswer>>("answers");
  QTest::addColumn<double>("accuracy");
  QTest::addColumn<float>("expected");  // 0: no answer is sure
  QTest::addColumn<double>("share");
  const std::vector<KnownAnswer> mixed{{0.9F, true},  {0.6F, false}, {0.99F, true},
                                       {0.95F, true}, {0.7F, true},  {0.8F, false}};
  QTest::newRow("all right") << std::vector<KnownAnswer>{{0.9F, true}, {0.55F, true}} << 0.995
                             << 0.55F << 1.0;
  QTest::newRow("never below a half")
      << std::vector<KnownAnswer>{{0.9F, true}, {0.3F, true}} << 0.995 << 0.9F << 0.5;
  QTest::newRow("above the first wrong one") << mixed << 0.995 << 0.9F << 0.5;
  QTest::newRow("some wrong ones allowed") << mixed << 0.8 << 0.7F << 5 / 6.0;
  QTest::newRow("equals together")
      << std::vector<KnownAnswer>{{0.9F, true}, {0.8F, true}, {0.8F, false}} << 0.995 << 0.9F
      << 1 / 3.0;
  QTest::newRow("none") << std::vector<KnownAnswer>{{0.9F, false}, {0.8F, true}} << 0.995 << 0.0F
                        << 0.0;
  QTest::newRow("no answers") << std::vector<KnownAnswer>{} << 0.995 << 0.0F << 0.0;
}

void ConfidenceTest::threshold() {
  QFETCH(std::vector<KnownAnswer>, answers);
  QFETCH(double, accuracy);
  QFETCH(float, expected);
  QFETCH(double, share);
  const auto found = engine::sureThreshold(answers, accuracy);
  QCOMPARE(found.has_value(), expected > 0);
  if (!found) return;
  QCOMPARE(found->probability, expected);
  QCOMPARE(found->share, share);
  QVERIFY(found->accuracy >= accuracy);
}

void ConfidenceTest::answersAreTheClassifiers() {
  const auto weights = makeWeights({}, 0.15F);
  const engine::LabeledImages images = noiseImages(7, 1);
  engine::ThreadPool pool(1);
  engine::Network network(engine::sampleLenet(), engine::selectKernels(), pool, 3);
  network.setWeights(*weights);
  const auto answers = engine::answersTo(network, images);
  QCOMPARE(answers.size(), 7U);
  engine::Classifier classifier(*weights);
  for (std::size_t i = 0; i < 7; ++i) {
    const auto expected = classifier.classify(images.image(static_cast<std::int64_t>(i)));
    const auto winner = std::ranges::max_element(expected);
    QVERIFY(std::abs(answers[i].probability - *winner) < 1e-5F);
    QCOMPARE(answers[i].isRight, winner - expected.begin() == images.labels[i]);
  }
  QCOMPARE(engine::answersTo(network, images, [] { return true; }).size(), 0U);
}

QTEST_APPLESS_MAIN(ConfidenceTest)
#include "tst_confidence.moc"
