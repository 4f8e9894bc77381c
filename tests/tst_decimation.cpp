#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ui/charts/curve.h"
#include "ui/charts/decimation.h"

using namespace ui;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<double> steps(std::size_t count) {
  std::vector<double> x(count);
  std::iota(x.begin(), x.end(), 0.0);
  return x;
}

std::vector<std::size_t> decimate(const std::vector<double>& x, const std::vector<double>& y,
                                  Range visible, int columns) {
  SeriesSummary summary;
  // In two deliveries, as a series grows.
  summary.update(std::span(y).first(y.size() / 3));
  summary.update(y);
  return ui::decimate(x, y, summary, visible, columns);
}

bool contains(const std::vector<std::size_t>& kept, std::size_t i) {
  return std::ranges::binary_search(kept, i);
}

}  // namespace

class TestDecimation : public QObject {
  Q_OBJECT

 private slots:
  void fewPointsAreAllKept() {
    const std::vector<double> y{5, 1, 4, 2, 3};
    QCOMPARE(decimate(steps(5), y, {0, 4}, 100), (std::vector<std::size_t>{0, 1, 2, 3, 4}));
  }

  void p7_aSpikeShowsAtEveryZoom() {
    constexpr std::size_t kSpike = 54'321;
    std::vector<double> y(100'000, 1.0);
    y[kSpike] = 2;
    for (double halfWidth = 100'000; halfWidth >= 3; halfWidth /= 3)
      for (const double shift : {0.0, 0.4}) {
        const double middle = kSpike + shift * halfWidth;
        const auto kept =
            decimate(steps(y.size()), y, {middle - halfWidth, middle + halfWidth}, 700);
        QVERIFY2(contains(kept, kSpike), qPrintable(QString::number(halfWidth)));
      }
  }

  void p7_firstLastLowestAndHighestOfEachColumnStay() {
    std::vector<double> y(1000);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = std::sin(static_cast<double>(i * i));
    constexpr int kColumns = 10;
    const auto kept = decimate(steps(y.size()), y, {0, 1000}, kColumns);
    QVERIFY(kept.size() <= 4 * kColumns);
    for (auto begin = y.begin(); begin != y.end(); begin += 100) {
      const auto [low, high] = std::minmax_element(begin, begin + 100);
      for (const auto wanted : {begin, low, high, begin + 99})
        QVERIFY(contains(kept, static_cast<std::size_t>(wanted - y.begin())));
    }
  }

  void p7_theSeriesIsCutBeforeItIsBucketed() {
    const auto kept = decimate(steps(1'000'000), steps(1'000'000), {500'000, 500'100}, 700);
    // All of the visible points, and one beyond either end for the line to come from and go to.
    QCOMPARE(kept.size(), std::size_t{103});
    QCOMPARE(kept.front(), std::size_t{499'999});
    QCOMPARE(kept.back(), std::size_t{500'101});
  }

  void gui01_aMillionPointsStayBounded() {
    std::vector<double> y(1'000'000);
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] = i % 17 == 0 ? kNan : std::sin(0.7 * static_cast<double>(i));
    const auto kept = decimate(steps(y.size()), y, {0, 1e6}, 700);
    QVERIFY(kept.size() <= 5 * 700);
    QVERIFY(std::ranges::is_sorted(kept));
    QVERIFY(std::ranges::adjacent_find(kept) == kept.end());
  }

  // The blocks give what looking at every point gives.
  void landmarksOfAnyPiece() {
    std::vector<double> y(5000);
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] =
          i % 37 == 5 || (i > 2000 && i < 2400) ? kNan : std::sin(0.1 * static_cast<double>(i * i));
    SeriesSummary summary;
    for (std::size_t size = 0; size <= y.size(); size += 613)
      summary.update(std::span(y).first(size));
    summary.update(y);
    for (std::size_t begin = 0; begin < y.size(); begin += 97)
      for (const std::size_t length : {0u, 1u, 31u, 32u, 300u, 2100u, 5000u}) {
        const std::size_t end = std::min(begin + length, y.size());
        Landmarks plain;
        std::size_t above = 0;
        for (std::size_t i = begin; i < end; ++i) {
          if (!std::isfinite(y[i])) {
            if (plain.gap == Landmarks::kNone) plain.gap = i;
            continue;
          }
          if (plain.first == Landmarks::kNone) plain = {i, i, i, i, plain.gap};
          if (y[i] < y[plain.low]) plain.low = i;
          if (y[i] > y[plain.high]) plain.high = i;
          plain.last = i;
          above += y[i] > 0.9;
        }
        const Landmarks found = summary.of(y, begin, end);
        QCOMPARE(found.first, plain.first);
        QCOMPARE(found.low, plain.low);
        QCOMPARE(found.high, plain.high);
        QCOMPARE(found.last, plain.last);
        QCOMPARE(found.gap, plain.gap);
        QCOMPARE(summary.countAbove(y, begin, end, 0.9), above);
      }
  }
  void aShorterSeriesIsAnother() {
    SeriesSummary summary;
    summary.update(std::vector<double>(1000, 1.0));
    const std::vector<double> other(500, 7.0);
    summary.update(other);
    QCOMPARE(other[summary.of(other, 0, 500).high], 7.0);
    QCOMPARE(summary.countAbove(other, 0, 500, 5), std::size_t{500});
  }

  void nothingVisibleKeepsTheNeighboursOnly() {
    const std::vector<double> x{0, 100}, y{1, 2};
    QCOMPARE(decimate(x, y, {40, 60}, 100), (std::vector<std::size_t>{0, 1}));
    QVERIFY(decimate({}, {}, {0, 1}, 100).empty());
    QVERIFY(decimate(x, y, {5, 5}, 100).empty());
    QVERIFY(decimate(x, y, {0, 100}, 0).empty());
  }

  void gui04_gapsStayWhereTheyAre() {
    const Curve curve{{}, steps(7), {10, 20, 30, kNan, 30, kInf, 10}};
    const auto kept = decimate(curve.x, curve.y, {0, 6}, 100);
    QCOMPARE(kept.size(), std::size_t{7});
    const Drawing drawing = draw(curve, kept, {}, 0);
    QCOMPARE(drawing.lines, (QList<QList<QPointF>>{{{0, 10}, {1, 20}, {2, 30}}}));
    // The two that stand alone would be invisible as lines.
    QCOMPARE(drawing.markers, (QList<QPointF>{{4, 30}, {6, 10}}));
  }

  void gui04_aGapWithinOneColumnStillPartsTheLine() {
    std::vector<double> y(100, 1.0);
    y[50] = kNan;
    const Curve curve{{}, steps(100), y};
    QCOMPARE(draw(curve, decimate(curve.x, curve.y, {0, 99}, 2), {}, 0).lines.size(), 2);
  }

  void zerosOnALogarithmicScaleAreLiftedNotLost() {
    const Curve curve{{}, steps(4), {10, 0, 1, -3}};
    const ValueScale scale{true, 0.1};
    const Drawing drawing = draw(curve, std::vector<std::size_t>{0, 1, 2, 3}, scale, 0);
    QCOMPARE(drawing.lines, (QList<QList<QPointF>>{{{0, 1}, {1, -1}, {2, 0}, {3, -1}}}));
    QCOMPARE(drawing.lifted, (QList<QPointF>{{1, -1}, {3, -1}}));
  }

  void markersKeepTheirDistance() {
    Curve curve{{.marker = Marker::Dot}, steps(100), steps(100)};
    std::vector<std::size_t> all(100);
    std::iota(all.begin(), all.end(), std::size_t{0});
    QCOMPARE(draw(curve, all, {}, 9).markers.size(), 11 + 1);
  }
};

QTEST_APPLESS_MAIN(TestDecimation)
#include "tst_decimation.moc"
