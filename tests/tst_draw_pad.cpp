#include <QAccessible>
#include <QAction>
#include <QPointingDevice>
#include <QScrollArea>
#include <QScrollBar>
#include <QScroller>
#include <QSignalSpy>
#include <QTabletEvent>
#include <QTest>
#include <memory>

#include "ink.h"
#include "ui/panels/draw_pad.h"

using ui::DrawPad;
using ui::Sketch;

/// Drives the pad as people do; 280x280, so that widget and paper coordinates are the same.
class TestDrawPad : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { m_pad.reset(); }

  void d01_aFastDiagonalHasNoGaps();
  void dra01_clearCanBeUndone();
  void dra07_outsideThePaperIsNoInk();
  void dra07_resizeDuringAStroke();
  void dra07_focusLossEndsTheStroke();
  void dra07_aLostReleaseEndsTheStroke();
  void dra09_aClickIsADot();
  void dra09_aDoubleClickIsTwoDots();
  void dra09_aTapOfThePenIsADot();
  void dra10_penWithItsMouseTwin();
  void d13_pressureIsThickness();
  void d12_theOtherEndOfThePenErases();
  void d12_eraserByMouseAndKeyboard();
  void dra13_aVerticalDragDoesNotScroll();
  void dra13_secondFingerIsIgnored();
  void k09_keyboardDraws();
  void k09_keysOfThePadWinOverShortcuts();
  void k09_accessible();

 private:
  Ink ink() const { return inkOf(m_pad->sketch()); }
  QColor inkColor() const { return m_pad->palette().color(QPalette::Text); }
  void drag(const QList<QPoint>& points);
  void pen(QEvent::Type type, QPointF point, Qt::MouseButtons buttons, double pressure = 0.5,
           QPointingDevice::PointerType end = QPointingDevice::PointerType::Pen);

  std::unique_ptr<DrawPad> m_pad;
  std::unique_ptr<QPointingDevice> m_finger{QTest::createTouchDevice()};
};

void TestDrawPad::init() {
  m_pad = std::make_unique<DrawPad>();
  m_pad->resize(280, 280);
  m_pad->show();
  m_pad->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(m_pad.get()));
}

void TestDrawPad::drag(const QList<QPoint>& points) {
  QTest::mousePress(m_pad.get(), Qt::LeftButton, {}, points.front());
  for (const QPoint& point : points) QTest::mouseMove(m_pad.get(), point);
  QTest::mouseRelease(m_pad.get(), Qt::LeftButton, {}, points.back());
}

void TestDrawPad::pen(QEvent::Type type, QPointF point, Qt::MouseButtons buttons, double pressure,
                      QPointingDevice::PointerType end) {
  const QPointingDevice stylus(
      QStringLiteral("pen"), 1, QInputDevice::DeviceType::Stylus, end,
      QInputDevice::Capability::Position | QInputDevice::Capability::Pressure, 1, 1);
  const auto button = type == QEvent::TabletMove ? Qt::NoButton : Qt::LeftButton;
  QTabletEvent event(type, &stylus, point, m_pad->mapToGlobal(point), pressure, 0, 0, 0, 0, 0, {},
                     button, buttons);
  QApplication::sendEvent(m_pad.get(), &event);
  QVERIFY(event.isAccepted());
}

void TestDrawPad::d01_aFastDiagonalHasNoGaps() {
  drag({{20, 20}, {260, 260}});
  const QImage image = m_pad->grab().toImage();
  const double scale = image.width() / Sketch::kSide;
  for (int place = 20; place <= 260; ++place)
    QCOMPARE(image.pixelColor((QPointF(place, place) * scale).toPoint()), inkColor());
}

void TestDrawPad::dra01_clearCanBeUndone() {
  drag({{50, 50}, {50, 200}});
  const Ink before = ink();
  QTest::keyClick(m_pad.get(), Qt::Key_Delete);
  QVERIFY(ink().isEmpty());
  m_pad->sketch().undo();
  QCOMPARE(ink(), before);
  QTest::keyClick(m_pad.get(), Qt::Key_Escape);
  QVERIFY(ink().isEmpty());
}

