#include <QTest>
#include <cmath>

#include "engine/error.h"
#include "engine/nn/activations.h"
#include "engine/nn/classifier.h"
#include "engine/nn/layer_statistics.h"
#include "network_fixtures.h"

using namespace engine;

namespace {

// As a run begins, and as one image.
std::shared_ptr<const Weights> startWeights() {
  ThreadPool pool(1);
  Network network(sampleLenet(), referenceKernels(), pool, 1);
  network.initialize(66478);
  return std::make_shared<Weights>(network.weights());
}

}  // namespace

class ActivationsTest : public QObject {
  Q_OBJECT

 private slots:
  void endAsTheClassifier();
  void unitsAreTheDefinition();
  void everyExplanationAddsUp_data();
  void everyExplanationAddsUp();
  void saliencyIsTheSlope();
  void receptiveFields_data();
  void receptiveFields();
  void histogramsGrow();
  void statisticsCountTheDead();
  void otherNetworksAreRefused();
};

void ActivationsTest::endAsTheClassifier() {
  const auto weights = startWeights();
  ActivationTracer tracer(weights);
  Classifier classifier(*weights);
  for (unsigned seed = 1; seed < 4; ++seed) {
    const Bytes pixels = randomBytes(kImagePixels, 256, seed);
    const Activations& found = tracer.trace(pixels);
    const auto expected = classifier.logits(pixels);
    for (std::size_t i = 0; i < kClassCount; ++i)
      QVERIFY(std::abs(found.logits.data()[i] - expected[i]) < 1e-4f);
  }
}

// Each kind of unit computed anew from its inputs, one product at a time.
void ActivationsTest::unitsAreTheDefinition() {
  ActivationTracer tracer(startWeights());
  const Bytes pixels = randomBytes(kImagePixels, 256, 9);
  const Activations& a = tracer.trace(pixels);
  QCOMPARE(a.input.data()[5 * 28 + 7], (float(pixels[5 * 28 + 7]) - 127.5f) / 255);

  const auto conv = [&](const Tensor& in, const std::string& name, int row, int column, int out) {
    const Tensor& w = tracer.parameter(name + "_weights");
    const auto side = int(in.shape()[0]), channels = int(in.shape()[2]), outs = int(w.shape()[3]);
    double sum = double(tracer.parameter(name + "_biases").data()[out]);
    for (int ky = 0; ky < 5; ++ky)
      for (int kx = 0; kx < 5; ++kx)
        for (int c = 0; c < channels; ++c) {
          const int y = row + ky - 2, x = column + kx - 2;
          if (y < 0 || x < 0 || y >= side || x >= side) continue;
          sum += double(in.data()[(y * side + x) * channels + c]) *
                 double(w.data()[((ky * 5 + kx) * channels + c) * outs + out]);
        }
    return std::max(sum, 0.0);
  };
  for (const auto& [row, column, out] : {std::array{0, 0, 3}, {13, 27, 31}, {6, 20, 17}}) {
    QVERIFY(std::abs(double(a.conv[0].data()[(row * 28 + column) * 32 + out]) -
                     conv(a.input, "conv1", row, column, out)) < 1e-4);
    QVERIFY(std::abs(double(a.conv[1].data()[(row * 14 + column / 2) * 64 + out]) -
                     conv(a.pooled[0], "conv2", row, column / 2, out)) < 1e-3);
  }
  for (int out = 0; out < 32; ++out) {
    float largest = 0;
    for (const int place : {4 * 28 + 6, 4 * 28 + 7, 5 * 28 + 6, 5 * 28 + 7})
      largest = std::max(largest, a.conv[0].data()[place * 32 + out]);
    QCOMPARE(a.pooled[0].data()[(2 * 14 + 3) * 32 + out], largest);
  }
}

void ActivationsTest::everyExplanationAddsUp_data() {
  QTest::addColumn<NetworkUnit>("unit");
  QTest::addColumn<int>("terms");
  using Layer = NetworkLayer;
  QTest::newRow("pixel") << NetworkUnit{Layer::Input, 3, 4, 0} << 0;
  QTest::newRow("conv1, corner") << NetworkUnit{Layer::Conv1, 0, 0, 5} << 9;
  QTest::newRow("conv1, inside") << NetworkUnit{Layer::Conv1, 10, 12, 31} << 25;
  QTest::newRow("pool1") << NetworkUnit{Layer::Pool1, 13, 0, 7} << 4;
  QTest::newRow("conv2, edge") << NetworkUnit{Layer::Conv2, 5, 13, 63} << 15 * 32;
  QTest::newRow("pool2") << NetworkUnit{Layer::Pool2, 6, 6, 1} << 4;
  QTest::newRow("dense") << NetworkUnit{Layer::Hidden, 0, 0, 511} << 3136;
  QTest::newRow("output") << NetworkUnit{Layer::Output, 0, 0, 9} << 512;
}

