#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <memory>

#include "draw_panel_stage.h"
#include "engine/data/digit_normalizer.h"
#include "ink.h"
#include "sample_weights.h"
#include "ui/panels/draw_pad.h"
#include "ui/panels/probability_bars.h"

using namespace ui;

namespace {

const Ink kDigit{QPolygonF({{100, 100}, {180, 100}, {130, 190}})};

}  // namespace

class TestDrawPanel : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { m_stage.reset(); }

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
  void k09_everyControlHasANameAndAValue();

 private:
  std::unique_ptr<DrawPanelStage> m_stage;
};

void TestDrawPanel::init() {
  m_stage = std::make_unique<DrawPanelStage>();
  QVERIFY(m_stage->isReady);
}

void TestDrawPanel::dra01_nothingDrawnMeansNoAnswer() {
  m_stage->session.setWeights(makeWeights(kSeven, 0), 1);
  QVERIFY(m_stage->says(QStringLiteral("Nothing drawn")));
  m_stage->draw(strokesOf(kDigit));
  QVERIFY(m_stage->find<ProbabilityBars>()->probabilities());
  QTest::keyClick(m_stage->find<DrawPad>(), Qt::Key_Delete);
  QCoreApplication::processEvents();
  QVERIFY(m_stage->says(QStringLiteral("Nothing drawn")));
  QVERIFY(!m_stage->find<ProbabilityBars>()->probabilities());
  QCOMPARE(m_stage->find<ProbabilityBars>()->number(7), QString());
  QVERIFY(!m_stage->says(QStringLiteral("7")));
  QVERIFY(!m_stage->says(QStringLiteral("Weights")) && !m_stage->says(QStringLiteral("untrained")));
}

void TestDrawPanel::dra02_dra08_placeAndSizeDoNotMatter() {
  m_stage->draw(strokesOf(kDigit));
  const std::vector<std::uint8_t> first = m_stage->seen();
  const auto isAsFirst = [&] {
    return std::ranges::equal(m_stage->seen(), first,
                              [](int a, int b) { return std::abs(a - b) <= 1; });
  };
  for (int place = 0; place < 9; ++place) {
    m_stage->draw(strokesOf(kDigit, {80.0 * (place % 3 - 1), 80.0 * (place / 3 - 1)}));
    QVERIFY(isAsFirst());
  }
  for (const double scale : {0.25, 0.5, 1.4}) {
    m_stage->draw(strokesOf(kDigit, {}, scale));
    QVERIFY(isAsFirst());
  }
}

void TestDrawPanel::dra09_aDotIsTooLittleInk() {
  m_stage->session.setWeights(makeWeights(kSeven, 0), 1);
  QTest::mouseClick(m_stage->find<DrawPad>(), Qt::LeftButton);
  QCoreApplication::processEvents();
  QVERIFY(m_stage->says(QStringLiteral("Too little ink")));
  QVERIFY(!m_stage->find<ProbabilityBars>()->probabilities());
}

void TestDrawPanel::dra12_doubtHasNoWinner() {
  m_stage->session.setWeights(makeWeights({0, 0, 0, 0, 0, 0, 0, 1, 0, 0}, 0), 1);
  m_stage->draw(strokesOf(kDigit));
  QVERIFY(m_stage->says(QStringLiteral("7?")));
  QVERIFY(m_stage->find<ProbabilityBars>()->probabilities());
  QVERIFY(!m_stage->find<ProbabilityBars>()->winner());
}

void TestDrawPanel::m1_overflowedWeightsGiveNoAnswer() {
  m_stage->session.setWeights(makeWeights({}, 1e30F), 1);
  m_stage->draw(strokesOf(kDigit));
  QVERIFY(m_stage->says(QStringLiteral("no finite numbers")));
  QVERIFY(!m_stage->says(QStringLiteral("nan")) && !m_stage->says(QStringLiteral("7")));
  QVERIFY(!m_stage->find<ProbabilityBars>()->probabilities());
}

void TestDrawPanel::d06_numbersAreTheClassifiers() {
  const auto weights = makeWeights({}, 0.15F);
  m_stage->session.setWeights(weights, 1);
  m_stage->draw(strokesOf(kDigit));
  const engine::NormalizedDigit digit =
      engine::normalizeStrokes(m_stage->panel.strokes(), Sketch::kSide);
  QVERIFY(std::ranges::equal(m_stage->seen(), digit.pixels));
  const engine::Probabilities expected = engine::Classifier(*weights).classify(digit.pixels);
  QVERIFY(std::ranges::max(expected) > 1.5F * std::ranges::min(expected));
  const auto* bars = m_stage->find<ProbabilityBars>();
  QVERIFY(bars->probabilities() == expected);
  for (int i = 0; i < 10; ++i)
    QCOMPARE(bars->number(i), expected[i] < 0.0005F
                                  ? QStringLiteral("< 0.1\u00a0%")
                                  : QString::asprintf("%.1f\u00a0%%", 100.0 * expected[i]));
}