void TestDrawPad::dra07_outsideThePaperIsNoInk() {
  drag({{100, 140}, {-50, 140}, {-50, 240}, {50, 240}, {400, 240}});
  QCOMPARE(ink(),
           (Ink{QPolygonF({{100, 140}, {0, 140}}), QPolygonF({{0, 240}, {50, 240}, {280, 240}})}));
}

void TestDrawPad::dra07_resizeDuringAStroke() {
  QTest::mousePress(m_pad.get(), Qt::LeftButton, {}, {70, 70});
  QTest::mouseMove(m_pad.get(), {140, 70});
  const Ink before = ink();
  m_pad->resize(560, 700);  // paper: 560x560, 70 from above
  QCOMPARE(ink(), before);
  QTest::mouseMove(m_pad.get(), {420, 70 + 140});
  QTest::mouseRelease(m_pad.get(), Qt::LeftButton, {}, {420, 70 + 140});
  QCOMPARE(ink().last().last(), QPointF(210, 70));
}

void TestDrawPad::dra07_focusLossEndsTheStroke() {
  QTest::mousePress(m_pad.get(), Qt::LeftButton, {}, {70, 70});
  QTest::mouseMove(m_pad.get(), {140, 70});
  m_pad->clearFocus();
  QVERIFY(!m_pad->sketch().isUnderWay());
  QTest::mouseMove(m_pad.get(), {210, 200});
  QTest::mouseRelease(m_pad.get(), Qt::LeftButton, {}, {210, 200});
  QCOMPARE(ink().last().last(), QPointF(140, 70));
}

void TestDrawPad::dra07_aLostReleaseEndsTheStroke() {
  QTest::mousePress(m_pad.get(), Qt::LeftButton, {}, {70, 70});
  QMouseEvent hover(QEvent::MouseMove, QPointF(200, 200), m_pad->mapToGlobal(QPointF(200, 200)),
                    Qt::NoButton, Qt::NoButton, {});
  QApplication::sendEvent(m_pad.get(), &hover);
  QVERIFY(!m_pad->sketch().isUnderWay());
  QCOMPARE(ink().last().last(), QPointF(70, 70));
  QTest::mouseRelease(m_pad.get(), Qt::LeftButton, {}, {200, 200});
}

void TestDrawPad::dra09_aClickIsADot() {
  QTest::mouseClick(m_pad.get(), Qt::LeftButton, {}, {140, 140});
  QCOMPARE(ink().size(), 1);
  QCOMPARE(ink()[0].size(), 1);
  const QImage image = m_pad->grab().toImage();
  QCOMPARE(image.pixelColor(image.rect().center()), inkColor());
}

void TestDrawPad::dra09_aDoubleClickIsTwoDots() {
  QTest::mouseClick(m_pad.get(), Qt::LeftButton, {}, {140, 140});
  QTest::mouseDClick(m_pad.get(), Qt::LeftButton, {}, {140, 140});
  QTest::mouseRelease(m_pad.get(), Qt::LeftButton, {}, {140, 140});
  QCOMPARE(ink().size(), 2);
}

void TestDrawPad::dra09_aTapOfThePenIsADot() {
  pen(QEvent::TabletPress, {60, 60}, Qt::LeftButton);
  pen(QEvent::TabletRelease, {60, 60}, Qt::NoButton);
  QCOMPARE(ink().size(), 1);
}

