#include <QSpinBox>
#include <QToolTip>
#include <cmath>

#include "network_panel_stage.h"
#include "ui/panels/accessible_value.h"
#include "ui/panels/verdict.h"

using namespace ui;
using engine::NetworkLayer;
using Place = LayerStrip::Place;

class NetworkUnitsTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_stage = std::make_unique<NetworkPanelStage>();
    QVERIFY(m_stage->isReady);
  }
  void cleanup() { m_stage.reset(); }

  void hoveringFramesTheReceptiveField_data();
  void hoveringFramesTheReceptiveField();
  void aClickExplains_data();
  void aClickExplains();
  void filtersAndOutputsAreExplained();
  void keysAloneReachEveryNumber();

 private:
  std::unique_ptr<NetworkPanelStage> m_stage;
};

void NetworkUnitsTest::hoveringFramesTheReceptiveField_data() {
  QTest::addColumn<int>("layer");
  QTest::addColumn<int>("row");
  QTest::addColumn<int>("column");
  QTest::addColumn<QRect>("frame");
  // By hand: 5x5 filters, 2x2 pools. A unit of conv2 sees 5 units of pool1, 2 apart: 6 + 8 pixels.
  QTest::newRow("pixel") << int(NetworkLayer::Input) << 9 << 3 << QRect(3, 9, 1, 1);
  QTest::newRow("conv1") << int(NetworkLayer::Conv1) << 9 << 3 << QRect(1, 7, 5, 5);
  QTest::newRow("conv1, corner") << int(NetworkLayer::Conv1) << 0 << 27 << QRect(25, -2, 5, 5);
  QTest::newRow("pool1") << int(NetworkLayer::Pool1) << 4 << 6 << QRect(10, 6, 6, 6);
  QTest::newRow("conv2") << int(NetworkLayer::Conv2) << 6 << 7 << QRect(8, 6, 14, 14);
  QTest::newRow("pool2") << int(NetworkLayer::Pool2) << 3 << 3 << QRect(6, 6, 16, 16);
  QTest::newRow("dense") << int(NetworkLayer::Hidden) << 0 << 0 << QRect(0, 0, 28, 28);
}

void NetworkUnitsTest::hoveringFramesTheReceptiveField() {
  QFETCH(int, layer);
  QFETCH(int, row);
  QFETCH(int, column);
  QFETCH(QRect, frame);
  QVERIFY(m_stage->show(makeWeights(kSeven, 0.1F)));
  LayerStrip& strip = m_stage->view().strip(static_cast<NetworkLayer>(layer));
  LayerStrip& input = m_stage->view().strip(NetworkLayer::Input);
  const Place place{row, column, strip.layoutOfTiles().tiles - 1};
  m_stage->point(strip, place);
  QTRY_COMPARE(input.frame(), frame);
  QCOMPARE(m_stage->view().saliency().frame(), frame);

  const auto& values = valuesOf(m_stage->expected(), static_cast<NetworkLayer>(layer));
  const auto& [side, tiles, columns, gap, largest, isSigned] = strip.layoutOfTiles();
  const QString value =
      threeDecimals(double(values.data()[(row * side + column) * tiles + place.tile]));
  QTRY_VERIFY2(QToolTip::text().endsWith(QStringLiteral(": ") + value),
               qPrintable(QToolTip::text()));
  QVERIFY(m_stage->says(QToolTip::text()));
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(&strip, &leave);
  QVERIFY(input.frame().isEmpty());
}

void NetworkUnitsTest::aClickExplains_data() {
  QTest::addColumn<int>("layer");
  QTest::addColumn<int>("row");
  QTest::addColumn<int>("column");
  QTest::addColumn<int>("tile");
  QTest::newRow("conv1") << int(NetworkLayer::Conv1) << 12 << 13 << 5;
  QTest::newRow("conv1, corner") << int(NetworkLayer::Conv1) << 0 << 0 << 31;
  QTest::newRow("pool1") << int(NetworkLayer::Pool1) << 4 << 6 << 17;
  QTest::newRow("conv2") << int(NetworkLayer::Conv2) << 6 << 7 << 40;
  QTest::newRow("pool2") << int(NetworkLayer::Pool2) << 3 << 3 << 63;
  QTest::newRow("dense") << int(NetworkLayer::Hidden) << 0 << 0 << 400;
}