void TestDrawPanel::d07_rawShowsTheDrawingAsItLies() {
  m_stage->draw(strokesOf(kDigit, {-90, -90}));
  const std::vector<std::uint8_t> centred = m_stage->seen();
  m_stage->find<QCheckBox>()->click();
  QCoreApplication::processEvents();
  QVERIFY(std::ranges::equal(
      m_stage->seen(),
      engine::shrinkCanvas(m_stage->panel.strokes(), Sketch::kSide, Sketch::kPenWidth).pixels));
  QVERIFY(m_stage->seen() != centred);
}

void TestDrawPanel::d08_liveWhileDrawing() {
  m_stage->session.setWeights(makeWeights(kSeven, 0), 1);
  auto* pad = m_stage->find<DrawPad>();
  QTest::mousePress(pad, Qt::LeftButton, {}, {60, 60});
  QTest::mouseMove(pad, {90, 160});
  QCoreApplication::processEvents();
  QCOMPARE(m_stage->find<ProbabilityBars>()->winner(), 7);  // before the button is released
  const std::vector<std::uint8_t> before = m_stage->seen();
  QTest::mouseMove(pad, {100, 200});
  QCoreApplication::processEvents();
  QVERIFY(m_stage->seen() != before);
  QTest::mouseRelease(pad, Qt::LeftButton, {}, {100, 200});
}

void TestDrawPanel::d12_undoRedoAndClearByButtonAndKey() {
  const QList<QToolButton*> buttons = m_stage->panel.findChildren<QToolButton*>();
  QVERIFY(buttons.size() >= 4);  // the first is the eraser
  for (int i = 1; i < 4; ++i) QVERIFY(!buttons[i]->isEnabled());
  auto* pad = m_stage->find<DrawPad>();
  QTest::mouseClick(pad, Qt::LeftButton, {}, {60, 60});
  QTest::mouseClick(pad, Qt::LeftButton, {}, {160, 160});
  QTest::keyClick(pad, Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(m_stage->panel.strokes().size(), 1U);
  QTest::keyClick(pad, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(m_stage->panel.strokes().size(), 2U);
  buttons[3]->click();
  QCOMPARE(m_stage->panel.strokes().size(), 0U);
  QVERIFY(!buttons[3]->isEnabled());
  buttons[1]->click();
  QCOMPARE(m_stage->panel.strokes().size(), 2U);
  buttons[2]->click();
  QCOMPARE(m_stage->panel.strokes().size(), 0U);
}

void TestDrawPanel::d14_untrainedThenWeightsFromStep() {
  m_stage->draw(strokesOf(kDigit));
  QVERIFY(m_stage->says(QStringLiteral("untrained")));
  QVERIFY(!m_stage->find<ProbabilityBars>()->probabilities());
  m_stage->session.setWeights(makeWeights(kSeven, 0), 1200);
  QCoreApplication::processEvents();
  QVERIFY(!m_stage->says(QStringLiteral("untrained")));
  QVERIFY(m_stage->says(QStringLiteral("Weights from step 1,200")));
  QCOMPARE(m_stage->find<ProbabilityBars>()->winner(), 7);
}

void TestDrawPanel::d14_hiddenOrEmptyItAsksForNothing() {
  engine::TrainConfig config;
  config.batchSize = 2;
  config.maxSteps = 5;
  const auto dataset = std::make_shared<engine::Dataset>(engine::selfTestDataset());
  QSignalSpy news(&m_stage->session, &TrainingSession::weightsReady);
  m_stage->session.start(dataset, config);  // visible, but empty
  QTRY_COMPARE_WITH_TIMEOUT(m_stage->session.state(), TrainingSession::State::Finished, 60000);
  m_stage->draw(strokesOf(kDigit));
  m_stage->panel.hide();
  m_stage->session.start(dataset, config);
  QTRY_COMPARE_WITH_TIMEOUT(m_stage->session.state(), TrainingSession::State::Finished, 60000);
  QCOMPARE(news.count(), 0);
  m_stage->panel.show();
  QVERIFY(m_stage->says(QStringLiteral("Weights from step 5")));
}

void TestDrawPanel::copyPicture() {
  auto* view = m_stage->find<DigitView>();
  QVERIFY(!view->actions().constFirst()->isEnabled());
  m_stage->draw(strokesOf(kDigit));
  view->actions().constFirst()->trigger();
  const QImage copied = QApplication::clipboard()->image();
  QCOMPARE(copied.size(), QSize(28, 28));
  QCOMPARE(copied.convertToFormat(QImage::Format_Grayscale8), view->image());
}

void TestDrawPanel::k09_everyControlHasANameAndAValue() {
  for (QWidget* widget : m_stage->panel.findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus) continue;
    const auto* interface = QAccessible::queryAccessibleInterface(widget);
    QVERIFY2(!interface->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
  }
  m_stage->session.setWeights(makeWeights(kSeven, 0), 1);
  m_stage->draw(strokesOf(kDigit));
  const auto value = [](QWidget* widget) {
    return QAccessible::queryAccessibleInterface(widget)->text(QAccessible::Value);
  };
  const QString best = value(m_stage->find<ProbabilityBars>());
  QVERIFY2(best.startsWith(QStringLiteral("7, 99.9")), qPrintable(best));
  QVERIFY(value(m_stage->find<DigitView>()).contains(QStringLiteral("784")));
}

QTEST_MAIN(TestDrawPanel)
#include "tst_draw_panel.moc"
