#include <QLocale>
#include <QTest>
#include <cmath>
#include <limits>
#include <random>

#include "ui/charts/value_axis.h"

using namespace ui;

namespace {

QStringList labels(const std::vector<Tick>& ticks) {
  QStringList labels;
  for (const Tick& tick : ticks) labels << tick.label;
  return labels;
}

}  // namespace

class TestAxisScale : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void ticks_data() {
    QTest::addColumn<QStringList>("found");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const std::vector<Tick>& ticks, const char* expected) {
      QTest::newRow(name) << labels(ticks) << QString::fromLatin1(expected);
    };
    row("linear", linearTicks({0, 8592}, 6), "0 2000 4000 6000 8000");
    row("linear with fractions", linearTicks({-0.02, 0.31}, 8),
        "0.00 0.05 0.10 0.15 0.20 0.25 0.30");
    row("linear, empty range", linearTicks({3, 3}, 8), "");
    row("huge", linearTicks({-3e24, 9e25}, 6), "0 2e25 4e25 6e25 8e25");
    row("huge, in halves", linearTicks({0, 2e6}, 5), "0 5e5 1.0e6 1.5e6 2.0e6");
    row("huge decades", logarithmicTicks({-1, 26}, 5), "1 1e6 1e12 1e18 1e24");
    row("decades", logarithmicTicks({-2, 2}, 5), "0.01 0.1 1 10 100");
    row("one decade", logarithmicTicks({0, 1.05}, 6), "1 2 5 10");
    row("many decades", logarithmicTicks({-8, 4}, 5), "1e-6 0.001 1 1000");
    row("many decades, hardly room", logarithmicTicks({2.1, 21.9}, 2), "1e8 1e16");
    row("less than one", logarithmicTicks({std::log10(3.1), std::log10(3.9)}, 5),
        "3.2 3.4 3.6 3.8");
    row("seconds", elapsedTicks({0, 9}, 6), "0:00 0:02 0:04 0:06 0:08");
    row("minutes", elapsedTicks({0, 400}, 5), "0:00 2:00 4:00 6:00");
    row("hours", elapsedTicks({0, 5.3 * 3600}, 4), "0:00 2:00:00 4:00:00");
  }
  void ticks() {
    QFETCH(QStringList, found);
    QTEST(found.join(QLatin1Char(' ')), "expected");
  }

  void noMoreTicksThanAskedFor() {
    for (double width = 1e-3; width < 1e7; width *= 1.37)
      for (int count = 2; count < 12; ++count) {
        QVERIFY(linearTicks({0.37 * width, 1.37 * width}, count).size() <=
                static_cast<std::size_t>(count));
        QVERIFY(elapsedTicks({0.37 * width, 1.37 * width}, count).size() <=
                static_cast<std::size_t>(count));
      }
  }

  void valuesAreWrittenForPeople_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << "0.00";
    QTest::newRow("loss") << 12.0539 << "12.1";
    QTest::newRow("small") << 0.01234 << "0.0123";
    QTest::newRow("large") << 430.26 << "430";
    QTest::newRow("tiny") << 1.234e-9 << "1.23e-9";
    QTest::newRow("million") << 1e6 << "1.00e6";
    QTest::newRow("diverged") << 8.2741490731e25 << "8.27e25";
    QTest::newRow("nan") << std::numeric_limits<double>::quiet_NaN() << "nan";
  }
  void valuesAreWrittenForPeople() {
    QFETCH(double, value);
    QTEST(formatValue(value), "text");
  }

  void outliersDoNotSqueezeTheRest() {
    std::vector<double> losses(500, 3.2);
    losses[0] = 12.05;
    QVERIFY(robustRange(losses).max < 5);
    losses.resize(20);  // too few to call one of them odd
    QCOMPARE(robustRange(losses).max, 12.05);
    QCOMPARE(robustRange({}), (Range{0, 1}));
    QCOMPARE(robustRange(std::vector<double>{0, 0}), (Range{0, 1}));
  }

  void gui04_rangeIgnoresWhatIsNotFinite() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    QCOMPARE(robustRange(std::vector<double>{10, 20, 30, nan, 30, inf, 10}), (Range{0, 30}));
  }

  void gui02_rangeDoesNotTremble() {
    std::mt19937 random(1);
    std::normal_distribution<double> noise(3.2, 0.3);
    SteadyRange steady;
    Range last = steady.follow({0, 3.5});
    int changes = 0;
    for (int refresh = 0; refresh < 1000; ++refresh) {
      double high = 0;
      for (int i = 0; i < 100; ++i) high = std::max(high, noise(random));
      const Range now = steady.follow({0, high});
      changes += now != last;
      QVERIFY(now.contains(high));
      last = now;
    }
    QVERIFY2(changes < 100, qPrintable(QString::number(changes)));
  }

  void zerosOnALogarithmicAxisLieWithinTheRange() {
    ValueAxis axis;
    axis.setLogarithmic(true);
    axis.fit(std::vector<double>{90.6, 1.5625, 0, 0.8});
    for (const double value : {90.6, 0.8, 0.0, -1.0})
      QVERIFY(axis.range().contains(axis.scale().toPlot(value)));
    QVERIFY(axis.scale().lifts(0));
    QVERIFY(!axis.scale().lifts(0.8));
    QVERIFY(axis.scale().toPlot(0) < axis.scale().toPlot(0.8));
  }

  void aLogarithmicAxisOfZerosAloneStaysUsable() {
    ValueAxis axis;
    axis.setLogarithmic(true);
    axis.fit(std::vector<double>{0, 0});
    QVERIFY(axis.range().contains(axis.scale().toPlot(0)));
    QVERIFY(!axis.ticks(5).empty());
  }

  void aVanishingMeanDoesNotStretchTheAxis() {
    ValueAxis axis;
    axis.setLogarithmic(true);
    axis.fit(std::vector<double>{90, 1e-12});
    QVERIFY(axis.range().width() < 6);
  }

  void aDivergedRunLeavesTheRestOnALogarithmicAxis() {
    std::vector<double> losses(500, 3.2);
    losses.insert(losses.end(), 100, 8e25);
    ValueAxis axis;
    axis.setLogarithmic(true);
    axis.fit(losses);
    for (const double value : {3.2, 8e25})
      QVERIFY(!axis.scale().lifts(value) && axis.range().contains(axis.scale().toPlot(value)));
  }

  void percentagesEndAtHundred_data() {
    QTest::addColumn<bool>("logarithmic");
    QTest::newRow("linear") << false;
    QTest::newRow("logarithmic") << true;
  }
  void percentagesEndAtHundred() {
    QFETCH(bool, logarithmic);
    ValueAxis axis;
    axis.setCeiling(100);
    axis.setLogarithmic(logarithmic);
    axis.fit(std::vector<double>{90.6, 100, 1.5625});
    QVERIFY(axis.range().contains(axis.scale().toPlot(100)));
    QVERIFY(!axis.range().contains(axis.scale().toPlot(150)));
    QCOMPARE(axis.ticks(20).back().label, QStringLiteral("100"));
  }

  void fixedAxesIgnoreDataAndLog() {
    ValueAxis axis;
    axis.fix({0, 100});
    axis.setLogarithmic(true);
    axis.fit(std::vector<double>{1e6});
    QVERIFY(!axis.isLogarithmic());
    QCOMPARE(axis.range(), (Range{0, 100}));
  }
};

QTEST_APPLESS_MAIN(TestAxisScale)
#include "tst_axis_scale.moc"