void TestDrawPad::dra10_penWithItsMouseTwin() {
  pen(QEvent::TabletMove, {10, 10}, Qt::NoButton);  // hovers
  QVERIFY(ink().isEmpty());
  pen(QEvent::TabletPress, {40, 40}, Qt::LeftButton);
  QTest::mousePress(m_pad.get(), Qt::LeftButton, {}, {40, 40});
  for (int i = 1; i <= 20; ++i) {
    pen(QEvent::TabletMove, {40.0 + 5 * i, 40.5 + 5 * i}, Qt::LeftButton);
    QTest::mouseMove(m_pad.get(), {40 + 5 * i, 41 + 5 * i});
  }
  pen(QEvent::TabletRelease, {140, 140.5}, Qt::NoButton);
  QTest::mouseRelease(m_pad.get(), Qt::LeftButton, {}, {140, 141});
  QCOMPARE(ink().size(), 1);
  QCOMPARE(ink()[0].size(), 21);
  QCOMPARE(ink().last().last(), QPointF(140, 140.5));
}

void TestDrawPad::d13_pressureIsThickness() {
  pen(QEvent::TabletPress, {40, 140}, Qt::LeftButton, 0);
  pen(QEvent::TabletMove, {140, 140}, Qt::LeftButton, 0.5);
  pen(QEvent::TabletMove, {240, 140}, Qt::LeftButton, 1);
  pen(QEvent::TabletRelease, {240, 140}, Qt::NoButton, 0);
  QCOMPARE(ink().size(), 1);
  const auto& points = m_pad->sketch().strokes()[0].points;
  QCOMPARE(points.size(), 3U);
  QCOMPARE(points[0].width, 0.5);
  QCOMPARE(points[1].width, 1.0);
  QCOMPARE(points[2].width, 1.5);

  // It shows: ink across the line, in the first and in the last third.
  const QImage image = m_pad->grab().toImage();
  const auto thickness = [&](int x) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y) count += image.pixelColor(x, y) == inkColor();
    return count;
  };
  QVERIFY(thickness(image.width() / 4) + 4 < thickness(image.width() * 3 / 4));
  drag({{20, 20}, {60, 20}});
  QCOMPARE(m_pad->sketch().strokes()[1].points[1].width, 1.0);
}

void TestDrawPad::d12_theOtherEndOfThePenErases() {
  drag({{20, 140}, {260, 140}});
  const auto eraser = QPointingDevice::PointerType::Eraser;
  pen(QEvent::TabletPress, {140, 60}, Qt::LeftButton, 0.5, eraser);
  pen(QEvent::TabletMove, {140, 220}, Qt::LeftButton, 0.5, eraser);
  pen(QEvent::TabletRelease, {140, 220}, Qt::NoButton, 0.5, eraser);
  QCOMPARE(ink()[0], QPolygonF({{20, 140}, {140 - Sketch::kEraserReach, 140}}));
  QCOMPARE(ink()[1], QPolygonF({{140 + Sketch::kEraserReach, 140}, {260, 140}}));
  drag({{20, 20}, {60, 20}});  // the mouse still draws
  QCOMPARE(ink().size(), 3);
}

void TestDrawPad::d12_eraserByMouseAndKeyboard() {
  drag({{20, 140}, {260, 140}});
  m_pad->setTool(Sketch::Tool::Eraser);
  drag({{20, 100}, {20, 180}});
  QCOMPARE(ink(), Ink{QPolygonF({{20 + Sketch::kEraserReach, 140}, {260, 140}})});
  QTest::keyClick(m_pad.get(), Qt::Key_Space);  // the pen is in the middle
  QTest::keyClick(m_pad.get(), Qt::Key_Space);
  QCOMPARE(ink().size(), 2);
  m_pad->sketch().undo();
  m_pad->sketch().undo();
  QCOMPARE(ink(), Ink{QPolygonF({{20, 140}, {260, 140}})});
}

