#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <memory>

#include "engine/data/digit_normalizer.h"
#include "ink.h"
#include "sample_weights.h"
#include "ui/panels/digit_view.h"
#include "ui/panels/draw_pad.h"
#include "ui/panels/draw_panel.h"
#include "ui/panels/probability_bars.h"
#include "ui/run/training_session.h"

using namespace ui;

namespace {

const Ink kDigit{QPolygonF({{100, 100}, {180, 100}, {130, 190}})};

}  // namespace

class TestDrawPanel : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();

  void dra01_nothingDrawnMeansNoAnswer();
  void dra02_dra08_placeAndSizeDoNotMatter();
  void dra09_aDotIsTooLittleInk();
  void dra12_doubtHasNoWinner();
  void m1_overflowedWeightsGiveNoAnswer();
  void d06_numbersAreTheClassifiers();
  void d07_rawShowsTheDrawingAsItLies();
  void d08_liveWhileDrawing();
  void d12_undoRedoAndClearByButtonAndKey();
  void d14_untrainedThenWeightsFromStep();
  void d14_hiddenOrEmptyItAsksForNothing();
  void copyPicture();
  void imageIsShownAndClassifiedAsItIs();
  void imageCanBeDrawnOverAndUndone();
  void k09_everyControlHasANameAndAValue();

 private:
  template <typename Widget>
  Widget* find() const {
    return m_panel->findChild<Widget*>();
  }
  bool says(const QString& text) const;
  void draw(const Strokes& strokes);
  std::vector<std::uint8_t> seen() const;

  std::unique_ptr<TrainingSession> m_session;
  std::unique_ptr<DrawPanel> m_panel;
};

void TestDrawPanel::init() {
  m_session = std::make_unique<TrainingSession>();
  m_panel = std::make_unique<DrawPanel>(*m_session);
  m_panel->resize(300, 700);
  m_panel->show();
  m_panel->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
}

void TestDrawPanel::cleanup() {
  m_panel.reset();
  m_session.reset();
}

bool TestDrawPanel::says(const QString& text) const {
  return std::ranges::any_of(m_panel->findChildren<QLabel*>(),
                             [&](const QLabel* label) { return label->text().contains(text); });
}

void TestDrawPanel::draw(const Strokes& strokes) {
  m_panel->setStrokes(strokes);
  QCoreApplication::processEvents();
}

std::vector<std::uint8_t> TestDrawPanel::seen() const {
  const QImage& image = find<DigitView>()->image();
  std::vector<std::uint8_t> pixels;
  for (int y = 0; y < image.height(); ++y)
    pixels.insert(pixels.end(), image.scanLine(y), image.scanLine(y) + image.width());
  return pixels;
}

void TestDrawPanel::dra01_nothingDrawnMeansNoAnswer() {
  m_session->setWeights(makeWeights(kSeven, 0), 1);
  QVERIFY(says(QStringLiteral("Nothing drawn")));
  draw(strokesOf(kDigit));
  QVERIFY(find<ProbabilityBars>()->probabilities());
  QTest::keyClick(find<DrawPad>(), Qt::Key_Delete);
  QCoreApplication::processEvents();
  QVERIFY(says(QStringLiteral("Nothing drawn")));
  QVERIFY(!find<ProbabilityBars>()->probabilities());
  QCOMPARE(find<ProbabilityBars>()->number(7), QString());
  QVERIFY(!says(QStringLiteral("7")));
  QVERIFY(!says(QStringLiteral("Weights")) && !says(QStringLiteral("untrained")));
}

void TestDrawPanel::dra02_dra08_placeAndSizeDoNotMatter() {
  draw(strokesOf(kDigit));
  const std::vector<std::uint8_t> first = seen();
  const auto isAsFirst = [&] {
    return std::ranges::equal(seen(), first, [](int a, int b) { return std::abs(a - b) <= 1; });
  };
  for (int place = 0; place < 9; ++place) {
    draw(strokesOf(kDigit, {80.0 * (place % 3 - 1), 80.0 * (place / 3 - 1)}));
    QVERIFY(isAsFirst());
  }
  for (const double scale : {0.25, 0.5, 1.4}) {
    draw(strokesOf(kDigit, {}, scale));
    QVERIFY(isAsFirst());
  }
}

void TestDrawPanel::dra09_aDotIsTooLittleInk() {
  m_session->setWeights(makeWeights(kSeven, 0), 1);
  QTest::mouseClick(find<DrawPad>(), Qt::LeftButton);
  QCoreApplication::processEvents();
  QVERIFY(says(QStringLiteral("Too little ink")));
  QVERIFY(!find<ProbabilityBars>()->probabilities());
}

