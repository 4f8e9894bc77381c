#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <algorithm>
#include <memory>

#include "engine/nn/classifier.h"
#include "sample_weights.h"
#include "train_fixtures.h"
#include "ui/panels/accessible_value.h"
#include "ui/panels/errors_panel.h"
#include "ui/run/run_model.h"
#include "ui/run/training_session.h"

using namespace ui;

namespace {

// Forty test images with labels 0..9 in turn, for weights that take everything for 7.
std::shared_ptr<const engine::Dataset> dataset() {
  auto data = std::make_shared<engine::Dataset>(noiseDataset(8, 20, 40));
  for (std::size_t i = 0; i < 40; ++i) data->test.labels[i] = std::uint8_t(i % 10);
  for (std::size_t i = 0; i < 20; ++i) data->validation.labels[i] = 7;
  return data;
}

}  // namespace

class ErrorsPanelTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { m_panel.reset(); }

  void saysWhatIsMissing();
  void numbersAreTheEngines();
  void aCellShowsItsImages();
  void arrowsAndReturnChooseACell();
  void imagesAreSortedByConfidence();
  void t11_doubleClickSendsAnImageToThePad();
  void aNumberFindsItsImage();
  void newWeightsNewNumbers();
  void weightsOfAnotherNetworkAreRefused();
  void whileTrainingTheWeightsOfTheMoment();
  void everyControlHasAName();

 private:
  void analyse(Split split);
  template <typename Widget>
  Widget* named(const QString& part) const {
    for (auto* widget : m_panel->findChildren<Widget*>())
      if (widget->accessibleName().contains(part)) return widget;
    return nullptr;
  }
  ConfusionView* matrix() const { return m_panel->findChild<ConfusionView*>(); }
  QListView* images() const { return m_panel->findChild<QListView*>(); }
  QString summary() const { return m_panel->findChild<QLabel*>()->text(); }
  const ImageList& list() const { return static_cast<const ImageList&>(*images()->model()); }

  std::unique_ptr<TrainingSession> m_session;
  std::unique_ptr<ErrorsPanel> m_panel;
};

void ErrorsPanelTest::init() {
  m_panel.reset();
  m_session = std::make_unique<TrainingSession>();
  m_panel = std::make_unique<ErrorsPanel>(*m_session);
  m_panel->resize(360, 800);
  m_panel->show();
  QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
}

// With random weights that are small beside the bias of class 7: all sevens, with varied
// confidence.
void ErrorsPanelTest::analyse(Split split) {
  m_panel->setDataset(dataset());
  named<QComboBox>(QStringLiteral("Set of images"))->setCurrentIndex(split == Split::Test);
  m_session->setWeights(makeWeights(kSeven, 0.02F), 42);
  QTest::mouseClick(m_panel->findChild<QPushButton*>(), Qt::LeftButton);
  QTRY_VERIFY(m_panel->analysed() && m_panel->analysed()->split == split);
}

void ErrorsPanelTest::saysWhatIsMissing() {
  QVERIFY(summary().contains(QStringLiteral("data set")));
  m_panel->setDataset(dataset());
  QVERIFY(summary().contains(QStringLiteral("Nothing is trained yet")));
  QVERIFY(!m_panel->findChild<QPushButton*>()->isEnabled());
}

void ErrorsPanelTest::numbersAreTheEngines() {
  analyse(Split::Test);
  engine::Classifier classifier(*m_session->weights());
  engine::ConfusionMatrix expected{};
  const engine::LabeledImages& test = m_panel->analysed()->dataset->test;
  for (std::int64_t i = 0; i < 40; ++i) {
    const auto probabilities = classifier.classify(test.image(i));
    const auto winner = std::ranges::max_element(probabilities) - probabilities.begin();
    ++expected[test.labels[std::size_t(i)]][std::size_t(winner)];
  }
  QCOMPARE(*matrix()->confusion(), expected);
  QVERIFY2(summary().contains(QStringLiteral("after 42 steps")), qPrintable(summary()));
  QVERIFY2(summary().contains(QStringLiteral("36 of 40 wrong (90")), qPrintable(summary()));
  QCOMPARE(matrix()->text({4, 7}), QStringLiteral("label 4, taken for 7: 4 images"));
  QVERIFY(matrix()->text({7, {}}).contains(QStringLiteral("100.0 %")));
  QVERIFY(matrix()->text({{}, 7}).contains(QStringLiteral("10.0 %")));
  QVERIFY(matrix()->text({{}, 3}).contains(QStringLiteral("–")));
}

void ErrorsPanelTest::aCellShowsItsImages() {
  analyse(Split::Test);
  QTest::mouseClick(matrix(), Qt::LeftButton, {}, matrix()->rectOf(4, 7).center().toPoint());
  QCOMPARE(list().rowCount(), 4);
  for (const int index : list().indices()) QCOMPARE(index % 10, 4);
  // A whole row, by its score.
  QTest::mouseClick(matrix(), Qt::LeftButton, {}, matrix()->rectOf(7, 10).center().toPoint());
  QCOMPARE(list().rowCount(), 4);
  for (const int index : list().indices()) QCOMPARE(index % 10, 7);
  // All of them.
  QTest::mouseClick(matrix(), Qt::LeftButton, {}, matrix()->rectOf(10, 10).center().toPoint());
  QCOMPARE(list().rowCount(), 40);
}

