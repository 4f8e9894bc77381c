#include <QTest>
#include <cmath>
#include <cstring>

#include "engine/nn/classifier.h"
#include "engine/weights/c_header.h"
#include "engine/weights/formats.h"
#include "engine/weights/metadata.h"
#include "engine/weights/npz.h"
#include "engine/weights/onnx.h"
#include "error_message.h"
#include "network_fixtures.h"
#include "sample_weights.h"

using engine::WeightsFile;
using engine::WeightsFormat;

namespace {

// With letters and signs that JSON, C comments and protobuf could stumble over.
const engine::Metadata kMetadata{
    {"step", "8593"}, {"dataset", "a \"b\" /* c */ \\ \n d"}, {"recipe", "gr\u00fc\u00dfe"}};

WeightsFile sampleFile() {
  return {*makeWeights({1, -2, 3, -4, 5, -6, 7, -8, 9, 0}, 0.05f), kMetadata};
}

const WeightsFormat& format(const char* suffix) {
  return engine::formatOf(std::string("x") + suffix);
}

engine::Bytes encoded(const WeightsFormat& format, const WeightsFile& file = sampleFile()) {
  return format.encode(file, {});
}

bool contains(const engine::Bytes& bytes, const std::string& text) {
  const auto raw = std::as_bytes(std::span(text));
  return !std::ranges::search(bytes, raw).empty();
}

}  // namespace

class WeightsFormatsTest : public QObject {
  Q_OBJECT

 private slots:
  void roundTrip_data();
  void roundTrip();
  void networkOfTheFile_data() { roundTrip_data(); }
  void networkOfTheFile();
  void damagedFilesAreRefused_data() { roundTrip_data(); }
  void damagedFilesAreRefused();
  void exp10_oneIsLittleEndian_data();
  void exp10_oneIsLittleEndian();
  void endingTellsTheFormat();
  void exp11_lowVersions();
  void exp11_foreignModelsAreNamed();
  void exp12_initializersAreNoInputs();
  void exp13_explicitPads();
  void exp15_symbolicBatch();
  void inputCanBeNormalized();
  void cHeaderHoldsFiniteNumbersAlone();
  void describesARun();
};

void WeightsFormatsTest::roundTrip_data() {
  QTest::addColumn<QByteArray>("suffix");
  for (const WeightsFormat& format : engine::weightsFormats())
    QTest::newRow(format.suffix) << QByteArray(format.suffix);
}

void WeightsFormatsTest::roundTrip() {
  QFETCH(QByteArray, suffix);
  WeightsFile file = sampleFile();
  const float special[] = {0.0f, -0.0f, 1e-45f, -3.4028235e38f, 1.17549435e-38f, 1e10f, 0.1f};
  std::ranges::copy(special, file.weights[0].tensor.data());
  const engine::Bytes bytes = encoded(format(suffix), file);
  const WeightsFile read = format(suffix).decode(bytes, "x");
  QVERIFY(sameBits(read.weights, file.weights));
  QVERIFY(read.metadata == file.metadata);
  QVERIFY(encoded(format(suffix), file) == bytes);

  file.metadata.clear();
  QVERIFY(format(suffix).decode(encoded(format(suffix), file), "x").metadata.empty());
}

void WeightsFormatsTest::networkOfTheFile() {
  QFETCH(QByteArray, suffix);
  const WeightsFile file = sampleFile();
  const auto network = format(suffix).network(encoded(format(suffix), file), "x");
  engine::Classifier classifier(file.weights);
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Bytes image = randomBytes(engine::kImagePixels, 256, seed);
    const std::vector<float> found = network(image);
    const auto expected = classifier.logits(image);
    QCOMPARE(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      QVERIFY2(std::abs(found[i] - expected[i]) < 1e-4f,
               qPrintable(QString("%1 %2").arg(double(found[i])).arg(double(expected[i]))));
  }
}