void TestDrawPanel::dra12_doubtHasNoWinner() {
  m_session->setWeights(makeWeights({0, 0, 0, 0, 0, 0, 0, 1, 0, 0}, 0), 1);
  draw(strokesOf(kDigit));
  QVERIFY(says(QStringLiteral("7?")));
  QVERIFY(find<ProbabilityBars>()->probabilities());
  QVERIFY(!find<ProbabilityBars>()->winner());
}

void TestDrawPanel::m1_overflowedWeightsGiveNoAnswer() {
  m_session->setWeights(makeWeights({}, 1e30F), 1);
  draw(strokesOf(kDigit));
  QVERIFY(says(QStringLiteral("no finite numbers")));
  QVERIFY(!says(QStringLiteral("nan")) && !says(QStringLiteral("7")));
  QVERIFY(!find<ProbabilityBars>()->probabilities());
}

void TestDrawPanel::d06_numbersAreTheClassifiers() {
  const auto weights = makeWeights({}, 0.15F);
  m_session->setWeights(weights, 1);
  draw(strokesOf(kDigit));
  const engine::NormalizedDigit digit = engine::normalizeStrokes(m_panel->strokes(), Sketch::kSide);
  QVERIFY(std::ranges::equal(seen(), digit.pixels));
  const engine::Probabilities expected = engine::Classifier(*weights).classify(digit.pixels);
  QVERIFY(std::ranges::max(expected) > 1.5F * std::ranges::min(expected));
  const auto* bars = find<ProbabilityBars>();
  QVERIFY(bars->probabilities() == expected);
  for (int i = 0; i < 10; ++i)
    QCOMPARE(bars->number(i), QString::asprintf("%.1f\u00a0%%", 100.0 * expected[i]));
}

void TestDrawPanel::d07_rawShowsTheDrawingAsItLies() {
  draw(strokesOf(kDigit, {-90, -90}));
  const std::vector<std::uint8_t> centred = seen();
  find<QCheckBox>()->click();
  QCoreApplication::processEvents();
  QVERIFY(std::ranges::equal(
      seen(), engine::shrinkCanvas(m_panel->strokes(), Sketch::kSide, Sketch::kPenWidth).pixels));
  QVERIFY(seen() != centred);
}

void TestDrawPanel::d08_liveWhileDrawing() {
  m_session->setWeights(makeWeights(kSeven, 0), 1);
  auto* pad = find<DrawPad>();
  QTest::mousePress(pad, Qt::LeftButton, {}, {60, 60});
  QTest::mouseMove(pad, {160, 60});
  QCoreApplication::processEvents();
  QCOMPARE(find<ProbabilityBars>()->winner(), 7);  // before the button is released
  const std::vector<std::uint8_t> before = seen();
  QTest::mouseMove(pad, {100, 200});
  QCoreApplication::processEvents();
  QVERIFY(seen() != before);
  QTest::mouseRelease(pad, Qt::LeftButton, {}, {100, 200});
}

void TestDrawPanel::d12_undoRedoAndClearByButtonAndKey() {
  const QList<QToolButton*> buttons = m_panel->findChildren<QToolButton*>();
  QCOMPARE(buttons.size(), 3);
  for (const QToolButton* button : buttons) QVERIFY(!button->isEnabled());
  auto* pad = find<DrawPad>();
  QTest::mouseClick(pad, Qt::LeftButton, {}, {60, 60});
  QTest::mouseClick(pad, Qt::LeftButton, {}, {160, 160});
  QTest::keyClick(pad, Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(m_panel->strokes().size(), 1U);
  QTest::keyClick(pad, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(m_panel->strokes().size(), 2U);
  buttons[2]->click();
  QCOMPARE(m_panel->strokes().size(), 0U);
  QVERIFY(!buttons[2]->isEnabled());
  buttons[0]->click();
  QCOMPARE(m_panel->strokes().size(), 2U);
  buttons[1]->click();
  QCOMPARE(m_panel->strokes().size(), 0U);
}

void TestDrawPanel::d14_untrainedThenWeightsFromStep() {
  draw(strokesOf(kDigit));
  QVERIFY(says(QStringLiteral("untrained")));
  QVERIFY(!find<ProbabilityBars>()->probabilities());
  m_session->setWeights(makeWeights(kSeven, 0), 1200);
  QCoreApplication::processEvents();
  QVERIFY(!says(QStringLiteral("untrained")));
  QVERIFY(says(QStringLiteral("Weights from step 1,200")));
  QCOMPARE(find<ProbabilityBars>()->winner(), 7);
}

void TestDrawPanel::d14_hiddenOrEmptyItAsksForNothing() {
  engine::TrainConfig config;
  config.batchSize = 2;
  config.maxSteps = 5;
  const auto dataset = std::make_shared<engine::Dataset>(engine::selfTestDataset());
  QSignalSpy news(m_session.get(), &TrainingSession::weightsReady);
  m_session->start(dataset, config);  // visible, but empty
  QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), TrainingSession::State::Finished, 60000);
  draw(strokesOf(kDigit));
  m_panel->hide();
  m_session->start(dataset, config);
  QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), TrainingSession::State::Finished, 60000);
  QCOMPARE(news.count(), 0);
  m_panel->show();
  QVERIFY(says(QStringLiteral("Weights from step 5")));
}