void ErrorsPanelTest::arrowsAndReturnChooseACell() {
  analyse(Split::Test);
  matrix()->setFocus();
  for (int i = 0; i < 2; ++i) QTest::keyClick(matrix(), Qt::Key_Down);
  for (int i = 0; i < 7; ++i) QTest::keyClick(matrix(), Qt::Key_Right);
  QCOMPARE(accessibleValue(*matrix()), QStringLiteral("label 2, taken for 7: 4 images"));
  QTest::keyClick(matrix(), Qt::Key_Return);
  QCOMPARE(list().rowCount(), 4);
  for (const int index : list().indices()) QCOMPARE(index % 10, 2);
}

void ErrorsPanelTest::imagesAreSortedByConfidence() {
  analyse(Split::Test);
  const auto confidences = [&] {
    std::vector<float> result;
    for (const int index : list().indices())
      result.push_back(m_panel->analysed()->predictions[std::size_t(index)].confidence);
    return result;
  };
  QCOMPARE(list().rowCount(), 36);  // mistakes, worst first
  QVERIFY(std::ranges::is_sorted(confidences(), std::ranges::greater()));
  QVERIFY(confidences().front() > confidences().back());
  auto* order = named<QComboBox>(QStringLiteral("Order"));
  order->setCurrentIndex(1);
  QVERIFY(std::ranges::is_sorted(confidences()));
  order->setCurrentIndex(2);
  QVERIFY(std::ranges::is_sorted(list().indices()));
  named<QComboBox>(QStringLiteral("Which images"))->setCurrentIndex(2);
  QCOMPARE(list().indices(), (std::vector{7, 17, 27, 37}));
  named<QComboBox>(QStringLiteral("Which images"))->setCurrentIndex(3);
  QCOMPARE(list().rowCount(), 0);  // not MNIST: no label is known to be doubtful
}

void ErrorsPanelTest::t11_doubleClickSendsAnImageToThePad() {
  analyse(Split::Test);
  named<QComboBox>(QStringLiteral("Order"))->setCurrentIndex(2);
  std::vector<std::uint8_t> sent;
  QString caption;
  connect(m_panel.get(), &ErrorsPanel::imageChosen, this,
          [&](std::span<const std::uint8_t> pixels, const QString& text) {
            sent.assign(pixels.begin(), pixels.end());
            caption = text;
          });
  const QRect item = images()->visualRect(list().index(2));
  QTest::mouseClick(images()->viewport(), Qt::LeftButton, {}, item.center());
  QTest::mouseDClick(images()->viewport(), Qt::LeftButton, {}, item.center());
  QCOMPARE(caption, QStringLiteral("Test image 2, label 2"));
  QVERIFY(std::ranges::equal(sent, m_panel->analysed()->dataset->test.image(2)));
  sent.clear();
  QTest::keyClick(images(), Qt::Key_Return);
  QVERIFY(!sent.empty());
}

void ErrorsPanelTest::aNumberFindsItsImage() {
  analyse(Split::Test);
  auto* number = named<QSpinBox>(QStringLiteral("index"));
  QCOMPARE(number->maximum(), 39);
  number->setFocus();
  number->selectAll();
  QTest::keyClicks(number, QStringLiteral("17"));
  QTest::keyClick(number, Qt::Key_Return);
  // Recognised, so the filter for mistakes has to give way.
  QCOMPARE(list().indices()[std::size_t(images()->currentIndex().row())], 17);
  QVERIFY(images()->viewport()->rect().contains(images()->visualRect(images()->currentIndex())));
}

void ErrorsPanelTest::newWeightsNewNumbers() {
  analyse(Split::Validation);
  QVERIFY(summary().contains(QStringLiteral("0 of 20 wrong")));
  std::array<float, 10> three{};
  three[3] = 9;
  m_session->setWeights(makeWeights(three, 0), 50);
  QTest::mouseClick(m_panel->findChild<QPushButton*>(), Qt::LeftButton);
  QTRY_VERIFY(summary().contains(QStringLiteral("after 50 steps: 20 of 20 wrong")));
}

void ErrorsPanelTest::weightsOfAnotherNetworkAreRefused() {
  m_panel->setDataset(dataset());
  auto weights = makeWeights(kSeven, 0);
  weights->pop_back();
  m_session->setWeights(weights, 1);
  QTest::mouseClick(m_panel->findChild<QPushButton*>(), Qt::LeftButton);
  QTRY_VERIFY2(summary().contains(QStringLiteral("another network")), qPrintable(summary()));
  QVERIFY(!matrix()->confusion());
}

void ErrorsPanelTest::whileTrainingTheWeightsOfTheMoment() {
  const auto data = dataset();
  m_panel->setDataset(data);
  m_session->start(data, quickConfig(1'000'000));
  m_panel->findChild<QPushButton*>()->click();
  QTRY_VERIFY(m_panel->analysed());
  QVERIFY(m_session->isActive());
  const qint64 first = m_panel->analysed()->updates;
  QTRY_VERIFY(m_session->model().steps().size() > std::size_t(first) + 5);
  m_panel->findChild<QPushButton*>()->click();
  QTRY_VERIFY(m_panel->analysed()->updates > first);
  m_session->halt();
}

void ErrorsPanelTest::everyControlHasAName() {
  for (const auto* box : m_panel->findChildren<QComboBox*>())
    QVERIFY(!box->accessibleName().isEmpty());
  QVERIFY(!images()->accessibleName().isEmpty());
  QVERIFY(named<QSpinBox>(QStringLiteral("index")));
  analyse(Split::Test);
  QVERIFY(list().index(0).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("7")));
}

QTEST_MAIN(ErrorsPanelTest)
#include "tst_errors_panel.moc"
