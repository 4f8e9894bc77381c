#include <QApplication>
#include <QGraphicsObject>
#include <QGraphicsScene>
#include <QProcess>
#include <QSet>
#include <QTest>
#include <cmath>
#include <iostream>
#include <limits>

#include "ui/charts/plot.h"
#include "ui/theme.h"

using namespace ui;

namespace {

constexpr Range kX{0, 6}, kY{0, 40};

Drawing line(std::initializer_list<QPointF> points) {
  return {{QList<QPointF>(points)}, {}, {}};
}

/// A plot with one thick blue line, and nothing else of that colour.
struct Stage {
  Plot plot;
  int curve;

  explicit Stage(const CurveStyle& style = {.color = 0, .width = 3}) : curve(plot.addCurve(style)) {
    plot.resize(400, 200);
    plot.setXAxis(kX, linearTicks(kX, 7));
    plot.setYAxis(Side::Left, kY, linearTicks(kY, 5));
    plot.show();
    plot.clearFocus();
  }

  QImage picture() { return plot.grab().toImage(); }

  QColor colorAt(const QImage& image, QPointF plotPoint) {
    const QPointF at = plot.toPosition(plotPoint) * image.devicePixelRatio();
    return image.pixelColor(at.toPoint());
  }

  QSet<QGraphicsObject*> items() {
    QSet<QGraphicsObject*> objects;
    for (QGraphicsItem* item : plot.findChild<QGraphicsScene*>()->items())
      if (QGraphicsObject* object = item->toGraphicsObject()) objects.insert(object);
    return objects;
  }
};

/// But for smoothed edges.
bool alike(const QColor& a, const QColor& b) {
  return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
             std::abs(a.blue() - b.blue()) <
         24;
}

/// Logical rectangle of all pixels of nearly that colour.
QRectF bounds(const QImage& image, const QColor& color) {
  QRect found;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      if (alike(image.pixelColor(x, y), color)) found |= QRect(x, y, 1, 1);
    }
  const double scale = image.devicePixelRatio();
  return {QPointF(found.topLeft()) / scale, QSizeF(found.size()) / scale};
}

/// What the process started by gui07 prints.
int measureLine() {
  applyTheme(Theme::Light);
  Stage stage;
  stage.plot.setCurve(stage.curve, line({{1, 10}, {5, 30}}));
  const QImage image = stage.picture();
  const QRectF box = bounds(image, seriesColor(0, false));
  std::cout << box.left() << ' ' << box.top() << ' ' << box.right() << ' ' << box.bottom() << ' '
            << image.width() << ' ' << image.height() << std::endl;
  return 0;
}

}  // namespace

