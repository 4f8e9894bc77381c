#include <QSignalSpy>
#include <QTest>

#include "ink.h"

using ui::Sketch;

namespace {

void draw(Sketch& sketch, const QPolygonF& gesture) {
  sketch.begin(gesture.front());
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

void TestSketch::d01_tinyMovesAddNoPoints() {
  Sketch sketch;
  sketch.begin({100, 100});
  for (int i = 1; i <= 1000; ++i) sketch.extend({100 + 0.01 * i, 100});
  QVERIFY(sketch.strokes()[0].points.size() <= 21);
  QVERIFY(sketch.strokes()[0].points.back().x > 109);
}

QTEST_APPLESS_MAIN(TestSketch)
#include "tst_sketch.moc"