void TestDrawPanel::copyPicture() {
  auto* view = find<DigitView>();
  QVERIFY(!view->actions().constFirst()->isEnabled());
  draw(strokesOf(kDigit));
  view->actions().constFirst()->trigger();
  const QImage copied = QApplication::clipboard()->image();
  QCOMPARE(copied.size(), QSize(28, 28));
  QCOMPARE(copied.convertToFormat(QImage::Format_Grayscale8), view->image());
}

void TestDrawPanel::imageIsShownAndClassifiedAsItIs() {
  const auto weights = makeWeights({}, 0.15F);
  m_session->setWeights(weights, 1);
  // Neither centred nor of one part: what the normaliser would change and the verdict complain of.
  std::vector<std::uint8_t> pixels(784);
  for (int y = 0; y < 20; ++y) pixels[y * 28] = pixels[y * 28 + 9] = static_cast<uint8_t>(9 * y);
  m_panel->showImage(pixels, QStringLiteral("Test image 247, label 4"));
  QCoreApplication::processEvents();
  QVERIFY(seen() == pixels);
  QVERIFY(says(QStringLiteral("Test image 247, label 4")));
  QVERIFY(!says(QStringLiteral("shapes")));
  QVERIFY(find<ProbabilityBars>()->probabilities() ==
          engine::Classifier(*weights).classify(pixels));
  // The pad shows each pixel as a square of ten units.
  const QImage image = find<DrawPad>()->grab().toImage();
  const QRectF paper = find<DrawPad>()->paper();
  const double ratio = image.devicePixelRatio() * paper.width() / 28;
  const auto shade = [&](int x, int y) {
    return image.pixelColor(
        (paper.topLeft() * image.devicePixelRatio() + QPointF(x + 0.5, y + 0.5) * ratio).toPoint());
  };
  QCOMPARE(shade(5, 5), m_panel->palette().color(QPalette::Base));
  QVERIFY(shade(9, 19) != shade(9, 10));
  QVERIFY(shade(9, 10) != shade(5, 10));
}

void TestDrawPanel::imageCanBeDrawnOverAndUndone() {
  draw(strokesOf(kDigit));
  const std::vector<std::uint8_t> drawing = seen();
  std::vector<std::uint8_t> pixels(784);
  pixels[27] = 200;
  m_panel->showImage(pixels, QStringLiteral("Image"));
  QCoreApplication::processEvents();
  auto* pad = find<DrawPad>();
  const QPoint middle = pad->rect().center();
  QTest::mouseClick(pad, Qt::LeftButton, {}, middle);
  QCoreApplication::processEvents();
  QCOMPARE(seen()[27], 200);
  QVERIFY(seen()[14 * 28 + 14] > 128);
  QTest::keyClick(pad, Qt::Key_Z, Qt::ControlModifier);
  QCoreApplication::processEvents();
  QVERIFY(seen() == pixels);
  QTest::keyClick(pad, Qt::Key_Z, Qt::ControlModifier);
  QCoreApplication::processEvents();
  QVERIFY(seen() == drawing);
  QTest::keyClick(pad, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  QTest::keyClick(pad, Qt::Key_Delete);
  QCoreApplication::processEvents();
  QVERIFY(says(QStringLiteral("Nothing drawn")));
}

void TestDrawPanel::k09_everyControlHasANameAndAValue() {
  for (QWidget* widget : m_panel->findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus) continue;
    const auto* interface = QAccessible::queryAccessibleInterface(widget);
    QVERIFY2(!interface->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
  }
  m_session->setWeights(makeWeights(kSeven, 0), 1);
  draw(strokesOf(kDigit));
  const auto value = [](QWidget* widget) {
    return QAccessible::queryAccessibleInterface(widget)->text(QAccessible::Value);
  };
  const QString best = value(find<ProbabilityBars>());
  QVERIFY2(best.startsWith(QStringLiteral("7, 99.9")), qPrintable(best));
  QVERIFY(value(find<DigitView>()).contains(QStringLiteral("784")));
}

QTEST_MAIN(TestDrawPanel)
#include "tst_draw_panel.moc"
