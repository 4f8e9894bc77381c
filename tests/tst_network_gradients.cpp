#include <QTest>

#include "kernel_sets.h"
#include "naive_layers.h"
#include "network_fixtures.h"

namespace {

// The loss of the small network by the naive layers, with the mask that stepRule() stands for.
struct NaiveLoss {
  engine::NetworkSpec spec = smallSpec();
  naive::Values x;
  Bytes labels;

  double operator()(const std::vector<naive::Values>& p) const {
    const auto images = int(labels.size());
    const auto first = naive::convStage(spec.conv[0].shape, images, x, p[0], p[1]);
    const auto second = naive::convStage(spec.conv[1].shape, images, first.y, p[2], p[3]);
    auto hidden = naive::dense(spec.dense[0].shape, images, second.y, p[4], p[5]);
    for (std::size_t i = 0; i < hidden.size(); ++i) {
      const float u = engine::uniformFloat(engine::Philox(7)(12345 + i / 4)[i % 4]);
      hidden[i] = u >= 0.5f ? 2 * std::max(0.0, hidden[i]) : 0;
    }
    const auto logits = naive::dense(spec.dense[1].shape, images, hidden, p[6], p[7]);
    return naive::crossEntropy(10, logits, labels) + penalty(p);
  }

  double penalty(const std::vector<naive::Values>& p) const {
    double squares = 0;
    for (std::size_t i = 4; i < 8; ++i)
      for (const double value : p[i]) squares += value * value;
    return 0.125 * squares / 2;
  }
};

std::vector<naive::Values> valuesOf(const engine::Weights& weights) {
  std::vector<naive::Values> values;
  for (const auto& [name, tensor] : weights)
    values.emplace_back(tensor.values().begin(), tensor.values().end());
  return values;
}

}  // namespace

class NetworkGradientsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyLayerByCentralDifferences_data();
  void everyLayerByCentralDifferences();
  void velocityAccumulates();
};

void NetworkGradientsTest::everyLayerByCentralDifferences_data() {
  QTest::addColumn<KernelSet>("set");
  for (const KernelSet& set : kernelSets()) QTest::addRow("%s", set.name.c_str()) << set;
}

void NetworkGradientsTest::everyLayerByCentralDifferences() {
  QFETCH(KernelSet, set);
  Small small(*set.kernels);
  NaiveLoss loss{.x = naive::Values(small.pixels.size()), .labels = small.labels};
  for (std::size_t i = 0; i < loss.x.size(); ++i) loss.x[i] = (small.pixels[i] - 127.5) / 255;
  const engine::Weights weights = small.network.weights();
  auto values = valuesOf(weights);
  const engine::StepResult result = small.train();
  QVERIFY(std::abs(result.weightPenalty - loss.penalty(values)) < 1e-6);
  QVERIFY(std::abs(result.crossEntropy + result.weightPenalty - loss(values)) < 1e-5);

  for (std::size_t p = 0; p < weights.size(); ++p) {
    const engine::Tensor gradient = small.network.velocity(weights[p].name);
    double largest = 0;
    for (const float g : gradient.values()) largest = std::max(largest, std::abs(double(g)));
    QVERIFY(largest > 1e-3);
    // Every third value meets all rows, columns and channels.
    for (std::size_t i = 0; i < values[p].size(); i += 3) {
      constexpr double kStep = 1e-6;
      const double value = values[p][i];
      values[p][i] = value + kStep;
      const double above = loss(values);
      values[p][i] = value - kStep;
      const double slope = (above - loss(values)) / (2 * kStep);
      values[p][i] = value;
      const double difference = std::abs(double(gradient.data()[i]) - slope);
      QVERIFY2(
          difference < 1e-5 * largest + 1e-7,
          qPrintable(QString("%1[%2]: %3").arg(weights[p].name.c_str()).arg(i).arg(difference)));
    }
  }
}

void NetworkGradientsTest::velocityAccumulates() {
  Small small;
  small.train(stepRule(0));
  const engine::Tensor first = small.network.velocity("conv2_weights");
  small.train(stepRule(0));
  const engine::Tensor second = small.network.velocity("conv2_weights");
  for (std::size_t i = 0; i < first.values().size(); ++i)
    QCOMPARE(second.data()[i], 0.9f * first.data()[i] + first.data()[i]);
}

QTEST_APPLESS_MAIN(NetworkGradientsTest)
#include "tst_network_gradients.moc"
