#include <QSpinBox>
#include <cmath>

#include "network_panel_stage.h"
#include "ui/panels/accessible_value.h"
#include "ui/panels/layer_histogram.h"
#include "ui/panels/verdict.h"
#include "ui/run/run_model.h"

using namespace ui;
using engine::NetworkLayer;
using Place = LayerStrip::Place;

class NetworkPanelTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_stage = std::make_unique<NetworkPanelStage>();
    QVERIFY(m_stage->isReady);
  }
  void cleanup() { m_stage.reset(); }

  void saysWhatIsMissing();
  void picturesAreTheEnginesNumbers();
  void theDrawingGoesBeforeTheImage();
  void deadUnitsAreCounted();
  void whileTrainingTheWeightsOfTheMoment();
  void nothingIsComputedWhileHidden();
  void weightsOfAnotherNetworkAreRefused();
  void everyPartHasAName();

 private:
  std::unique_ptr<NetworkPanelStage> m_stage;
};

void NetworkPanelTest::saysWhatIsMissing() {
  QVERIFY2(m_stage->source().contains(QStringLiteral("Nothing is trained yet")),
           qPrintable(m_stage->source()));
  m_stage->session.setWeights(makeWeights(kSeven, 0.1F), 5);
  QTRY_VERIFY2(m_stage->source().contains(QStringLiteral("Draw a digit")),
               qPrintable(m_stage->source()));
  QVERIFY(!m_stage->panel.trace());
  m_stage->panel.setDataset(m_stage->data);
  QTRY_VERIFY(m_stage->panel.trace());
  QVERIFY2(m_stage->source().contains(QStringLiteral("weights after 5 steps")),
           qPrintable(m_stage->source()));
}

