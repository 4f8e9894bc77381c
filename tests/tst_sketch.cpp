#include <QSignalSpy>
#include <QTest>

#include "ink.h"

using ui::Sketch;

namespace {

void draw(Sketch& sketch, const QPolygonF& gesture, Sketch::Tool tool = Sketch::Tool::Pen) {
  sketch.begin(gesture.front(), tool);
  for (const QPointF& point : gesture) sketch.extend(point);
  sketch.finish();
}

const QPolygonF kOne({{50, 50}, {50, 200}});
const QPolygonF kDash({{20, 100}, {100, 100}});

}  // namespace

class TestSketch : public QObject {
  Q_OBJECT

 private slots:
  void dra07_clipping_data();
  void dra07_clipping();
  void dra01_clearAndReplaceCanBeUndone();
  void d12_undoAndRedo();
  void d12_undoEndsTheGestureUnderWay();
  void d12_aGestureOutsideIsNoStepOfTheHistory();
  void d12_eraser_data();
  void d12_eraser();
  void d12_erasingIsOneStepOfTheHistory();
  void d12_erasingAPicture();
  void d01_tinyMovesAddNoPoints();
};

void TestSketch::dra07_clipping_data() {
  QTest::addColumn<QPolygonF>("gesture");
  QTest::addColumn<Ink>("ink");
  const auto row = [](const char* name, const QPolygonF& gesture, const Ink& ink) {
    QTest::newRow(name) << gesture << ink;
  };
  row("inside", kOne, {kOne});
  row("dot", QPolygonF({{50, 50}}), {QPolygonF({{50, 50}})});
  row("leaves for good", QPolygonF({{100, 140}, {-50, 140}, {-60, 300}}),
      {QPolygonF({{100, 140}, {0, 140}})});
  row("comes back", QPolygonF({{100, 140}, {-50, 140}, {-50, 240}, {50, 240}}),
      {QPolygonF({{100, 140}, {0, 140}}), QPolygonF({{0, 240}, {50, 240}})});
  row("leaves at once and obliquely", QPolygonF({{10, 140}, {-10, 160}}),
      {QPolygonF({{10, 140}, {0, 150}})});
  row("crosses", QPolygonF({{-20, 100}, {300, 100}}), {QPolygonF({{0, 100}, {280, 100}})});
  row("passes by", QPolygonF({{-200, 50}, {100, -50}}), {});
  row("along the left border", QPolygonF({{0, 20}, {0, 140}, {0, 280}}),
      {QPolygonF({{0, 20}, {0, 140}, {0, 280}})});
  row("along the lower border", QPolygonF({{20, 280}, {140, 280}}),
      {QPolygonF({{20, 280}, {140, 280}})});
}

void TestSketch::dra07_clipping() {
  QFETCH(QPolygonF, gesture);
  QFETCH(Ink, ink);
  Sketch sketch;
  draw(sketch, gesture);
  QCOMPARE(inkOf(sketch), ink);
  // However many strokes it left, one gesture is one step of the history.
  sketch.undo();
  QVERIFY(sketch.isEmpty());
}

void TestSketch::dra01_clearAndReplaceCanBeUndone() {
  Sketch sketch;
  draw(sketch, kOne);
  sketch.clear();
  QVERIFY(sketch.isEmpty());
  sketch.clear();  // is no step of the history
  sketch.undo();
  QCOMPARE(inkOf(sketch), Ink{kOne});
  sketch.replace({{{{{1, 2}, {3, 4}}}}, nullptr}, QStringLiteral("Other"));
  QCOMPARE(inkOf(sketch), Ink{QPolygonF({{1, 2}, {3, 4}})});
  sketch.undo();
  QCOMPARE(inkOf(sketch), Ink{kOne});
}

void TestSketch::d12_undoAndRedo() {
  Sketch sketch;
  QSignalSpy spy(&sketch, &Sketch::changed);
  draw(sketch, kOne);
  draw(sketch, kDash);
  sketch.undo();
  QCOMPARE(inkOf(sketch), Ink{kOne});
  sketch.redo();
  QCOMPARE(inkOf(sketch), (Ink{kOne, kDash}));
  sketch.undo();
  spy.clear();
  sketch.undo();
  QVERIFY(sketch.isEmpty());
  QCOMPARE(spy.count(), 1);
  draw(sketch, kDash);
  QVERIFY(!sketch.history().canRedo());
}

void TestSketch::d12_undoEndsTheGestureUnderWay() {
  Sketch sketch;
  draw(sketch, kOne);
  sketch.begin({100, 100});
  sketch.extend({150, 100});
  sketch.undo();
  QCOMPARE(inkOf(sketch), Ink{kOne});
  sketch.extend({200, 100});
  sketch.finish();
  QCOMPARE(inkOf(sketch), Ink{kOne});
  sketch.redo();
  QCOMPARE(inkOf(sketch), (Ink{kOne, QPolygonF({{100, 100}, {150, 100}})}));
}

