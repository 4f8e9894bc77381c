#include <QTest>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/nn/softmax.h"

namespace {

struct Loss {
  double value;
  std::vector<float> gradient;
};

// One image per label.
Loss lossOf(const std::vector<float>& logits, const std::vector<std::uint8_t>& labels) {
  Loss loss{0, std::vector<float>(logits.size(), std::numeric_limits<float>::quiet_NaN())};
  const auto images = int(labels.size());
  loss.value = engine::softmaxCrossEntropy(images, int(logits.size()) / images, logits.data(),
                                           labels.data(), loss.gradient.data());
  return loss;
}

std::vector<float> softmaxOf(const std::vector<float>& logits) {
  std::vector<float> probabilities(logits.size());
  engine::softmax(1, int(logits.size()), logits.data(), probabilities.data());
  return probabilities;
}

bool near(double a, double b, double tolerance = 1e-6) {
  return std::abs(a - b) <= tolerance;
}

constexpr float kHuge = 1e30f;

}  // namespace

class SoftmaxTest : public QObject {
  Q_OBJECT

 private slots:
  void num01_certainty_data();
  void num01_certainty();
  void num03_equalLogits();
  void knownValues();
  void probabilitiesSumToOne_data();
  void probabilitiesSumToOne();
  void softmaxWorksInPlace();
  void gradientIsThatOfTheMeanLoss();
  void nonFiniteLogitsShowInTheLoss_data();
  void nonFiniteLogitsShowInTheLoss();
  void argmaxTakesTheFirst();
};

void SoftmaxTest::num01_certainty_data() {
  QTest::addColumn<int>("label");
  QTest::addColumn<float>("logit");
  QTest::addColumn<double>("loss");
  QTest::newRow("p = 1 for the label") << 0 << 200.0f << 0.0;
  QTest::newRow("p = 0 for the label") << 1 << 200.0f << 200.0;
  QTest::newRow("huge, p = 1") << 0 << kHuge << 0.0;
  QTest::newRow("huge, p = 0") << 1 << kHuge << double(kHuge);
}

void SoftmaxTest::num01_certainty() {
  QFETCH(int, label);
  QFETCH(float, logit);
  QFETCH(double, loss);
  const auto [value, gradient] = lossOf({logit, 0, 0}, {std::uint8_t(label)});
  QCOMPARE(value, loss);
  const auto p = softmaxOf({logit, 0, 0});
  for (std::size_t i = 0; i < 3; ++i) {
    QCOMPARE(p[i], i == 0 ? 1.0f : 0.0f);
    QCOMPARE(gradient[i], p[i] - (int(i) == label ? 1.0f : 0.0f));
  }
}

void SoftmaxTest::num03_equalLogits() {
  std::vector<float> sweep{300.0f, kHuge, -kHuge};
  for (int logit = 0; logit >= -300; --logit) sweep.push_back(float(logit));
  for (const float logit : sweep)
    QVERIFY2(near(lossOf({logit, logit, logit, logit}, {2}).value, std::log(4.0)),
             qPrintable(QString::number(double(logit))));
}

void SoftmaxTest::knownValues() {
  const auto p = softmaxOf({1, 2, 3});
  const double e = std::numbers::e, sum = e + e * e + e * e * e;
  for (int i = 0; i < 3; ++i) QVERIFY(near(double(p[std::size_t(i)]), std::pow(e, i + 1) / sum));
  QVERIFY(near(lossOf({1, 2, 3}, {0}).value, std::log(sum) - 1));
}

void SoftmaxTest::probabilitiesSumToOne_data() {
  QTest::addColumn<QList<float>>("logits");
  QTest::newRow("one class") << QList<float>{5};
  QTest::newRow("small") << QList<float>{0.1f, -0.2f, 0.3f};
  QTest::newRow("large") << QList<float>{1000, 999, -1000, 0};
  QTest::newRow("huge") << QList<float>{kHuge, -kHuge, kHuge};
  QTest::newRow("all very negative") << QList<float>{-1e4f, -1.1e4f, -1.0001e4f};
}

void SoftmaxTest::probabilitiesSumToOne() {
  QFETCH(QList<float>, logits);
  double sum = 0;
  for (const float p : softmaxOf({logits.begin(), logits.end()})) {
    QVERIFY(p >= 0 && p <= 1);
    sum += double(p);
  }
  QVERIFY(near(sum, 1));
}

void SoftmaxTest::softmaxWorksInPlace() {
  std::vector<float> values{1, 2, 3};
  engine::softmax(1, 3, values.data(), values.data());
  QVERIFY(values == softmaxOf({1, 2, 3}));
}

// Central differences; the batch of three makes the 1 / N visible.
void SoftmaxTest::gradientIsThatOfTheMeanLoss() {
  const std::vector<float> logits{0.5f, -1, 2, 0, 3, 1, -2, -2, 0.25f};
  const std::vector<std::uint8_t> labels{2, 0, 1};
  const auto gradient = lossOf(logits, labels).gradient;
  constexpr float kStep = 1.0f / 64;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    auto above = logits, below = logits;
    above[i] += kStep;
    below[i] -= kStep;
    const double slope =
        (lossOf(above, labels).value - lossOf(below, labels).value) / (2 * double(kStep));
    QVERIFY2(near(double(gradient[i]), slope, 3e-5), qPrintable(QString::number(i)));
  }
}

// A broken network must not look like a trained one (NUM-04 depends on it).
void SoftmaxTest::nonFiniteLogitsShowInTheLoss_data() {
  QTest::addColumn<QList<float>>("logits");
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  QTest::newRow("nan first") << QList<float>{kNan, 0, 1};
  QTest::newRow("nan last") << QList<float>{0, 1, kNan};
  QTest::newRow("inf for another class") << QList<float>{0, kInf, 1};
  QTest::newRow("-inf for the label") << QList<float>{-kInf, 0, 1};
  QTest::newRow("all -inf") << QList<float>{-kInf, -kInf, -kInf};
}

void SoftmaxTest::nonFiniteLogitsShowInTheLoss() {
  QFETCH(QList<float>, logits);
  QVERIFY(!std::isfinite(lossOf({logits.begin(), logits.end()}, {0}).value));
}

void SoftmaxTest::argmaxTakesTheFirst() {
  const std::vector<float> values{1, 3, 3, 2};
  QCOMPARE(engine::argmax(4, values.data()), 1);
  QCOMPARE(engine::argmax(1, values.data()), 0);
}

QTEST_APPLESS_MAIN(SoftmaxTest)
#include "tst_softmax.moc"