void NetworkPanelTest::picturesAreTheEnginesNumbers() {
  QVERIFY(m_stage->show(makeWeights(kSeven, 0.1F)));
  const engine::Activations& numbers = m_stage->expected();
  QCOMPARE(*m_stage->view().outputs().probabilities(), numbers.probabilities);
  QCOMPARE(m_stage->view().outputs().number(7),
           percentText(static_cast<double>(numbers.probabilities[7])));
  for (const NetworkLayer layer :
       {NetworkLayer::Input, NetworkLayer::Conv1, NetworkLayer::Pool1, NetworkLayer::Conv2,
        NetworkLayer::Pool2, NetworkLayer::Hidden}) {
    LayerStrip& strip = m_stage->view().strip(layer);
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
  QVERIFY(m_stage->show(makeWeights(kSeven, 0.1F)));
  auto* index = m_stage->panel.findChild<QSpinBox*>();
  index->setFocus();
  QTest::keyClick(index, Qt::Key_Up);
  QTRY_VERIFY(
      std::ranges::equal(m_stage->panel.trace()->pixels, m_stage->data->validation.image(1)));
  const int label = m_stage->data->validation.labels[1];
  QVERIFY(m_stage->source().contains(
      QStringLiteral("Validation image 1, label %1; weights").arg(label)));

  const Bytes drawing = randomBytes(engine::kImagePixels, 256, 77);
  m_stage->panel.setDigit(drawing, QStringLiteral("Your drawing"));
  QTRY_COMPARE(m_stage->panel.trace()->pixels, drawing);
  QVERIFY(m_stage->source().contains(QStringLiteral("Your drawing; weights after")));
  QVERIFY(!index->isEnabled());
  m_stage->panel.setDigit({}, {});
  QTRY_VERIFY(
      std::ranges::equal(m_stage->panel.trace()->pixels, m_stage->data->validation.image(1)));
  QVERIFY(index->isEnabled());
}

void NetworkPanelTest::deadUnitsAreCounted() {
  auto weights = makeWeights(kSeven, 0.1F);
  // No input outweighs these biases, so that the maps never wake.
  auto& biases = std::ranges::find(*weights, "conv1_biases", &engine::NamedTensor::name)->tensor;
  for (const int dead : {3, 14, 15}) biases.data()[dead] = -100;
  QVERIFY(m_stage->show(weights));
  QTRY_VERIFY(m_stage->says(QStringLiteral("3 of 32 maps never active in 20 validation images")));
  m_stage->expected();
  const auto statistics = engine::layerStatistics(*m_stage->tracer, m_stage->data->validation, 64);
  QVERIFY(m_stage->says(QStringLiteral("; %1 % of the numbers")
                            .arg(QLocale().toString(100 * statistics[0].activeShare, 'f', 1))));
  QVERIFY(m_stage->says(QStringLiteral("%1 of 512 units never active").arg(statistics[2].dead)));
  const auto* histogram = m_stage->panel.findChild<LayerHistogram*>();
  const auto& counts = statistics[0].values.counts();
  const auto most = std::ranges::max_element(counts) - counts.begin();
  const double from = double(most) * double(statistics[0].values.binWidth());
  QVERIFY2(
      accessibleValue(*histogram)
          .contains(QStringLiteral("most are from %1 to").arg(QLocale().toString(from, 'g', 3))),
      qPrintable(accessibleValue(*histogram)));
}

void NetworkPanelTest::whileTrainingTheWeightsOfTheMoment() {
  m_stage->panel.setDataset(m_stage->data);
  m_stage->session.start(m_stage->data, quickConfig(1'000'000));
  QTRY_VERIFY(m_stage->panel.trace());
  const auto first = m_stage->panel.trace()->weights;
  QTRY_VERIFY(m_stage->panel.trace()->weights != first);
  QVERIFY(m_stage->session.isActive());
  m_stage->session.halt();
}

void NetworkPanelTest::nothingIsComputedWhileHidden() {
  QVERIFY(m_stage->show(makeWeights(kSeven, 0.1F)));
  m_stage->panel.hide();
  const Bytes drawing = randomBytes(engine::kImagePixels, 256, 78);
  m_stage->panel.setDigit(drawing, QStringLiteral("Your drawing"));
  const auto weights = makeWeights(kSeven, 0.2F);
  m_stage->session.setWeights(weights, 2000);
  QTest::qWait(100);
  QVERIFY(m_stage->panel.trace()->pixels != drawing);
  m_stage->panel.show();
  QTRY_COMPARE(m_stage->panel.trace()->pixels, drawing);
  QCOMPARE(m_stage->panel.trace()->weights.get(), weights.get());
}

void NetworkPanelTest::weightsOfAnotherNetworkAreRefused() {
  QVERIFY(m_stage->show(makeWeights(kSeven, 0.1F)));
  auto others = makeWeights(kSeven, 0);
  others->pop_back();
  m_stage->session.setWeights(others, 1);
  QTRY_VERIFY2(m_stage->source().contains(QStringLiteral("another network")),
               qPrintable(m_stage->source()));
  QVERIFY(!m_stage->view().strip(NetworkLayer::Conv1).isEnabled());
  QVERIFY(!m_stage->view().outputs().probabilities());
  m_stage->session.setWeights(makeWeights(kSeven, 0.1F), 7);
  QTRY_VERIFY(m_stage->view().outputs().probabilities());
}

void NetworkPanelTest::everyPartHasAName() {
  QVERIFY(m_stage->show(makeWeights(kSeven, 0.1F)));
  QCOMPARE(m_stage->panel.findChildren<LayerStrip*>().size(), 8);
  for (const auto* strip : m_stage->panel.findChildren<LayerStrip*>()) {
    QVERIFY(!strip->accessibleName().isEmpty());
    QVERIFY(!strip->accessibleDescription().isEmpty());
    QVERIFY2(!accessibleValue(*strip).isEmpty(), qPrintable(strip->accessibleName()));
  }
  QVERIFY(!m_stage->panel.findChild<QSpinBox*>()->accessibleName().isEmpty());
  QVERIFY(!m_stage->panel.findChild<QTextBrowser*>()->accessibleName().isEmpty());
}

QTEST_MAIN(NetworkPanelTest)
#include "tst_network_panel.moc"