void TestSketch::d12_aGestureOutsideIsNoStepOfTheHistory() {
  Sketch sketch;
  draw(sketch, QPolygonF({{-20, 100}, {-50, 50}}));
  QVERIFY(!sketch.history().canUndo());
}

void TestSketch::d12_eraser_data() {
  QTest::addColumn<QPolygonF>("gesture");
  QTest::addColumn<Ink>("ink");
  const double reach = Sketch::kEraserReach;
  const auto row = [](const char* name, const QPolygonF& gesture, const Ink& ink) {
    QTest::newRow(name) << gesture << ink;
  };
  // On a line from (50, 50) to (50, 250).
  row("far away", {{{200, 20}, {200, 200}}}, {QPolygonF({{50, 50}, {50, 250}})});
  row("touch", {{{50, 150}}},
      {QPolygonF({{50, 50}, {50, 150 - reach}}), QPolygonF({{50, 150 + reach}, {50, 250}})});
  row("touch beside", QPolygonF({{50 + 0.6 * reach, 150.0}}),
      {QPolygonF({{50, 50}, {50, 150 - 0.8 * reach}}),
       QPolygonF({{50, 150 + 0.8 * reach}, {50, 250}})});
  row("along", {{{50, 100}, {50, 200}}},
      {QPolygonF({{50, 50}, {50, 100 - reach}}), QPolygonF({{50, 200 + reach}, {50, 250}})});
  row("beyond the end", {{{50, 240}, {50, 280}}}, {QPolygonF({{50, 50}, {50, 240 - reach}})});
  row("all, with the pen off the paper", {{{50, -10}, {50, 300}}}, {});
  row("twice", {{{0, 150}, {150, 150}, {150, 100}, {0, 100}}},
      {QPolygonF({{50, 50}, {50, 100 - reach}}), QPolygonF({{50, 150 + reach}, {50, 250}}),
       QPolygonF({{50, 100 + reach}, {50, 150 - reach}})});
}

void TestSketch::d12_eraser() {
  QFETCH(QPolygonF, gesture);
  QFETCH(Ink, ink);
  Sketch sketch;
  draw(sketch, {{{50, 50}, {50, 250}}});
  draw(sketch, gesture, Sketch::Tool::Eraser);
  const auto byHeight = [](const QPolygonF& a, const QPolygonF& b) { return a[0].y() < b[0].y(); };
  Ink left = inkOf(sketch);
  std::ranges::sort(left, byHeight);
  std::ranges::sort(ink, byHeight);
  QCOMPARE(left.size(), ink.size());
  for (qsizetype i = 0; i < ink.size(); ++i)
    for (qsizetype j = 0; j < 2; ++j) QVERIFY(QLineF(left[i][j], ink[i][j]).length() < 1e-9);
}

void TestSketch::d12_erasingIsOneStepOfTheHistory() {
  Sketch sketch;
  draw(sketch, kOne);
  draw(sketch, kDash);
  draw(sketch, {{{250, 250}}}, Sketch::Tool::Eraser);  // meets nothing: no step
  draw(sketch, {{{0, 100}, {50, 100}, {100, 100}, {120, 60}}}, Sketch::Tool::Eraser);
  const Ink rest = inkOf(sketch);
  QCOMPARE(rest.size(), 2);  // of the upright line
  sketch.undo();
  QCOMPARE(inkOf(sketch), (Ink{kOne, kDash}));
  sketch.redo();
  QCOMPARE(inkOf(sketch), rest);
  sketch.undo();
  sketch.undo();
  QCOMPARE(inkOf(sketch), Ink{kOne});
}

void TestSketch::d12_erasingAPicture() {
  auto picture = std::make_shared<ui::PadPicture>();
  picture->pixels.fill(200);
  Sketch sketch;
  sketch.replace({{}, picture}, QStringLiteral("Image"));
  draw(sketch, {{{75, 75}, {75, 205}}}, Sketch::Tool::Eraser);
  const auto& left = sketch.picture()->pixels;
  QCOMPARE(left[10 * 28 + 7], 0);     // under the eraser
  QCOMPARE(left[10 * 28 + 10], 200);  // beside it
  QCOMPARE(left[2 * 28 + 7], 200);    // above it
  sketch.undo();
  QCOMPARE(sketch.picture(), std::shared_ptr<const ui::PadPicture>(picture));
}

void TestSketch::d01_tinyMovesAddNoPoints() {
  Sketch sketch;
  sketch.begin({100, 100});
  for (int i = 1; i <= 1000; ++i) sketch.extend({100 + 0.01 * i, 100});
  QVERIFY(sketch.strokes()[0].points.size() <= 21);
  QVERIFY(sketch.strokes()[0].points.back().x > 109);
}

QTEST_APPLESS_MAIN(TestSketch)
#include "tst_sketch.moc"