void ActivationsTest::everyExplanationAddsUp() {
  QFETCH(NetworkUnit, unit);
  QFETCH(int, terms);
  ActivationTracer tracer(startWeights());
  const Tensor& values = valuesOf(tracer.trace(randomBytes(kImagePixels, 256, 9)), unit.layer);
  const UnitExplanation found = explain(tracer, unit);
  QCOMPARE(int(found.terms.size()), terms);
  const std::int64_t index =
      values.shape().size() == 3
          ? (unit.row * values.shape()[1] + unit.column) * values.shape()[2] + unit.channel
          : unit.channel;
  QVERIFY(std::abs(found.output - values.data()[index]) < 2e-4f);
  const ReceptiveField field = receptiveField(tracer.spec(), unit);
  for (const UnitExplanation::Term& term : found.terms) {
    const ReceptiveField part = receptiveField(tracer.spec(), term.from);
    if (field.side == kImageSide) continue;
    QVERIFY(part.top >= field.top && part.top + part.side <= field.top + field.side);
    QVERIFY(part.left >= field.left && part.left + part.side <= field.left + field.side);
  }
}

void ActivationsTest::saliencyIsTheSlope() {
  ActivationTracer tracer(startWeights());
  Bytes pixels = randomBytes(kImagePixels, 200, 4);
  tracer.trace(pixels);
  const Tensor slope = tracer.saliency(3);
  QCOMPARE(slope.size(), std::int64_t{kImagePixels});
  double error = 0, size = 0;
  for (const int pixel : {0, 100, 300, 405, 500, 650, 783}) {
    const auto logitAt = [&](int value) {
      Bytes moved = pixels;
      moved[std::size_t(pixel)] = std::uint8_t(value);
      return double(tracer.trace(moved).logits.data()[3]);
    };
    // Kinks of the ReLUs make single pixels differ a little.
    const int middle = std::clamp(int(pixels[std::size_t(pixel)]), 1, 254);
    const double measured = (logitAt(middle + 1) - logitAt(middle - 1)) * 255 / 2;
    error += std::abs(measured - double(slope.data()[pixel]));
    size += std::abs(measured);
  }
  QVERIFY2(error < 0.05 * size, qPrintable(QString::number(error / size)));
}

void ActivationsTest::receptiveFields_data() {
  QTest::addColumn<int>("stage");
  QTest::addColumn<bool>("pooled");
  QTest::addColumn<int>("top");
  QTest::addColumn<int>("left");
  QTest::addColumn<int>("side");
  // By hand for the unit (3, 4).
  QTest::newRow("conv1") << 0 << false << 1 << 2 << 5;
  QTest::newRow("pool1") << 0 << true << 4 << 6 << 6;
  QTest::newRow("conv2") << 1 << false << 0 << 2 << 14;
  QTest::newRow("pool2") << 1 << true << 6 << 10 << 16;
}

void ActivationsTest::receptiveFields() {
  QFETCH(int, stage);
  QFETCH(bool, pooled);
  QFETCH(int, top);
  QFETCH(int, left);
  QFETCH(int, side);
  QVERIFY(receptiveField(sampleLenet(), std::size_t(stage), pooled, 3, 4) ==
          (ReceptiveField{top, left, side}));
}

void ActivationsTest::histogramsGrow() {
  Histogram histogram;
  for (int i = 0; i < 100; ++i) histogram.add(float(i));
  histogram.add(std::numeric_limits<float>::quiet_NaN());
  // 100 numbers below 128, in bins of 4.
  QCOMPARE(histogram.binWidth(), 4.0f);
  for (std::size_t i = 0; i < Histogram::kBins; ++i)
    QCOMPARE(histogram.counts()[i], std::int64_t{i < 25 ? 4 : 0});
}

void ActivationsTest::statisticsCountTheDead() {
  auto weights = std::make_shared<Weights>(*startWeights());
  // Three units of the dense layer that can never be active, and one map of conv2.
  for (NamedTensor& entry : *weights) {
    if (entry.name == "fc1_biases")
      for (const int unit : {0, 17, 511}) entry.tensor.data()[unit] = -1e6f;
    if (entry.name == "conv2_biases") entry.tensor.data()[63] = -1e6f;
  }
  ActivationTracer tracer(weights);
  LabeledImages images{randomBytes(20 * kImagePixels, 256, 1), randomBytes(20, 10, 2)};
  const auto found = layerStatistics(tracer, images, 12);
  QCOMPARE(found.size(), std::size_t{3});
  double active = 0;
  std::vector<bool> alive(512);
  for (int i = 0; i < 12; ++i) {
    const auto hidden = tracer.trace(images.image(i)).hidden.values();
    for (std::size_t unit = 0; unit < 512; ++unit)
      if (hidden[unit] > 0) active += 1, alive[unit] = true;
  }
  QCOMPARE(found[2].dead, int(std::ranges::count(alive, false)));
  QVERIFY(found[2].dead >= 3 && found[1].dead >= 1);
  QVERIFY(std::abs(found[2].activeShare - active / 12 / 512) < 1e-9);
  std::int64_t counted = 0;
  for (const std::int64_t count : found[2].values.counts()) counted += count;
  QCOMPARE(counted, std::int64_t(active));
  QVERIFY(layerStatistics(tracer, images, 12, [] { return true; }).empty());
}

void ActivationsTest::otherNetworksAreRefused() {
  auto weights = std::make_shared<Weights>(*startWeights());
  weights->pop_back();
  QVERIFY_EXCEPTION_THROWN(ActivationTracer{weights}, Error);
}

QTEST_APPLESS_MAIN(ActivationsTest)
#include "tst_activations.moc"
