#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>
#include <cmath>
#include <memory>

#include "draw_panel_stage.h"
#include "ink.h"
#include "sample_weights.h"
#include "ui/panels/draw_pad.h"
#include "ui/panels/import_strip.h"
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
  void dra04_pastedAndDroppedPicturesAreNormalised_data();
  void dra04_pastedAndDroppedPicturesAreNormalised();
  void dra04_theStepsAreShownAndInkAndPaperSwapped();
  void dra01_aPictureWithoutInkIsSaid();
  void copiedPixelsComeBackAsTheyWere();
  void idxFileOnTheClipboardAndOnDisk();

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

void TestPadImages::dra04_pastedAndDroppedPicturesAreNormalised_data() {
  QTest::addColumn<QImage>("image");
  QTest::addColumn<bool>("isDropped");
  // The five kinds of file that DRA-04 names.
  const auto seven = [](QImage::Format format, const QColor& paper, const QColor& ink) {
    QImage image(120, 100, QImage::Format_ARGB32);
    image.fill(paper);
    QPainter painter(&image);
    painter.setPen(QPen(ink, 8));
    painter.drawPolyline(QPolygonF({{35, 20}, {85, 20}, {55, 80}}));
    painter.end();
    return image.convertToFormat(format);
  };
  for (const bool drops : {false, true}) {
    const auto row = [&](const char* name, const QImage& image) {
      QTest::addRow("%s, %s", name, drops ? "dropped" : "pasted") << image << drops;
    };
    row("black on white", seven(QImage::Format_RGB32, Qt::white, Qt::black));
    row("white on black", seven(QImage::Format_RGB32, Qt::black, Qt::white));
    row("transparent", seven(QImage::Format_ARGB32, Qt::transparent, Qt::black));
    row("white on transparent", seven(QImage::Format_ARGB32, Qt::transparent, Qt::white));
    row("16 bits", seven(QImage::Format_Grayscale16, Qt::white, Qt::black));
    row("1 bit", seven(QImage::Format_Mono, Qt::white, Qt::black));
    row("blue on yellow", seven(QImage::Format_RGB32, Qt::yellow, Qt::blue));
  }
}

void TestPadImages::dra04_pastedAndDroppedPicturesAreNormalised() {
  QFETCH(QImage, image);
  QFETCH(bool, isDropped);
  m_stage->session.setWeights(makeWeights(kSeven, 0), 1);
  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("seven.png"));
  if (isDropped) {
    QVERIFY(image.save(file));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&m_stage->panel, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&m_stage->panel, &drop);
  } else {
    QApplication::clipboard()->setImage(image);
    QTest::keyClick(m_stage->find<DrawPad>(), Qt::Key_V, Qt::ControlModifier);
  }
  QTRY_VERIFY(!m_stage->seen().empty());
  QVERIFY(m_stage->says(isDropped ? QStringLiteral("seven.png") : QStringLiteral("Pasted")));
  QCOMPARE(m_stage->find<ProbabilityBars>()->winner(), 7);

  // The same lines as strokes: their thickness, 8 of 60, is within MNIST's range and may stay.
  const auto drawn =
      engine::normalizeStrokes(strokesOf({QPolygonF({{35, 20}, {85, 20}, {55, 80}})}), 120);
  double difference = 0;
  for (int i = 0; i < 784; ++i) difference += std::abs(m_stage->seen()[i] - drawn.pixels[i]);
  QVERIFY2(difference / 784 < 8, qPrintable(QString::number(difference / 784)));
  QTest::keyClick(m_stage->find<DrawPad>(), Qt::Key_Z, Qt::ControlModifier);
  QCoreApplication::processEvents();
  QVERIFY(m_stage->says(QStringLiteral("Nothing drawn")));
}