// Every prefix and many changed bytes: a message or the same or other weights, never a crash.
void WeightsFormatsTest::damagedFilesAreRefused() {
  QFETCH(QByteArray, suffix);
  const WeightsFile small{{{"a", engine::Tensor({2, 3})}, {"b", engine::Tensor({4})}}, kMetadata};
  engine::Bytes bytes =
      suffix == ".onnx" ? engine::encodeOnnxModel({.producer = "Burstlab",
                                                   .nodes = {{.type = "Relu", .outputs = {"y"}}},
                                                   .initializers = small.weights,
                                                   .metadata = small.metadata})
                        : encoded(format(suffix), small);
  const auto decode = [&](engine::ByteView view) {
    return messageOf([&] { format(suffix).decode(view, "the file"); });
  };
  QCOMPARE(decode(bytes), std::string());
  const std::size_t step = std::max<std::size_t>(1, bytes.size() / 2000);
  int refused = 0;
  for (std::size_t size = 0; size < bytes.size(); size += step) {
    const std::string message = decode(engine::ByteView(bytes).first(size));
    refused += message.empty() ? 0 : 1;
    QVERIFY2(message.empty() || message.find("the file") != std::string::npos, message.c_str());
  }
  // The last functions of the header may be missing: its arrays are whole.
  QVERIFY(refused > 0);
  for (std::size_t place = 0; place < bytes.size(); place += step) {
    const std::byte before = bytes[place];
    bytes[place] ^= std::byte{0x55};
    decode(bytes);
    bytes[place] = before;
  }
}

void WeightsFormatsTest::exp10_oneIsLittleEndian_data() {
  QTest::addColumn<QByteArray>("suffix");
  for (const char* suffix : {".npz", ".safetensors", ".onnx", ".raw"})
    QTest::newRow(suffix) << QByteArray(suffix);
}

void WeightsFormatsTest::exp10_oneIsLittleEndian() {
  QFETCH(QByteArray, suffix);
  WeightsFile file = sampleFile();
  for (auto& entry : file.weights) entry.tensor.fill(1);
  std::string ones;
  for (int i = 0; i < 1000; ++i) ones.append("\x00\x00\x80\x3f", 4);
  QVERIFY(contains(encoded(format(suffix), file), ones));
}

void WeightsFormatsTest::endingTellsTheFormat() {
  QCOMPARE(engine::formatOf("a/B.NPZ").name, engine::weightsFormats().front().name);
  QCOMPARE(engine::formatOf("net.v2.safetensors").name, "safetensors");
  for (const char* name : {"weights", "weights.txt", ".npz"}) {
    const std::string message = messageOf([&] { engine::formatOf(name); });
    QVERIFY2(message.find(std::string(name) + " tells no format") != std::string::npos &&
                 message.find(".npz, .safetensors, .onnx, .h, .raw") != std::string::npos,
             message.c_str());
  }
  QVERIFY(messageOf([] { engine::formatOf("a.pt"); }).find("pickles") != std::string::npos);
}

void WeightsFormatsTest::exp11_lowVersions() {
  const auto model = engine::decodeOnnxModel(encoded(format(".onnx")), "x");
  QCOMPARE(model.irVersion, std::int64_t{8});
  QCOMPARE(model.opset, std::int64_t{13});
}

void WeightsFormatsTest::exp11_foreignModelsAreNamed() {
  const engine::Bytes bytes =
      engine::encodeOnnxModel({.irVersion = 3,
                               .opset = 8,
                               .producer = "CNTK",
                               .nodes = {{.type = "Relu", .outputs = {"y"}}}});
  const std::string message = messageOf([&] { engine::decodeOnnx(bytes, "mnist.onnx"); });
  QVERIFY2(
      message.starts_with("mnist.onnx is an ONNX model of IR version 3, opset 8, made by CNTK"),
      message.c_str());
}