class TestPlot : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { applyTheme(Theme::Light); }

  void gui04_gapsAreNotBridged() {
    Stage stage;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    const Curve curve{{}, {0, 1, 2, 3, 4, 5, 6}, {10, 20, 30, nan, 30, inf, 10}};
    const std::vector<std::size_t> all{0, 1, 2, 3, 4, 5, 6};
    stage.plot.setCurve(stage.curve, draw(curve, all, {}, 0));
    const QImage image = stage.picture();
    const QColor blue = seriesColor(0, false);
    QVERIFY(alike(stage.colorAt(image, {1.5, 25}), blue));
    QVERIFY(alike(stage.colorAt(image, {4, 30}), blue));  // alone, but not lost
    QVERIFY(!alike(stage.colorAt(image, {3, 30}), blue));
    QVERIFY(!alike(stage.colorAt(image, {5, 20}), blue));
    // Without gaps again, no piece of before is left over.
    stage.plot.setCurve(stage.curve, line({{0, 5}, {6, 5}}));
    const QRectF box = bounds(stage.picture(), blue);
    QVERIFY(box.height() < 5);
    QVERIFY(box.width() > 0.98 * stage.plot.area().width());
  }

  void zerosOnALogarithmicAxisStayVisible() {
    Stage stage;
    const ValueScale scale{true, 0.1};
    const Curve curve{{}, {0, 2, 4, 6}, {10, 0, 0, 1}};
    stage.plot.setYAxis(Side::Left, {-1.2, 1.2}, logarithmicTicks({-1.2, 1.2}, 5));
    stage.plot.setCurve(stage.curve, draw(curve, std::vector<std::size_t>{0, 1, 2, 3}, scale, 0));
    const QImage image = stage.picture();
    const QColor blue = seriesColor(0, false);
    QVERIFY(alike(stage.colorAt(image, {3, -1}), blue));   // the line goes on along the floor
    QVERIFY(!alike(stage.colorAt(image, {2, -1}), blue));  // a hollow marker
    QVERIFY(bounds(image, blue).height() > 0.7 * stage.plot.area().height());
  }

  void gui02_tenThousandRefreshesKeepTheSameItems() {
    Stage stage;
    stage.plot.setCurve(stage.curve, line({{0, 1}, {6, 2}}));
    stage.picture();
    const QSet<QGraphicsObject*> before = stage.items();
    QVERIFY(!before.isEmpty());
    for (int i = 0; i < 10'000; ++i)
      stage.plot.setCurve(stage.curve, line({{0, 1}, {3, 10 + std::sin(i)}, {6, 2}}));
    stage.picture();
    QCOMPARE(stage.items(), before);
  }

  void gui06_hundredThemeChangesWhileDataArrive() {
    Stage stage;
    const QSet<QGraphicsObject*> before = stage.items();
    for (int i = 0; i < 100; ++i) {
      const bool dark = i % 2 == 0;
      applyTheme(dark ? Theme::Dark : Theme::Light);
      QCoreApplication::processEvents();
      const double level = 10 + i % 20;
      stage.plot.setCurve(stage.curve, line({{0, level}, {6, level}}));
      const QImage image = stage.picture();
      QCOMPARE(stage.colorAt(image, {3.5, level}), seriesColor(0, dark));
      QCOMPARE(stage.colorAt(image, {3.5, level + 4.5}).rgb(),
               QApplication::palette().color(QPalette::Base).rgb());
    }
    QCOMPARE(stage.items(), before);
    applyTheme(Theme::Light);
  }

  void gui07_sameLineAtEveryScale_data() {
    QTest::addColumn<double>("factor");
    for (const double factor : {1.0, 1.5, 2.0})
      QTest::newRow(qPrintable(QString::number(factor))) << factor;
  }
  void gui07_sameLineAtEveryScale() {
    QFETCH(double, factor);
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QString::number(factor));
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--measure-line")});
    QVERIFY(process.waitForFinished());
    QList<double> found;
    for (const QByteArray& number : process.readAllStandardOutput().simplified().split(' '))
      found << number.toDouble();
    QCOMPARE(found.size(), 6);

    Stage stage;
    const QPointF from = stage.plot.toPosition({1, 10}), to = stage.plot.toPosition({5, 30});
    const double expected[] = {from.x(), to.y(), to.x(), from.y()};
    for (int i = 0; i < 4; ++i)
      QVERIFY2(std::abs(found[i] - expected[i]) <= 2, qPrintable(QString::number(found[i])));
    QCOMPARE(found[4], 400 * factor);
    QCOMPARE(found[5], 200 * factor);
  }

  void gui04_valuesFarOutsideDoNotChangeTheRest() {
    Stage stage({.color = 0, .width = 3});
    const auto pictureWith = [&](QPointF end) {
      stage.plot.setCurve(stage.curve, line({{0, 30}, {1, 10}, {4, 10}, end}));
      return stage.picture().copy(0, 0, stage.plot.toPosition({3.9, 0}).toPoint().x(), 200);
    };
    const QImage expected = pictureWith({4, 100});
    for (const double end : {1e4, 1e15, 8e25, 1e300}) QCOMPARE(pictureWith({4, end}), expected);
    QVERIFY(alike(stage.colorAt(stage.picture(), {4, 38}), seriesColor(0, false)));
  }

  void shrunkPlotLooksLikeASmallOne_data() {
    QTest::addColumn<QSize>("before");
    QTest::newRow("shrunk") << QSize(900, 500);
    QTest::newRow("grown") << QSize(200, 100);
    QTest::newRow("lower") << QSize(400, 300);
  }
  void shrunkPlotLooksLikeASmallOne() {
    QFETCH(QSize, before);
    Stage small, resized;
    for (Stage* stage : {&small, &resized})
      stage->plot.setYAxis(Side::Right, kY, {{20, QStringLiteral("20")}});
    resized.plot.resize(before);
    resized.picture();
    resized.plot.resize(small.plot.size());
    QCOMPARE(resized.picture(), small.picture());
  }

  void focusShowsWhereTheKeyboardChoseIt() {
    Stage stage;
    const QImage plain = stage.picture();
    stage.plot.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&stage.plot));
    stage.plot.setFocus(Qt::MouseFocusReason);
    QCOMPARE(stage.picture(), plain);
    stage.plot.clearFocus();
    stage.plot.setFocus(Qt::TabFocusReason);
    QVERIFY(stage.picture() != plain);
  }

  void positionsAndValuesAreInverse() {
    Stage stage;
    const QPointF value(2.5, 17);
    const QPointF back = stage.plot.toPlot(stage.plot.toPosition(value));
    QVERIFY(std::abs(back.x() - 2.5) < 1e-9 && std::abs(back.y() - 17) < 1e-9);
  }

  void curvesLieWhereTheAreaSays() {
    Stage stage;
    stage.plot.setCurve(stage.curve, line({{3, 20}, {3, 40}}));
    const QRectF box = bounds(stage.picture(), seriesColor(0, false));
    QVERIFY(std::abs(box.center().x() - stage.plot.toPosition({3, 0}).x()) < 1);
    QVERIFY(std::abs(box.bottom() - stage.plot.toPosition({3, 20}).y()) < 2);
  }

  void crosshairDoesNotDrawTheCurvesAnew() {
    Stage stage;
    stage.plot.setCurve(stage.curve, line({{0, 20}, {6, 20}}));
    const QImage before = stage.picture();
    stage.plot.setCrosshair(Crosshair{3, {{{3, 20}, {}}}, QStringLiteral("step 3")});
    QVERIFY(stage.picture() != before);
    stage.plot.setCrosshair(std::nullopt);
    QCOMPARE(stage.picture(), before);
  }

  void bandsLieBehindTheCurves() {
    Stage stage;
    stage.plot.setCurve(stage.curve, line({{0, 20}, {6, 20}}));
    stage.plot.setBands({{{1, 2.5}, Band::Kind::Throttled, {}}});
    const QImage image = stage.picture();
    QVERIFY(stage.colorAt(image, {1.7, 33}) != stage.colorAt(image, {3.5, 33}));
    QCOMPARE(stage.colorAt(image, {1.7, 20}), seriesColor(0, false));
  }
};

int main(int argc, char* argv[]) {
  QApplication application(argc, argv);
  if (application.arguments().contains(QStringLiteral("--measure-line"))) return measureLine();
  TestPlot test;
  return QTest::qExec(&test, argc, argv);
}

#include "tst_plot.moc"
