#include <QTest>
#include <cmath>
#include <limits>

#include "ui/charts/smoothing.h"

using namespace ui;

class TestSmoothing : public QObject {
  Q_OBJECT

 private slots:
  void p1_constantStaysExactlyConstant_data() {
    QTest::addColumn<double>("weight");
    for (const double weight : {0.0, 0.3, 0.95, 0.99, 0.999})
      QTest::newRow(qPrintable(QString::number(weight))) << weight;
  }
  void p1_constantStaysExactlyConstant() {
    QFETCH(double, weight);
    SmoothedMean mean(weight);
    for (int i = 0; i < 10'000; ++i) QVERIFY(mean.add(0.1) == 0.1);
  }

  void p1_firstValueIsUnchanged() { QCOMPARE(SmoothedMean(0.99).add(12.054), 12.054); }

  void p1_weightZeroIsTheIdentity() {
    SmoothedMean mean(0);
    for (int i = 0; i < 1000; ++i) {
      const double value = std::sin(i * 1.7) * 1e-3 + i;
      QVERIFY(mean.add(value) == value);
    }
  }

  void p1_equalsThePublishedFormula() {
    constexpr double kWeight = 0.9;
    SmoothedMean mean(kWeight);
    double s = 0, d = 0;
    for (int i = 0; i < 500; ++i) {
      const double value = std::sin(i * 0.37) + 2;
      s = s * kWeight + value;
      d = d * kWeight + 1;
      QVERIFY(std::abs(mean.add(value) - s / d) < 1e-12);
    }
  }

  void p2_densityOfThePointsDoesNotMatter() {
    SmoothedMean coarse(0.9), fine(0.9);
    for (int i = 0; i < 200; ++i) {
      const double value = i % 7;
      double last = 0;
      for (int part = 0; part < 4; ++part) last = fine.add(value, 0.25);
      QVERIFY(std::abs(coarse.add(value) - last) < 1e-12);
    }
  }

  void p3_oneCannotBeSet() {
    SmoothedMean mean(1.0);
    mean.add(0);
    double last = 0;
    for (int i = 0; i < 20'000; ++i) last = mean.add(1);
    QVERIFY(last > 0.99);  // 1.0 would be a flat line for ever
    SmoothedMean negative(-1);
    negative.add(5);
    QCOMPARE(negative.add(7), 7.0);
  }

  void gui04_nanIsNotRemembered() {
    SmoothedMean mean(0.9);
    mean.add(3);
    QVERIFY(std::isnan(mean.add(std::numeric_limits<double>::quiet_NaN())));
    QCOMPARE(mean.add(std::numeric_limits<double>::infinity()),
             std::numeric_limits<double>::infinity());
    QCOMPARE(mean.add(3), 3.0);
  }
};

QTEST_APPLESS_MAIN(TestSmoothing)
#include "tst_smoothing.moc"