void TestPadImages::dra04_theStepsAreShownAndInkAndPaperSwapped() {
  auto* strip = m_stage->find<ImportStrip>();
  QVERIFY(!strip->isVisible());
  QImage image(100, 100, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter(&image).fillRect(45, 20, 10, 60, Qt::black);
  QApplication::clipboard()->setImage(image);
  QTest::keyClick(m_stage->find<DrawPad>(), Qt::Key_V, Qt::ControlModifier);
  QTRY_VERIFY(strip->isVisible());
  QVERIFY(m_stage->says(QStringLiteral("Dark ink on light paper")));
  const std::vector<std::uint8_t> before = m_stage->seen();
  QTest::mouseClick(strip->findChild<QToolButton*>(), Qt::LeftButton);
  QTRY_VERIFY(m_stage->says(QStringLiteral("Light ink on dark paper")));
  QVERIFY(m_stage->seen() != before);
  m_stage->panel.showImage(before, QStringLiteral("Image"));
  QTRY_VERIFY(!strip->isVisible());
}

void TestPadImages::dra01_aPictureWithoutInkIsSaid() {
  m_stage->draw(strokesOf(kDigit));
  QSignalSpy failures(&m_stage->panel, &DrawPanel::failed);
  QImage blank(80, 80, QImage::Format_RGB32);
  blank.fill(Qt::lightGray);
  QApplication::clipboard()->setImage(blank);
  QTest::keyClick(m_stage->find<DrawPad>(), Qt::Key_V, Qt::ControlModifier);
  QTRY_COMPARE(failures.count(), 1);
  QVERIFY(failures[0][0].toString().contains(QStringLiteral("No ink")));
  QVERIFY(!m_stage->panel.strokes().empty());  // what was drawn is still there

  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("broken.png"));
  QFile broken(file);
  QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("no picture") > 0);
  broken.close();
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(file)});
  QDragEnterEvent enter({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(&m_stage->panel, &enter);
  QDropEvent drop({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(&m_stage->panel, &drop);
  QTRY_COMPARE(failures.count(), 2);
  QVERIFY(failures[1][0].toString().contains(QStringLiteral("broken.png")));
}

void TestPadImages::copiedPixelsComeBackAsTheyWere() {
  m_stage->draw(strokesOf(kDigit));
  const std::vector<std::uint8_t> pixels = m_stage->seen();
  m_stage->find<DigitView>()->copy();
  QTest::keyClick(m_stage->find<DrawPad>(), Qt::Key_Delete);
  QTRY_VERIFY(m_stage->seen().empty());
  QTest::keyClick(m_stage->find<DrawPad>(), Qt::Key_V, Qt::ControlModifier);
  QTRY_VERIFY(m_stage->seen() == pixels);
  QTRY_VERIFY(m_stage->says(QStringLiteral("taken as it is")));
}

void TestPadImages::idxFileOnTheClipboardAndOnDisk() {
  m_stage->draw(strokesOf(kDigit));
  const std::vector<std::uint8_t> pixels = m_stage->seen();
  const QByteArray expected =
      QByteArray::fromHex("00000803000000010000001c0000001c") +
      QByteArray(reinterpret_cast<const char*>(pixels.data()), std::ssize(pixels));
  auto* view = m_stage->find<DigitView>();
  view->actions()[1]->trigger();
  const QMimeData* data = QApplication::clipboard()->mimeData();
  QCOMPARE(data->data(QStringLiteral("application/x-idx")), expected);
  QFile copied(data->urls().constFirst().toLocalFile());
  QVERIFY(copied.open(QIODevice::ReadOnly));
  QCOMPARE(copied.readAll(), expected);

  const QTemporaryDir folder;
  view->save(folder.filePath(QStringLiteral("digit.idx")));
  QFile saved(folder.filePath(QStringLiteral("digit.idx")));
  QVERIFY(saved.open(QIODevice::ReadOnly));
  QCOMPARE(saved.readAll(), expected);
  view->save(folder.filePath(QStringLiteral("digit.png")));
  const QImage png(folder.filePath(QStringLiteral("digit.png")));
  QCOMPARE(png.convertToFormat(QImage::Format_Grayscale8), view->image());
}

QTEST_MAIN(TestPadImages)
#include "tst_pad_images.moc"
