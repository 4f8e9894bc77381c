#include <QTest>

#include "engine/error.h"
#include "network_fixtures.h"

using engine::Weights;

class NetworkTest : public QObject {
  Q_OBJECT

 private slots:
  void initializeLeavesNothingBehind();
  void num13_predictingChangesNothing();
  void num04_nonFiniteLossUpdatesNothing();
  void setWeightsByNameInAnyOrder();
  void setWeightsRefuses_data();
  void setWeightsRefuses();
};

void NetworkTest::initializeLeavesNothingBehind() {
  Small small;
  const Weights fresh = small.network.weights();
  const double loss = small.train().crossEntropy;
  const Weights moved = small.network.weights();
  QVERIFY(!sameBits(moved, fresh));
  small.network.initialize(1);
  QVERIFY(sameBits(small.network.weights(), fresh));
  QCOMPARE(small.train().crossEntropy, loss);
  QVERIFY2(sameBits(small.network.weights(), moved), "the velocities start from rest");
  small.network.initialize(2);
  QVERIFY(!sameBits(small.network.weights(), fresh));
}

void NetworkTest::num13_predictingChangesNothing() {
  Small plain, asked;
  const auto first = asked.network.predict(asked.pixels);
  const std::vector<float> once(first.begin(), first.end());
  QVERIFY(std::ranges::equal(asked.network.predict(asked.pixels), once));
  for (int step = 0; step < 3; ++step) {
    const double loss = plain.train().crossEntropy;
    QCOMPARE(asked.train().crossEntropy, loss);
    asked.network.predict(std::span(asked.pixels).first(5 * kSmallImage));
  }
  QVERIFY(sameBits(asked.network.weights(), plain.network.weights()));
}

void NetworkTest::num04_nonFiniteLossUpdatesNothing() {
  Small small;
  Weights broken = small.network.weights();
  broken[2].tensor.data()[0] = std::numeric_limits<float>::quiet_NaN();
  small.network.setWeights(broken);
  QVERIFY(!std::isfinite(small.train().crossEntropy));
  QVERIFY(sameBits(small.network.weights(), broken));
  const engine::Tensor velocity = small.network.velocity("fc2_weights");
  for (const float v : velocity.values()) QCOMPARE(v, 0.0f);
}

void NetworkTest::setWeightsByNameInAnyOrder() {
  Small from, to;
  from.train();
  to.train();
  Weights weights = from.network.weights();
  std::ranges::reverse(weights);
  to.network.setWeights(weights);
  std::ranges::reverse(weights);
  QVERIFY(sameBits(to.network.weights(), weights));
  const engine::Tensor velocity = to.network.velocity("conv1_weights");
  for (const float v : velocity.values()) QCOMPARE(v, 0.0f);
  const auto predictions = from.network.predict(from.pixels);
  QVERIFY2(std::ranges::equal(to.network.predict(from.pixels), predictions), "filters are renewed");
}

void NetworkTest::setWeightsRefuses_data() {
  QTest::addColumn<QString>("fault");
  QTest::addColumn<QString>("found");
  QTest::newRow("missing") << "missing"
                           << "conv1_weights: expected [5, 5, 1, 4], found nothing";
  QTest::newRow("surplus") << "surplus"
                           << "extra: expected nothing, found [3]";
  QTest::newRow("name") << "name"
                        << "conv9: expected nothing, found [5, 5, 1, 4]";
  QTest::newRow("shape") << "shape"
                         << "conv1_weights: expected [5, 5, 1, 4], found [100]";
  QTest::newRow("twice") << "twice"
                         << "conv1_weights: expected [5, 5, 1, 4], found nothing";
  QTest::newRow("empty") << "empty"
                         << "fc2_biases: expected [10], found nothing";
}

void NetworkTest::setWeightsRefuses() {
  QFETCH(QString, fault);
  QFETCH(QString, found);
  Small small;
  const Weights before = small.network.weights();
  Weights wrong = before;
  for (auto& entry : wrong) entry.tensor.fill(1);
  if (fault == "missing") wrong.erase(wrong.begin());
  if (fault == "surplus") wrong.push_back({"extra", engine::Tensor({3})});
  if (fault == "name") wrong[0].name = "conv9";
  if (fault == "shape") wrong[0].tensor = engine::Tensor({100});
  if (fault == "twice") wrong[0] = wrong[1];
  if (fault == "empty") wrong.clear();
  try {
    small.network.setWeights(wrong);
    QFAIL("accepted");
  } catch (const engine::Error& error) {
    const QString message = error.what();
    QVERIFY2(message.contains("\nconv1_weights: expected [5, 5, 1, 4], found"), error.what());
    QVERIFY2(message.contains(found), error.what());
  }
  QVERIFY(sameBits(small.network.weights(), before));
}

QTEST_APPLESS_MAIN(NetworkTest)
#include "tst_network.moc"
