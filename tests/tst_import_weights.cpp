#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <limits>

#include "engine/nn/classifier.h"
#include "engine/weights/formats.h"
#include "engine/weights/import_weights.h"
#include "error_message.h"
#include "network_fixtures.h"
#include "sample_weights.h"

using engine::FeatureOrder;
using engine::Tensor;
using engine::Weights;

namespace {

// The sample's weights as a PyTorch state dict of the same network, by index and not by transposes;
// named as nn.Sequential names them.
Weights stateDict(const Weights& sample, bool channelsFirst) {
  Weights result;
  const char* const names[] = {"0", "3", "7", "10"};
  for (std::size_t layer = 0; layer < 4; ++layer) {
    const Tensor& from = sample[2 * layer].tensor;
    const engine::Shape& s = from.shape();
    Tensor to = s.size() == 4 ? Tensor({s[3], s[2], s[0], s[1]}) : Tensor({s[1], s[0]});
    if (s.size() == 4) {
      for (int y = 0; y < s[0]; ++y)
        for (int x = 0; x < s[1]; ++x)
          for (int in = 0; in < s[2]; ++in)
            for (int out = 0; out < s[3]; ++out)
              to.data()[((out * s[2] + in) * s[0] + y) * s[1] + x] =
                  from.data()[((y * s[1] + x) * s[2] + in) * s[3] + out];
    } else {
      for (int in = 0; in < s[0]; ++in) {
        // in = (y * 7 + x) * 64 + c in the sample, (c * 7 + y) * 7 + x in PyTorch.
        const int place = channelsFirst && s[0] == 3136 ? in % 64 * 49 + in / 64 : in;
        for (int out = 0; out < s[1]; ++out)
          to.data()[out * s[0] + place] = from.data()[in * s[1] + out];
      }
    }
    result.push_back({std::string(names[layer]) + ".weight", to});
    result.push_back({std::string(names[layer]) + ".bias", sample[2 * layer + 1].tensor});
  }
  return result;
}

// Images with the labels that a network gives them.
engine::LabeledImages examplesOf(const Weights& weights) {
  engine::LabeledImages examples;
  engine::Classifier classifier(weights);
  for (unsigned seed = 0; seed < 50; ++seed) {
    const Bytes image = randomBytes(engine::kImagePixels, 256, seed);
    const auto answer = classifier.classify(image);
    examples.pixels.insert(examples.pixels.end(), image.begin(), image.end());
    examples.labels.push_back(std::uint8_t(std::ranges::max_element(answer) - answer.begin()));
  }
  return examples;
}

}  // namespace

class ImportWeightsTest : public QObject {
  Q_OBJECT

  Weights m_weights = *makeWeights({}, 0.05f);
  QTemporaryDir m_folder;

  engine::ImportedWeights import(const Weights& weights, FeatureOrder order = FeatureOrder::Guess,
                                 const engine::LabeledImages& examples = {}) {
    return engine::importWeights({weights, {{"step", "1"}}}, "file", order, examples);
  }

 private slots:
  void readsEveryFormat() {
    for (const engine::WeightsFormat& format : engine::weightsFormats()) {
      const std::string path = m_folder.filePath(QString("weights") + format.suffix).toStdString();
      const engine::Bytes bytes = format.encode({m_weights, {}}, {});
      QFile file(QString::fromStdString(path));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(reinterpret_cast<const char*>(bytes.data()), qint64(bytes.size()));
      file.close();
      const auto read = engine::importWeights(path);
      QVERIFY2(sameBits(read.file.weights, m_weights), format.suffix);
      QVERIFY(!read.wasConverted);
    }
  }

  void namesDoNotSteerTerminals() {
    Weights given = m_weights;
    const std::string escape(1, '\x1b');
    given.push_back(
        {escape + "[2J\n\xc2\x9b" + "\x7f\xc3\xa4" + std::string(300, 'n'), Tensor({3})});
    const std::string message = messageOf([&] { import(given); });
    QVERIFY2(message.find("\n\\x1b[2J\\x0a\\x9b\\x7f\xc3\xa4nnn") != std::string::npos,
             message.c_str());
    QVERIFY(message.find("nnn...: expected nothing") != std::string::npos);
    QVERIFY(message.find(escape) == std::string::npos);
    QVERIFY(message.find(std::string(100, 'n')) == std::string::npos);
  }

  void emptyAndCutFilesSaySo_data() {
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<double>("part");
    QTest::addColumn<QString>("reason");
    for (const engine::WeightsFormat& format : engine::weightsFormats())
      QTest::addRow("empty %s", format.suffix) << QString(format.suffix) << 0.0 << "is empty";
    for (const double part : {0.001, 0.3, 0.999})
      QTest::addRow("cut .h at %g", part) << QString(".h") << part << "is cut short";
  }

  void emptyAndCutFilesSaySo() {
    QFETCH(QString, suffix);
    QFETCH(double, part);
    QFETCH(QString, reason);
    const QString path = m_folder.filePath("cut" + suffix);
    const engine::Bytes bytes = engine::formatOf(path.toStdString()).encode({m_weights, {}}, {});
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(reinterpret_cast<const char*>(bytes.data()), qint64(part * double(bytes.size())));
    file.close();
    const QString message =
        QString::fromStdString(messageOf([&] { engine::importWeights(path.toStdString()); }));
    QVERIFY2(message.startsWith(path + " " + reason), qPrintable(message));
  }