void WeightsFormatsTest::exp12_initializersAreNoInputs() {
  const auto model = engine::decodeOnnxModel(encoded(format(".onnx")), "x");
  QCOMPARE(model.inputs.size(), std::size_t{1});
  QCOMPARE(model.inputs[0].name, std::string("pixels_0_255"));
  QCOMPARE(model.outputs.size(), std::size_t{2});
  QCOMPARE(model.outputs[0].name, std::string("probabilities"));
  std::vector<std::string> names;
  for (const auto& node : model.nodes)
    names.insert(names.end(), node.outputs.begin(), node.outputs.end());
  for (const auto& entry : model.initializers) names.push_back(entry.name);
  names.push_back(model.inputs[0].name);
  std::ranges::sort(names);
  QVERIFY(std::ranges::adjacent_find(names) == names.end());
}

void WeightsFormatsTest::exp13_explicitPads() {
  const engine::Bytes bytes = encoded(format(".onnx"));
  QVERIFY(!contains(bytes, "auto_pad"));
  using List = std::vector<std::int64_t>;
  for (const auto& node : engine::decodeOnnxModel(bytes, "x").nodes) {
    if (node.type == "Conv") QVERIFY(node.lists.at("pads") == List({2, 2, 2, 2}));
    if (node.type == "MaxPool") QVERIFY(node.lists.at("pads") == List({0, 0, 0, 0}));
  }
}

// ValueInfoProto of the input, byte for byte: name, then float [N, 1, 28, 28].
void WeightsFormatsTest::exp15_symbolicBatch() {
  QVERIFY(
      contains(encoded(format(".onnx")),
               std::string("\x0a\x0cpixels_0_255\x12\x17\x0a\x15\x08\x01\x12\x11"
                           "\x0a\x03\x12\x01N\x0a\x02\x08\x01\x0a\x02\x08\x1c\x0a\x02\x08\x1c")));
}

void WeightsFormatsTest::inputCanBeNormalized() {
  const WeightsFile file = sampleFile();
  const engine::Bytes bytes =
      format(".onnx").encode(file, {.input = engine::InputRange::Normalized});
  const auto model = engine::decodeOnnxModel(bytes, "x");
  QCOMPARE(model.inputs[0].name, std::string("pixels_normalised"));
  QCOMPARE(model.nodes[0].type, std::string("Conv"));
  QVERIFY(sameBits(format(".onnx").decode(bytes, "x").weights, file.weights));
  const Bytes image = randomBytes(engine::kImagePixels, 256, 1);
  const auto raw = format(".onnx").network(encoded(format(".onnx"), file), "x")(image);
  const auto normalized = format(".onnx").network(bytes, "x")(image);
  for (std::size_t i = 0; i < raw.size(); ++i) QVERIFY(std::abs(raw[i] - normalized[i]) < 1e-5f);
}

void WeightsFormatsTest::cHeaderHoldsFiniteNumbersAlone() {
  WeightsFile file = sampleFile();
  file.weights[3].tensor.values()[5] = std::numeric_limits<float>::infinity();
  const std::string message = messageOf([&] { engine::encodeCHeader(file); });
  QVERIFY2(message.find("conv2_biases") != std::string::npos, message.c_str());
  QVERIFY(sameBits(engine::decodeNpz(engine::encodeNpz(file), "x").weights, file.weights));
}

void WeightsFormatsTest::describesARun() {
  engine::Dataset dataset = engine::selfTestDataset();
  dataset.name = "Made up";
  const engine::Metadata metadata = engine::describeRun({}, dataset, 42);
  QCOMPARE(metadata.at("step"), std::string("42"));
  QCOMPARE(metadata.at("dataset"), std::string("Made up"));
  QCOMPARE(metadata.at("recipe"),
           std::string("batch 64, epochs 10, learning rate 0.01 x 0.95 per epoch, momentum 0.9, "
                       "weight decay 5e-04, keep probability 0.5, seed 66478, as in the script"));
  const std::string before = metadata.at("dataset_crc32");
  QCOMPARE(before.size(), std::size_t{8});
  dataset.test.labels.back() ^= 1;
  QVERIFY(engine::datasetChecksum(dataset) != before);
}

QTEST_GUILESS_MAIN(WeightsFormatsTest)
#include "tst_weights_formats.moc"
