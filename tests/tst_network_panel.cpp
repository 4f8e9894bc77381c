#include <QLabel>
#include <QScrollArea>
#include <QSpinBox>
#include <QTest>
#include <QTextBrowser>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <memory>

#include "sample_weights.h"
#include "train_fixtures.h"
#include "ui/panels/accessible_value.h"
#include "ui/panels/layer_histogram.h"
#include "ui/panels/network_panel.h"
#include "ui/panels/network_view.h"
#include "ui/panels/output_bars.h"
#include "ui/panels/verdict.h"
#include "ui/run/run_model.h"
#include "ui/run/training_session.h"

using namespace ui;
using engine::NetworkLayer;
using Place = LayerStrip::Place;

namespace {

QString three(double value) {
  return QLocale().toString(value, 'f', 3);
}

}  // namespace

class NetworkPanelTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { m_panel.reset(); }

  void saysWhatIsMissing();
  void picturesAreTheEnginesNumbers();
  void theDrawingGoesBeforeTheImage();
  void hoveringFramesTheReceptiveField_data();
  void hoveringFramesTheReceptiveField();
  void aClickExplains_data();
  void aClickExplains();
  void filtersAndOutputsAreExplained();
  void keysAloneReachEveryNumber();
  void deadUnitsAreCounted();
  void whileTrainingTheWeightsOfTheMoment();
  void nothingIsComputedWhileHidden();
  void weightsOfAnotherNetworkAreRefused();
  void everyPartHasAName();

 private:
  void show(std::shared_ptr<engine::Weights> weights);
  /// The numbers that the panel has to show, computed anew.
  const engine::Activations& expected(std::span<const std::uint8_t> pixels);
  NetworkView& view() const { return *m_panel->findChild<NetworkView*>(); }
  QString explanation() const { return m_panel->findChild<QTextBrowser*>()->toPlainText(); }
  QString source() const { return m_panel->findChild<QLabel*>()->text(); }
  bool says(const QString& text) const {
    return std::ranges::any_of(m_panel->findChildren<QLabel*>(), [&](const QLabel* label) {
      return label->isVisibleTo(m_panel.get()) && label->text().contains(text);
    });
  }
  void point(LayerStrip& strip, const Place& place) const {
    if (auto* area = view().findChild<QScrollArea*>(); area->isAncestorOf(&strip))
      area->ensureWidgetVisible(&strip);
    QTest::mouseMove(&strip, strip.rectOf(place).center().toPoint());
  }
  static void click(LayerStrip& strip, const Place& place) {
    QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.rectOf(place).center().toPoint());
  }

  std::unique_ptr<TrainingSession> m_session;
  std::unique_ptr<NetworkPanel> m_panel;
  std::shared_ptr<engine::Dataset> m_data;
  std::shared_ptr<engine::Weights> m_weights;
  std::unique_ptr<engine::ActivationTracer> m_tracer;
};

void NetworkPanelTest::init() {
  m_panel.reset();
  m_session = std::make_unique<TrainingSession>();
  m_panel = std::make_unique<NetworkPanel>(*m_session);
  m_panel->resize(560, 2000);
  m_panel->show();
  QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
  m_data = std::make_shared<engine::Dataset>(noiseDataset(8, 20, 4));
}

void NetworkPanelTest::show(std::shared_ptr<engine::Weights> weights) {
  m_weights = weights;
  m_panel->setDataset(m_data);
  m_session->setWeights(weights, 1234);
  QTRY_VERIFY(m_panel->trace());
}

const engine::Activations& NetworkPanelTest::expected(std::span<const std::uint8_t> pixels) {
  m_tracer = std::make_unique<engine::ActivationTracer>(m_weights);
  return m_tracer->trace(pixels);
}

void NetworkPanelTest::saysWhatIsMissing() {
  QVERIFY2(source().contains(QStringLiteral("Nothing is trained yet")), qPrintable(source()));
  m_session->setWeights(makeWeights(kSeven, 0.1F), 5);
  QTRY_VERIFY2(source().contains(QStringLiteral("Draw a digit")), qPrintable(source()));
  QVERIFY(!m_panel->trace());
  m_panel->setDataset(m_data);
  QTRY_VERIFY(m_panel->trace());
  QVERIFY2(source().contains(QStringLiteral("weights after 5 steps")), qPrintable(source()));
}

