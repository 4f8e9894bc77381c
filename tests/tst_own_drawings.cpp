#include <QComboBox>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <memory>

#include "draw_panel_stage.h"
#include "engine/data/drawing_set.h"
#include "engine/train/confidence.h"
#include "ink.h"
#include "sample_weights.h"
#include "train_fixtures.h"
#include "ui/panels/draw_pad.h"
#include "ui/panels/drawing_keeper.h"
#include "ui/panels/probability_bars.h"

using namespace ui;

namespace {

const Ink kDigit{QPolygonF({{100, 100}, {180, 100}, {130, 190}})};

}  // namespace

/// A person's own drawings as a test set, and answers judged by the validation set.
class TestOwnDrawings : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { m_stage.reset(); }

  void d15_keepsDrawingsWithTheirLabels();
  void d15_theirErrorIsShown();
  void d15_withoutFolderNothingCanBeKept();
  void dra12_sureIsWhatValidationSays_data();
  void dra12_sureIsWhatValidationSays();
  void wordsFitTheDataSet();

 private:
  QToolButton* button(const QString& name) const;
  QString folder() const { return m_folder->filePath(QStringLiteral("own")); }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<DrawPanelStage> m_stage;
};

void TestOwnDrawings::init() {
  m_folder = std::make_unique<QTemporaryDir>();
  m_stage = std::make_unique<DrawPanelStage>();
  QVERIFY(m_stage->isReady);
}

QToolButton* TestOwnDrawings::button(const QString& name) const {
  for (auto* button : m_stage->panel.findChildren<QToolButton*>())
    if (button->accessibleName() == name) return button;
  return nullptr;
}

void TestOwnDrawings::d15_keepsDrawingsWithTheirLabels() {
  m_stage->panel.setDrawingsFolder(folder());
  QCoreApplication::processEvents();
  auto* keep = button(QStringLiteral("Keep the drawing"));
  QVERIFY(!keep->isEnabled());
  m_stage->session.setWeights(makeWeights(kSeven, 0), 1);
  m_stage->draw(strokesOf(kDigit));
  QVERIFY(keep->isEnabled());
  auto* label = m_stage->find<DrawingKeeper>()->findChild<QComboBox*>();
  QCOMPARE(label->currentIndex(), 7);  // proposed
  QTest::mouseClick(keep, Qt::LeftButton);
  label->setFocus();
  QTest::keyClick(label, Qt::Key_2);
  QTest::mouseClick(keep, Qt::LeftButton);
  QTest::mouseClick(keep, Qt::LeftButton);
  QTest::mouseClick(button(QStringLiteral("Take the last kept drawing back")), Qt::LeftButton);
  const engine::DrawingSet set(folder().toStdString());
  QCOMPARE(set.images().labels, (std::vector<std::uint8_t>{7, 2}));
  QVERIFY(std::ranges::equal(set.images().image(1), m_stage->seen()));
}

void TestOwnDrawings::d15_theirErrorIsShown() {
  engine::DrawingSet set(folder().toStdString());
  for (const int label : {7, 7, 3, 7}) set.append(std::vector<std::uint8_t>(784, 90), label);
  m_stage->panel.setDrawingsFolder(folder());
  QVERIFY(m_stage->says(QStringLiteral("kept: 4")));
  m_stage->session.setWeights(makeWeights(kSeven, 0), 1200);  // everything is a 7
  QTRY_VERIFY(m_stage->says(QStringLiteral("read wrongly: 1 (25.0\u00a0%) at step 1,200")));
  m_stage->session.setWeights(makeWeights({0, 0, 0, 9}, 0), 1300);  // everything is a 3
  QTRY_VERIFY(m_stage->says(QStringLiteral("read wrongly: 3 (75.0\u00a0%) at step 1,300")));
}

void TestOwnDrawings::d15_withoutFolderNothingCanBeKept() {
  QVERIFY(!m_stage->find<DrawingKeeper>()->isVisible());
  QSignalSpy failures(&m_stage->panel, &DrawPanel::failed);
  QVERIFY(QDir().mkpath(folder()));
  for (const auto* name : {"/drawings-images-idx3-ubyte", "/drawings-labels-idx1-ubyte"}) {
    QFile foreign(folder() + QLatin1String(name));
    QVERIFY(foreign.open(QIODevice::WriteOnly) && foreign.write("something else") > 0);
  }
  m_stage->panel.setDrawingsFolder(folder());
  QCOMPARE(failures.count(), 1);
  QVERIFY(!m_stage->find<DrawingKeeper>()->isVisible());
}

void TestOwnDrawings::dra12_sureIsWhatValidationSays_data() {
  QTest::addColumn<int>("label");  // of the validation set; the network says 7 with 60 % to all
  QTest::addColumn<bool>("isSure");
  QTest::addColumn<QString>("words");
  QTest::newRow("always right") << 7 << true << QStringLiteral("sure from 60.");
  QTest::newRow("always wrong") << 3 << false << QStringLiteral("not to be believed yet");
}

void TestOwnDrawings::dra12_sureIsWhatValidationSays() {
  QFETCH(int, label);
  QFETCH(bool, isSure);
  QFETCH(QString, words);
  // softmax of ln(13.5) against nine zeros: 13.5 / 22.5 = 0.6.
  m_stage->session.setWeights(makeWeights({0, 0, 0, 0, 0, 0, 0, std::log(13.5F), 0, 0}, 0), 1);
  m_stage->draw(strokesOf(kDigit));
  const auto winner = [&] { return m_stage->find<ProbabilityBars>()->winner(); };
  QVERIFY(!winner());  // below 0.8, before anything is measured
  auto dataset = std::make_shared<engine::Dataset>(noiseDataset(4, 50));
  std::ranges::fill(dataset->validation.labels, static_cast<std::uint8_t>(label));
  m_stage->panel.setDataset(dataset);
  QTRY_VERIFY(m_stage->says(words));
  QCOMPARE(winner().has_value(), isSure);
  QCOMPARE(m_stage->says(QStringLiteral("Not sure")), !isSure);
}

void TestOwnDrawings::wordsFitTheDataSet() {
  m_stage->session.setWeights(makeWeights(kSeven, 0), 1);
  const Ink two{QPolygonF({{60, 60}, {60, 200}}), QPolygonF({{160, 60}, {160, 200}})};
  m_stage->draw(strokesOf(two));
  QVERIFY(m_stage->says(QStringLiteral("draw one digit")));
  auto fashion = std::make_shared<engine::Dataset>();
  fashion->classNames[7] = "Sneaker";
  m_stage->panel.setDataset(fashion);
  QTRY_VERIFY(m_stage->says(QStringLiteral("Two shapes: draw only one")));
  QVERIFY(!m_stage->says(QStringLiteral("digit")));
}

QTEST_MAIN(TestOwnDrawings)
#include "tst_own_drawings.moc"