  void stateDicts_data() {
    QTest::addColumn<bool>("channelsFirst");
    QTest::addColumn<bool>("shuffled");
    for (const bool first : {true, false})
      for (const bool shuffled : {true, false})
        QTest::addRow("%s%s", first ? "NCHW" : "NHWC", shuffled ? " in another order" : "")
            << first << shuffled;
  }

  void stateDicts() {
    QFETCH(bool, channelsFirst);
    QFETCH(bool, shuffled);
    Weights given = stateDict(m_weights, channelsFirst);
    if (shuffled) std::ranges::reverse(given);
    const FeatureOrder order =
        channelsFirst ? FeatureOrder::ChannelsFirst : FeatureOrder::ChannelsLast;
    const auto told = import(given, order);
    QVERIFY(told.wasConverted);
    QVERIFY(sameBits(told.file.weights, m_weights));
    QCOMPARE(told.file.metadata.at("step"), std::string("1"));
    // Examples tell, too.
    const auto guessed = import(given, FeatureOrder::Guess, examplesOf(m_weights));
    QVERIFY(guessed.order == order);
    QVERIFY(sameBits(guessed.file.weights, m_weights));
  }

  void withoutExamplesPyTorchsOrderIsAssumed() {
    QVERIFY(sameBits(import(stateDict(m_weights, true)).file.weights, m_weights));
    QVERIFY(import(stateDict(m_weights, false)).order == FeatureOrder::ChannelsFirst);
    QVERIFY(import(m_weights).order == FeatureOrder::ChannelsLast);
  }

  // Own files tell their order; the sample's names alone do not.
  void ownFilesKeepTheirOrder() {
    const auto importFirst = [&](const engine::Metadata& metadata) {
      return engine::importWeights({m_weights, metadata}, "file", FeatureOrder::ChannelsFirst);
    };
    const std::string message = messageOf([&] {
      importFirst({{"burstlab", "1.0"}, {"step", "1"}});
    });
    QVERIFY2(message.starts_with("file is Burstlab's own, whose features are flattened channels "
                                 "last (nhwc)"),
             message.c_str());
    QVERIFY(!sameBits(importFirst({{"step", "1"}}).file.weights, m_weights));
  }

  void nonFiniteTensorsAreNamed_data() {
    QTest::addColumn<float>("value");
    QTest::addColumn<int>("tensor");
    QTest::newRow("finite") << std::numeric_limits<float>::max() << -1;
    for (int i = 0; i < 8; ++i)
      QTest::addRow("tensor %d", i) << (i % 2 ? NAN : i % 4 ? -INFINITY : INFINITY) << i;
  }

  void nonFiniteTensorsAreNamed() {
    QFETCH(float, value);
    QFETCH(int, tensor);
    Weights given = m_weights;
    given[std::size_t(std::max(tensor, 0))].tensor.values().back() = value;
    const std::string message = messageOf([&] { engine::requireFinite(given, "a.npz"); });
    QCOMPARE(message, tensor < 0 ? std::string()
                                 : "a.npz has numbers that are not finite (" +
                                       given[std::size_t(tensor)].name +
                                       "): the network is useless. Open other weights.");
  }

  void exp17_otherNetworks_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("row");
    QTest::newRow("missing bias") << "missing"
                                  << "fc2_biases: expected [10], found nothing";
    QTest::newRow("extra array") << "extra"
                                 << "extra: expected nothing, found [3]";
    QTest::newRow("other size") << "size"
                                << "fc1_weights: expected [3136, 512], found [400, 120]";
    QTest::newRow("fewer filters") << "filters"
                                   << "conv1_weights: expected [5, 5, 1, 32], found [5, 5, 1, 8]";
    QTest::newRow("foreign") << "foreign"
                             << "Parameter5: expected nothing, found [8, 1, 5, 5]";
    QTest::newRow("state dict with a surplus") << "dict"
                                               << "steps: expected nothing, found []";
  }

  void exp17_otherNetworks() {
    QFETCH(QString, fault);
    QFETCH(QString, row);
    Weights given = m_weights;
    if (fault == "missing") given.pop_back();
    if (fault == "extra") given.push_back({"extra", Tensor({3})});
    if (fault == "size") given[4].tensor = Tensor({400, 120});
    if (fault == "filters") given[0].tensor = Tensor({5, 5, 1, 8});
    if (fault == "foreign") given = {{"Parameter5", Tensor({8, 1, 5, 5})}};
    if (fault == "dict") {
      given = stateDict(m_weights, true);
      given.push_back({"steps", Tensor(engine::Shape{})});
    }
    const QString message = QString::fromStdString(messageOf([&] { import(given); }));
    QVERIFY2(message.startsWith("file has the weights of another network"), qPrintable(message));
    QVERIFY2(message.contains(row), qPrintable(message));
    QVERIFY2(message.contains("conv1_biases: expected [32], found"), qPrintable(message));
  }
};

QTEST_GUILESS_MAIN(ImportWeightsTest)
#include "tst_import_weights.moc"