void NetworkPanelTest::picturesAreTheEnginesNumbers() {
  show(makeWeights(kSeven, 0.1F));
  const engine::Activations& numbers = expected(m_data->validation.image(0));
  QCOMPARE(*view().outputs().probabilities(), numbers.probabilities);
  QCOMPARE(view().outputs().number(7), percentText(static_cast<double>(numbers.probabilities[7])));
  for (const NetworkLayer layer :
       {NetworkLayer::Input, NetworkLayer::Conv1, NetworkLayer::Pool1, NetworkLayer::Conv2,
        NetworkLayer::Pool2, NetworkLayer::Hidden}) {
    LayerStrip& strip = view().strip(layer);
    const engine::Tensor& values = valuesOf(numbers, layer);
    const auto [side, tiles, columns, gap, largest, isSigned] = strip.layoutOfTiles();
    QCOMPARE(std::int64_t(side) * side * tiles, values.size());
    // The more, the farther from the ground; on the screen as well as in memory.
    const float low = layer == NetworkLayer::Input ? -0.5F : 0;
    const float high = layer == NetworkLayer::Input ? 0.5F : std::ranges::max(values.values());
    const QImage seen = strip.grab().toImage();
    const QColor paper = strip.palette().color(QPalette::Base);
    const QColor ink = strip.palette().color(QPalette::Text);
    for (int i = 0; i < int(values.size()); i += layer == NetworkLayer::Hidden ? 1 : 37) {
      const Place place{i / tiles / side, i / tiles % side, i % tiles};
      const QColor color = seen.pixelColor(strip.rectOf(place).center().toPoint());
      const float part = (values.data()[i] - low) / (high - low);
      const float shown = float(paper.red()) + part * float(ink.red() - paper.red());
      QVERIFY2(std::abs(float(color.red()) - shown) < 2, qPrintable(strip.accessibleName()));
    }
  }
}

void NetworkPanelTest::theDrawingGoesBeforeTheImage() {
  show(makeWeights(kSeven, 0.1F));
  auto* index = m_panel->findChild<QSpinBox*>();
  index->setFocus();
  QTest::keyClick(index, Qt::Key_Up);
  QTRY_VERIFY(std::ranges::equal(m_panel->trace()->pixels, m_data->validation.image(1)));
  const int label = m_data->validation.labels[1];
  QVERIFY(source().contains(QStringLiteral("Validation image 1, label %1; weights").arg(label)));

  const Bytes drawing = randomBytes(engine::kImagePixels, 256, 77);
  m_panel->setDigit(drawing, QStringLiteral("Your drawing"));
  QTRY_COMPARE(m_panel->trace()->pixels, drawing);
  QVERIFY(source().contains(QStringLiteral("Your drawing; weights after")));
  QVERIFY(!index->isEnabled());
  m_panel->setDigit({}, {});
  QTRY_VERIFY(std::ranges::equal(m_panel->trace()->pixels, m_data->validation.image(1)));
  QVERIFY(index->isEnabled());
}