void TestDrawPad::dra13_aVerticalDragDoesNotScroll() {
  QScrollArea area;
  area.resize(300, 200);
  auto* pad = new DrawPad;
  pad->setFixedSize(280, 280);
  area.setWidget(pad);
  QScroller::grabGesture(area.viewport(), QScroller::TouchGesture);
  area.show();
  QVERIFY(QTest::qWaitForWindowExposed(&area));
  QVERIFY(area.verticalScrollBar()->maximum() > 0);

  QTest::touchEvent(pad, m_finger.get()).press(0, {100, 180});
  for (int y = 170; y >= 20; y -= 10) {
    QTest::touchEvent(pad, m_finger.get()).move(0, {100, y});
    QTest::qWait(5);
  }
  QTest::touchEvent(pad, m_finger.get()).release(0, {100, 20});
  QCOMPARE(area.verticalScrollBar()->value(), 0);
  QCOMPARE(inkOf(pad->sketch()).size(), 1);
  QCOMPARE(inkOf(pad->sketch())[0].size(), 17);
  QCOMPARE(inkOf(pad->sketch())[0].last(), QPointF(100, 20));
}

void TestDrawPad::dra13_secondFingerIsIgnored() {
  DrawPad* pad = m_pad.get();
  QTest::touchEvent(pad, m_finger.get()).press(0, {50, 50});
  QTest::touchEvent(pad, m_finger.get()).stationary(0).press(1, {250, 250});
  QTest::touchEvent(pad, m_finger.get()).move(0, {50, 100}).move(1, {200, 250});
  QTest::touchEvent(pad, m_finger.get()).release(0, {50, 150}).move(1, {150, 250});
  QTest::touchEvent(pad, m_finger.get()).move(1, {100, 250});
  QTest::touchEvent(pad, m_finger.get()).release(1, {100, 250});
  QCOMPARE(ink().size(), 1);
  QCOMPARE(ink()[0].boundingRect().width(), 0);
  QCOMPARE(ink().last().last(), QPointF(50, 150));
}

void TestDrawPad::k09_keyboardDraws() {
  QTest::keyClick(m_pad.get(), Qt::Key_Left);
  QVERIFY(ink().isEmpty());
  QTest::keyClick(m_pad.get(), Qt::Key_Space);
  for (int i = 0; i < 10; ++i) QTest::keyClick(m_pad.get(), Qt::Key_Down);
  QTest::keyClick(m_pad.get(), Qt::Key_PageUp);
  QTest::keyClick(m_pad.get(), Qt::Key_Space);
  QTest::keyClick(m_pad.get(), Qt::Key_Right);
  QCOMPARE(ink().size(), 1);
  QCOMPARE(ink()[0].size(), 12);
  QCOMPARE(ink().last().last(), QPointF(140, 140 + 9 * 7));
  for (int i = 0; i < 50; ++i) QTest::keyClick(m_pad.get(), Qt::Key_Right, Qt::ShiftModifier);
  QTest::keyClick(m_pad.get(), Qt::Key_Space);
  for (int i = 0; i < 50; ++i) QTest::keyClick(m_pad.get(), Qt::Key_Right);
  QCOMPARE(ink().last().last().x(), Sketch::kSide);
}

void TestDrawPad::k09_keysOfThePadWinOverShortcuts() {
  QAction pause(m_pad.get());
  pause.setShortcut(Qt::Key_Space);
  m_pad->addAction(&pause);
  QSignalSpy spy(&pause, &QAction::triggered);
  QTest::keyClick(m_pad.get(), Qt::Key_Space);
  QCOMPARE(spy.count(), 0);
  QCOMPARE(ink().size(), 1);
}

void TestDrawPad::k09_accessible() {
  QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(m_pad.get());
  QVERIFY(interface);
  QCOMPARE(interface->role(), QAccessible::Canvas);
  QVERIFY(!interface->text(QAccessible::Name).isEmpty());
  QVERIFY(!interface->text(QAccessible::Description).isEmpty());
  const QString empty = interface->text(QAccessible::Value);
  drag({{50, 50}, {50, 200}});
  QVERIFY(interface->text(QAccessible::Value) != empty);
  QTest::keyClick(m_pad.get(), Qt::Key_Right);
  QVERIFY(interface->text(QAccessible::Value).contains(QStringLiteral("53")));  // 147 of 280
}

QTEST_MAIN(TestDrawPad)
#include "tst_draw_pad.moc"
