#include <QTest>
#include <memory>

#include "draw_panel_stage.h"
#include "ink.h"
#include "sample_weights.h"
#include "ui/panels/draw_pad.h"
#include "ui/panels/probability_bars.h"

using namespace ui;

namespace {

const Ink kDigit{QPolygonF({{100, 100}, {180, 100}, {130, 190}})};

}  // namespace

/// Images of a data set and pictures from elsewhere on the pad.
class TestPadImages : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { m_stage.reset(); }

  void imageIsShownAndClassifiedAsItIs();
  void imageCanBeDrawnOverAndUndone();

 private:
  std::unique_ptr<DrawPanelStage> m_stage;
};

void TestPadImages::init() {
  m_stage = std::make_unique<DrawPanelStage>();
  QVERIFY(m_stage->isReady);
}

void TestPadImages::imageIsShownAndClassifiedAsItIs() {
  const auto weights = makeWeights({}, 0.15F);
  m_stage->session.setWeights(weights, 1);
  // Neither centred nor of one part: what the normaliser would change and the verdict complain of.
  std::vector<std::uint8_t> pixels(784);
  for (int y = 0; y < 20; ++y) pixels[y * 28] = pixels[y * 28 + 9] = static_cast<uint8_t>(9 * y);
  m_stage->panel.showImage(pixels, QStringLiteral("Test image 247, label 4"));
  QCoreApplication::processEvents();
  QVERIFY(m_stage->seen() == pixels);
  QVERIFY(m_stage->says(QStringLiteral("Test image 247, label 4")));
  QVERIFY(!m_stage->says(QStringLiteral("shapes")));
  QVERIFY(m_stage->find<ProbabilityBars>()->probabilities() ==
          engine::Classifier(*weights).classify(pixels));
  // The pad shows each pixel as a square of ten units.
  const QImage image = m_stage->find<DrawPad>()->grab().toImage();
  const QRectF paper = m_stage->find<DrawPad>()->paper();
  const double ratio = image.devicePixelRatio() * paper.width() / 28;
  const auto shade = [&](int x, int y) {
    return image.pixelColor(
        (paper.topLeft() * image.devicePixelRatio() + QPointF(x + 0.5, y + 0.5) * ratio).toPoint());
  };
  QCOMPARE(shade(5, 5), m_stage->panel.palette().color(QPalette::Base));
  QVERIFY(shade(9, 19) != shade(9, 10));
  QVERIFY(shade(9, 10) != shade(5, 10));
}

void TestPadImages::imageCanBeDrawnOverAndUndone() {
  m_stage->draw(strokesOf(kDigit));
  const std::vector<std::uint8_t> drawing = m_stage->seen();
  std::vector<std::uint8_t> pixels(784);
  pixels[27] = 200;
  m_stage->panel.showImage(pixels, QStringLiteral("Image"));
  QCoreApplication::processEvents();
  auto* pad = m_stage->find<DrawPad>();
  const QPoint middle = pad->rect().center();
  QTest::mouseClick(pad, Qt::LeftButton, {}, middle);
  QCoreApplication::processEvents();
  QCOMPARE(m_stage->seen()[27], 200);
  QVERIFY(m_stage->seen()[14 * 28 + 14] > 128);
  QTest::keyClick(pad, Qt::Key_Z, Qt::ControlModifier);
  QCoreApplication::processEvents();
  QVERIFY(m_stage->seen() == pixels);
  QTest::keyClick(pad, Qt::Key_Z, Qt::ControlModifier);
  QCoreApplication::processEvents();
  QVERIFY(m_stage->seen() == drawing);
  QTest::keyClick(pad, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  QTest::keyClick(pad, Qt::Key_Delete);
  QCoreApplication::processEvents();
  QVERIFY(m_stage->says(QStringLiteral("Nothing drawn")));
}

QTEST_MAIN(TestPadImages)
#include "tst_pad_images.moc"