void NetworkPanelTest::hoveringFramesTheReceptiveField_data() {
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

void NetworkPanelTest::hoveringFramesTheReceptiveField() {
  QFETCH(int, layer);
  QFETCH(int, row);
  QFETCH(int, column);
  QFETCH(QRect, frame);
  show(makeWeights(kSeven, 0.1F));
  LayerStrip& strip = view().strip(static_cast<NetworkLayer>(layer));
  LayerStrip& input = view().strip(NetworkLayer::Input);
  const Place place{row, column, strip.layoutOfTiles().tiles - 1};
  point(strip, place);
  QTRY_COMPARE(input.frame(), frame);
  QCOMPARE(view().saliency().frame(), frame);

  const auto& values =
      valuesOf(expected(m_data->validation.image(0)), static_cast<NetworkLayer>(layer));
  const auto& [side, tiles, columns, gap, largest, isSigned] = strip.layoutOfTiles();
  const QString value = three(double(values.data()[(row * side + column) * tiles + place.tile]));
  QTRY_VERIFY2(QToolTip::text().endsWith(QStringLiteral(": ") + value),
               qPrintable(QToolTip::text()));
  QVERIFY(says(QToolTip::text()));
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(&strip, &leave);
  QVERIFY(input.frame().isEmpty());
}

void NetworkPanelTest::aClickExplains_data() {
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

void NetworkPanelTest::aClickExplains() {
  QFETCH(int, layer);
  QFETCH(int, row);
  QFETCH(int, column);
  QFETCH(int, tile);
  show(makeWeights(kSeven, 0.1F));
  click(view().strip(static_cast<NetworkLayer>(layer)), {row, column, tile});

  expected(m_data->validation.image(0));
  const auto found = explain(*m_tracer, {static_cast<NetworkLayer>(layer), row, column, tile});
  const QString text = explanation();
  const auto contains = [&](float number) { return text.contains(three(double(number))); };
  QVERIFY2(contains(found.output), qPrintable(text));
  if (found.hasRelu) {
    QVERIFY2(text.contains(QStringLiteral("bias %1 = %2")
                               .arg(three(double(found.bias)), three(double(found.sum)))),
             qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("ReLU: max(0, %1) = %2")
                              .arg(three(double(found.sum)), three(double(found.output)))));
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

void NetworkPanelTest::filtersAndOutputsAreExplained() {
  show(makeWeights(kSeven, 0.1F));
  const engine::Activations& numbers = expected(m_data->validation.image(0));
  click(view().filters(), {2, 2, 9});
  const auto& weights = m_tracer->parameter("conv1_weights");
  for (int i = 0; i < 25; ++i)
    QVERIFY(explanation().contains(three(double(weights.data()[i * 32 + 9]))));
  QVERIFY(explanation().contains(three(double(m_tracer->parameter("conv1_biases").data()[9]))));

  QTest::mouseClick(&view().outputs(), Qt::LeftButton, {}, view().outputs().rectOf(3).center());
  for (std::size_t i = 0; i < 10; ++i) {
    QVERIFY(explanation().contains(three(double(numbers.logits.data()[i]))));
    QVERIFY2(explanation().contains(percentText(double(numbers.probabilities[i]))),
             qPrintable(explanation()));
  }
  QVERIFY(explanation().startsWith(QStringLiteral("output 3")));
}

void NetworkPanelTest::keysAloneReachEveryNumber() {
  show(makeWeights(kSeven, 0.1F));
  LayerStrip& strip = view().strip(NetworkLayer::Conv1);
  m_panel->findChild<QSpinBox*>()->setFocus();
  for (int i = 0; i < 20 && !strip.hasFocus(); ++i)
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
  QVERIFY(strip.hasFocus());
  QTest::keyClick(&strip, Qt::Key_Right, Qt::ControlModifier);
  for (int i = 0; i < 3; ++i) QTest::keyClick(&strip, Qt::Key_Down);
  QTest::keyClick(&strip, Qt::Key_Left);  // over the gap, back into the first map
  QCOMPARE(strip.current(), (Place{3, 27, 0}));
  QCOMPARE(view().strip(NetworkLayer::Input).frame(), QRect(25, 1, 5, 5));
  const float value = expected(m_data->validation.image(0)).conv[0].data()[(3 * 28 + 27) * 32];
  const QString line =
      QStringLiteral("conv1, map 0, row 3, column 27: %1").arg(three(double(value)));
  QCOMPARE(accessibleValue(strip), line);
  QTest::keyClick(&strip, Qt::Key_Return);
  QVERIFY2(explanation().startsWith(line), qPrintable(explanation()));

  view().outputs().setFocus();
  QTest::keyClick(&view().outputs(), Qt::Key_Down);
  QTest::keyClick(&view().outputs(), Qt::Key_Return);
  QVERIFY(explanation().startsWith(QStringLiteral("output 1")));
}

void NetworkPanelTest::deadUnitsAreCounted() {
  auto weights = makeWeights(kSeven, 0.1F);
  // No input outweighs these biases, so that the maps never wake.
  auto& biases = std::ranges::find(*weights, "conv1_biases", &engine::NamedTensor::name)->tensor;
  for (const int dead : {3, 14, 15}) biases.data()[dead] = -100;
  show(weights);
  QTRY_VERIFY(says(QStringLiteral("3 of 32 maps never active in 20 validation images")));
  expected(m_data->validation.image(0));
  const auto statistics = engine::layerStatistics(*m_tracer, m_data->validation, 64);
  QVERIFY(says(QStringLiteral("; %1 % of the numbers")
                   .arg(QLocale().toString(100 * statistics[0].activeShare, 'f', 1))));
  QVERIFY(says(QStringLiteral("%1 of 512 units never active").arg(statistics[2].dead)));
  const auto* histogram = m_panel->findChild<LayerHistogram*>();
  const auto& counts = statistics[0].values.counts();
  const auto most = std::ranges::max_element(counts) - counts.begin();
  const double from = double(most) * double(statistics[0].values.binWidth());
  QVERIFY2(
      accessibleValue(*histogram)
          .contains(QStringLiteral("most are from %1 to").arg(QLocale().toString(from, 'g', 3))),
      qPrintable(accessibleValue(*histogram)));
}

void NetworkPanelTest::whileTrainingTheWeightsOfTheMoment() {
  m_panel->setDataset(m_data);
  m_session->start(m_data, quickConfig(1'000'000));
  QTRY_VERIFY(m_panel->trace());
  const auto first = m_panel->trace()->weights;
  QTRY_VERIFY(m_panel->trace()->weights != first);
  QVERIFY(m_session->isActive());
  m_session->halt();
}

void NetworkPanelTest::nothingIsComputedWhileHidden() {
  show(makeWeights(kSeven, 0.1F));
  m_panel->hide();
  const Bytes drawing = randomBytes(engine::kImagePixels, 256, 78);
  m_panel->setDigit(drawing, QStringLiteral("Your drawing"));
  const auto weights = makeWeights(kSeven, 0.2F);
  m_session->setWeights(weights, 2000);
  QTest::qWait(100);
  QVERIFY(m_panel->trace()->pixels != drawing);
  m_panel->show();
  QTRY_COMPARE(m_panel->trace()->pixels, drawing);
  QCOMPARE(m_panel->trace()->weights.get(), weights.get());
}

void NetworkPanelTest::weightsOfAnotherNetworkAreRefused() {
  show(makeWeights(kSeven, 0.1F));
  auto others = makeWeights(kSeven, 0);
  others->pop_back();
  m_session->setWeights(others, 1);
  QTRY_VERIFY2(source().contains(QStringLiteral("another network")), qPrintable(source()));
  QVERIFY(!view().strip(NetworkLayer::Conv1).isEnabled());
  QVERIFY(!view().outputs().probabilities());
  m_session->setWeights(makeWeights(kSeven, 0.1F), 7);
  QTRY_VERIFY(view().outputs().probabilities());
}

void NetworkPanelTest::everyPartHasAName() {
  show(makeWeights(kSeven, 0.1F));
  QCOMPARE(m_panel->findChildren<LayerStrip*>().size(), 8);
  for (const auto* strip : m_panel->findChildren<LayerStrip*>()) {
    QVERIFY(!strip->accessibleName().isEmpty());
    QVERIFY(!strip->accessibleDescription().isEmpty());
    QVERIFY2(!accessibleValue(*strip).isEmpty(), qPrintable(strip->accessibleName()));
  }
  QVERIFY(!m_panel->findChild<QSpinBox*>()->accessibleName().isEmpty());
  QVERIFY(!m_panel->findChild<QTextBrowser*>()->accessibleName().isEmpty());
}

QTEST_MAIN(NetworkPanelTest)
#include "tst_network_panel.moc"