void NetworkUnitsTest::aClickExplains() {
  QFETCH(int, layer);
  QFETCH(int, row);
  QFETCH(int, column);
  QFETCH(int, tile);
  QVERIFY(m_stage->show(makeWeights(kSeven, 0.1F)));
  m_stage->click(m_stage->view().strip(static_cast<NetworkLayer>(layer)), {row, column, tile});

  m_stage->expected();
  const auto found =
      explain(*m_stage->tracer, {static_cast<NetworkLayer>(layer), row, column, tile});
  const QString text = m_stage->explanation();
  const auto contains = [&](float number) { return text.contains(threeDecimals(double(number))); };
  QVERIFY2(contains(found.output), qPrintable(text));
  if (found.hasRelu) {
    QVERIFY2(text.contains(
                 QStringLiteral("bias %1 = %2")
                     .arg(threeDecimals(double(found.bias)), threeDecimals(double(found.sum)))),
             qPrintable(text));
    QVERIFY(text.contains(
        QStringLiteral("ReLU: max(0, %1) = %2")
            .arg(threeDecimals(double(found.sum)), threeDecimals(double(found.output)))));
  }
  // All numbers of a small sum, the strongest of a large one.
  auto terms = found.terms;
  std::ranges::sort(terms, std::ranges::greater(),
                    [](const auto& term) { return std::abs(term.product()); });
  if (layer == int(NetworkLayer::Conv2)) {
    std::array<float, 32> maps{};
    for (const auto& term : terms) maps[std::size_t(term.from.channel)] += term.product();
    const float strongest =
        *std::ranges::max_element(maps, {}, [](float sum) { return std::abs(sum); });
    const auto map = std::ranges::find(maps, strongest) - maps.begin();
    QVERIFY(contains(strongest));
    QVERIFY(text.contains(QStringLiteral("The strongest, map %1:").arg(map)));
    std::erase_if(terms, [&](const auto& term) { return term.from.channel != map; });
    QCOMPARE(terms.size(), 25U);
  } else if (layer == int(NetworkLayer::Hidden)) {
    terms.resize(10);
  }
  for (const auto& term : terms) {
    QVERIFY2(contains(term.input), qPrintable(text));
    if (!found.hasRelu) continue;  // a pool has no weights
    QVERIFY2(contains(term.weight), qPrintable(text));
    QVERIFY2(contains(term.product()), qPrintable(text));
  }
  // Beyond the image there is nothing: two rows and two columns of the corner's five.
  if (tile == 31) QCOMPARE(text.count(QStringLiteral("–")), 3 * (25 - 9));
}

void NetworkUnitsTest::filtersAndOutputsAreExplained() {
  QVERIFY(m_stage->show(makeWeights(kSeven, 0.1F)));
  const engine::Activations& numbers = m_stage->expected();
  m_stage->click(m_stage->view().filters(), {2, 2, 9});
  const auto& weights = m_stage->tracer->parameter("conv1_weights");
  for (int i = 0; i < 25; ++i)
    QVERIFY(m_stage->explanation().contains(threeDecimals(double(weights.data()[i * 32 + 9]))));
  QVERIFY(m_stage->explanation().contains(
      threeDecimals(double(m_stage->tracer->parameter("conv1_biases").data()[9]))));

  QTest::mouseClick(&m_stage->view().outputs(), Qt::LeftButton, {},
                    m_stage->view().outputs().rectOf(3).center());
  for (std::size_t i = 0; i < 10; ++i) {
    QVERIFY(m_stage->explanation().contains(threeDecimals(double(numbers.logits.data()[i]))));
    QVERIFY2(m_stage->explanation().contains(
                 percentText(double(numbers.probabilities[i])).replace(QChar::Nbsp, u' ')),
             qPrintable(m_stage->explanation()));
  }
  QVERIFY(m_stage->explanation().startsWith(QStringLiteral("output 3")));
}

void NetworkUnitsTest::keysAloneReachEveryNumber() {
  QVERIFY(m_stage->show(makeWeights(kSeven, 0.1F)));
  LayerStrip& strip = m_stage->view().strip(NetworkLayer::Conv1);
  m_stage->panel.findChild<QSpinBox*>()->setFocus();
  for (int i = 0; i < 20 && !strip.hasFocus(); ++i)
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
  QVERIFY(strip.hasFocus());
  QTest::keyClick(&strip, Qt::Key_Right, Qt::ControlModifier);
  for (int i = 0; i < 3; ++i) QTest::keyClick(&strip, Qt::Key_Down);
  QTest::keyClick(&strip, Qt::Key_Left);  // over the gap, back into the first map
  QCOMPARE(strip.current(), (Place{3, 27, 0}));
  QCOMPARE(m_stage->view().strip(NetworkLayer::Input).frame(), QRect(25, 1, 5, 5));
  const float value = m_stage->expected().conv[0].data()[(3 * 28 + 27) * 32];
  const QString line =
      QStringLiteral("conv1, map 0, row 3, column 27: %1").arg(threeDecimals(double(value)));
  QCOMPARE(accessibleValue(strip), line);
  QTest::keyClick(&strip, Qt::Key_Return);
  QVERIFY2(m_stage->explanation().startsWith(line), qPrintable(m_stage->explanation()));

  m_stage->view().outputs().setFocus();
  QTest::keyClick(&m_stage->view().outputs(), Qt::Key_Down);
  QTest::keyClick(&m_stage->view().outputs(), Qt::Key_Return);
  QVERIFY(m_stage->explanation().startsWith(QStringLiteral("output 1")));
}

QTEST_MAIN(NetworkUnitsTest)
#include "tst_network_units.moc"
