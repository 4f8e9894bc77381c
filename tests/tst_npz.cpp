#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <fstream>

#include "engine/weights/npy.h"
#include "engine/weights/npz.h"
#include "error_message.h"

namespace {

using engine::Shape;
using engine::Tensor;

Tensor counted(Shape shape) {
  Tensor tensor(std::move(shape));
  for (float i = 0; float& value : tensor.values()) value = 0.37f * i++;
  return tensor;
}

bool sameBits(const Tensor& a, const Tensor& b) {
  return a.shape() == b.shape() && std::memcmp(a.data(), b.data(), a.values().size_bytes()) == 0;
}

std::vector<std::byte> bytesOf(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// A .npy file by hand, so that the reader is not only tested against the writer.
std::vector<std::byte> npyFile(const std::string& dictionary, const std::string& data,
                               char major = 1) {
  std::string text = std::string("\x93NUMPY") + major + '\0';
  const std::size_t length = dictionary.size();
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) text += static_cast<char>(length >> (8 * i));
  return bytesOf(text + dictionary + data);
}

std::string dictionary(const std::string& type, const std::string& shape,
                       const std::string& fortran = "False") {
  return "{'descr': " + type + ", 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

}  // namespace

class NpzTest : public QObject {
  Q_OBJECT

 private slots:
  void exp01_headerIsAlignedAndPlain_data();
  void exp01_headerIsAlignedAndPlain();
  void exp02_readsFormats1To3();
  void exp02_refusesOtherFormatsByName();
  void exp03_fortranOrderIsNotPermuted();
  void exp04_readsOtherFloats_data();
  void exp04_readsOtherFloats();
  void exp04_refuses_data();
  void exp04_refuses();
  void exp06_archiveIsSound();
  void exp10_oneIsLittleEndian();
  void roundTripKeepsNamesShapesAndBits();
  void refusesDamagedArchives();
  void numpyReadsOurs();
  void readsNumpys_data();
  void readsNumpys();

 private:
  std::string file(const char* name) const { return m_folder.filePath(name).toStdString(); }
  /// Runs a Python script with numpy as np and the folder as current folder; its output.
  QByteArray python(const QByteArray& script);
  bool hasNumpy();

  QTemporaryDir m_folder;
};

QByteArray NpzTest::python(const QByteArray& script) {
  QProcess process;
  process.setWorkingDirectory(m_folder.path());
  process.setProcessChannelMode(QProcess::MergedChannels);
  process.start("/usr/bin/python3", {"-c", "import numpy as np\n" + script});
  process.waitForFinished();
  return process.exitCode() == 0 ? process.readAll().trimmed() : "failed: " + process.readAll();
}

bool NpzTest::hasNumpy() {
  return python("print(1)") == "1";
}

void NpzTest::exp01_headerIsAlignedAndPlain_data() {
  QTest::addColumn<Shape>("shape");
  QTest::addColumn<QByteArray>("literal");
  QTest::newRow("conv1") << Shape{5, 5, 1, 32} << QByteArray("(5, 5, 1, 32)");
  QTest::newRow("bias") << Shape{32} << QByteArray("(32,)");
  QTest::newRow("scalar") << Shape{} << QByteArray("()");
  QTest::newRow("empty") << Shape{0, 3} << QByteArray("(0, 3)");
}

void NpzTest::exp01_headerIsAlignedAndPlain() {
  QFETCH(Shape, shape);
  QFETCH(QByteArray, literal);
  const Tensor tensor = counted(shape);
  const auto bytes = engine::encodeNpy(tensor);
  const QByteArray text(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size()));
  const int length = quint8(text[8]) + 256 * quint8(text[9]);
  QCOMPARE((10 + length) % 64, 0);
  QCOMPARE(text.left(8), QByteArray("\x93NUMPY\x01\x00", 8));
  const QByteArray header = text.mid(10, length);
  QVERIFY(
      header.startsWith("{'descr': '<f4', 'fortran_order': False, 'shape': " + literal + ", }"));
  QVERIFY(header.endsWith('\n'));
  QCOMPARE(std::size_t(text.size() - 10 - length), tensor.values().size_bytes());
  QVERIFY(sameBits(engine::decodeNpy(bytes, "a"), tensor));
}

void NpzTest::exp02_readsFormats1To3() {
  const std::string one("\x00\x00\x80\x3f", 4);
  for (const char major : {'\1', '\2', '\3'}) {
    const Tensor tensor = engine::decodeNpy(npyFile(dictionary("'<f4'", "(1,)"), one, major), "a");
    QCOMPARE(tensor.shape(), Shape{1});
    QCOMPARE(tensor.values()[0], 1.0f);
  }
}

void NpzTest::exp02_refusesOtherFormatsByName() {
  const auto bytes = npyFile(dictionary("'<f4'", "(1,)"), "abcd", 9);
  QVERIFY(messageOf([&] {
            engine::decodeNpy(bytes, "w.npy");
          }).find("w.npy is in .npy format 9.0") != std::string::npos);
}

void NpzTest::exp03_fortranOrderIsNotPermuted() {
  // [2, 3, 2]: element [i, j, k] has the value 100 i + 10 j + k and lies at i + 2 j + 6 k.
  std::string data;
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 2; ++i) {
        const float value = float(100 * i + 10 * j + k);
        data.append(reinterpret_cast<const char*>(&value), sizeof value);
      }
  const Tensor tensor =
      engine::decodeNpy(npyFile(dictionary("'<f4'", "(2, 3, 2)", "True"), data), "a");
  const std::vector<float> expected{0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121};
  QVERIFY(std::ranges::equal(tensor.values(), expected));
}

void NpzTest::exp04_readsOtherFloats_data() {
  QTest::addColumn<QByteArray>("type");
  QTest::addColumn<QByteArray>("one");
  QTest::newRow("big-endian") << QByteArray(">f4") << QByteArray("\x3f\x80\0\0", 4);
  QTest::newRow("double") << QByteArray("<f8") << QByteArray("\0\0\0\0\0\0\xf0\x3f", 8);
  QTest::newRow("byte") << QByteArray("|u1") << QByteArray("\1", 1);
  QTest::newRow("big-endian double") << QByteArray(">f8") << QByteArray("\x3f\xf0\0\0\0\0\0\0", 8);
}

void NpzTest::exp04_readsOtherFloats() {
  QFETCH(QByteArray, type);
  QFETCH(QByteArray, one);
  const auto bytes = npyFile(dictionary("'" + type.toStdString() + '\'', "()"), one.toStdString());
  QCOMPARE(engine::decodeNpy(bytes, "a").values()[0], 1.0f);
}

void NpzTest::exp04_refuses_data() {
  QTest::addColumn<QByteArray>("header");
  QTest::addColumn<int>("dataSize");
  QTest::addColumn<QByteArray>("reason");
  const auto row = [](const char* name, const std::string& header, int dataSize,
                      const char* reason) {
    QTest::newRow(name) << QByteArray::fromStdString(header) << dataSize << QByteArray(reason);
  };
  row("pickle", dictionary("'|O'", "(1,)"), 8, "type '|O'");
  row("integers", dictionary("'<i8'", "(1,)"), 8, "type '<i8'");
  row("record", dictionary("[('a', '<f4')]", "(1,)"), 4, "not a plain NumPy array");
  row("no shape", "{'descr': '<f4', 'fortran_order': False}\n", 4, "not a plain NumPy array");
  row("negative", dictionary("'<f4'", "(-1,)"), 4, "shape");
  row("expression", dictionary("'<f4'", "(2*2,)"), 16, "shape");
  row("too short", dictionary("'<f4'", "(2, 2)"), 12, "12 bytes of data do not fit shape [2, 2]");
  row("too long", dictionary("'<f4'", "(2, 2)"), 20, "20 bytes of data");
  row("overflow", dictionary("'<f4'", "(4611686018427387904, 4)"), 0, "do not fit");
}

void NpzTest::exp04_refuses() {
  QFETCH(QByteArray, header);
  QFETCH(int, dataSize);
  QFETCH(QByteArray, reason);
  const auto bytes = npyFile(header.toStdString(), std::string(std::size_t(dataSize), '\0'));
  const std::string message = messageOf([&] { engine::decodeNpy(bytes, "w.npy"); });
  QVERIFY2(QByteArray::fromStdString(message).contains(reason), message.c_str());
  QVERIFY(message.starts_with("w.npy "));
}

void NpzTest::exp06_archiveIsSound() {
  engine::writeNpz(file("sound.npz"), {{"a", counted({3, 4})}, {"b", counted({5})}});
  const QByteArray script =
      "import zipfile\n"
      "z = zipfile.ZipFile('sound.npz')\n"
      "print(z.testzip(), [(i.filename, i.date_time[1] >= 1, i.date_time[2] >= 1)"
      " for i in z.infolist()])";
  if (!hasNumpy()) QSKIP("python3-numpy is not installed");
  QCOMPARE(python(script), QByteArray("None [('a.npy', True, True), ('b.npy', True, True)]"));
}

void NpzTest::exp10_oneIsLittleEndian() {
  Tensor tensor({1});
  tensor.fill(1.0f);
  const auto bytes = engine::encodeNpy(tensor);
  const std::vector<std::byte> last(bytes.end() - 4, bytes.end());
  QCOMPARE(last, bytesOf(std::string("\x00\x00\x80\x3f", 4)));
}

void NpzTest::roundTripKeepsNamesShapesAndBits() {
  engine::Weights weights{{"conv1_weights", counted({5, 5, 1, 32})}, {"fc2_biases", counted({10})}};
  weights[1].tensor.values()[3] = std::numeric_limits<float>::quiet_NaN();
  engine::writeNpz(file("a.npz"), weights);
  engine::writeNpz(file("b.npz"), weights);
  const engine::Weights read = engine::readNpz(file("a.npz"));
  QCOMPARE(read.size(), weights.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    QCOMPARE(read[i].name, weights[i].name);
    QVERIFY(sameBits(read[i].tensor, weights[i].tensor));
  }
  QFile a(m_folder.filePath("a.npz")), b(m_folder.filePath("b.npz"));
  QVERIFY(a.open(QIODevice::ReadOnly) && b.open(QIODevice::ReadOnly));
  QCOMPARE(a.readAll(), b.readAll());
}

void NpzTest::refusesDamagedArchives() {
  const std::string missing = file("missing.npz");
  QVERIFY(messageOf([&] { engine::readNpz(missing); }).find(missing) != std::string::npos);

  const std::string text = file("text.npz");
  std::ofstream(text) << "no archive";
  QVERIFY(messageOf([&] { engine::readNpz(text); }).find(text) != std::string::npos);

  const std::string damaged = file("damaged.npz");
  engine::writeNpz(damaged, {{"fc1_biases", counted({512})}});
  std::fstream stream(damaged, std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(1000);
  stream.put('\x55');
  stream.close();
  const std::string message = messageOf([&] { engine::readNpz(damaged); });
  QVERIFY2(message.find("fc1_biases.npy: CRC error") != std::string::npos, message.c_str());
}

void NpzTest::numpyReadsOurs() {
  if (!hasNumpy()) QSKIP("python3-numpy is not installed");
  engine::writeNpz(file("ours.npz"),
                   {{"conv1_weights", counted({5, 5, 1, 32})}, {"conv1_biases", counted({32})}});
  QCOMPARE(python("z = np.load('ours.npz')\n"
                  "w = z['conv1_weights']\n"
                  "e = np.arange(800, dtype='f4') * np.float32(.37)\n"
                  "print(z.files, w.shape, w.dtype, z['conv1_biases'].shape,"
                  " (w.ravel() == e).all(), w.flags.c_contiguous)"),
           QByteArray("['conv1_weights', 'conv1_biases'] (5, 5, 1, 32) float32 (32,) True True"));
  // The member is what numpy.save itself would have written.
  QCOMPARE(python("import io, zipfile\n"
                  "b = io.BytesIO(); np.save(b, np.load('ours.npz')['conv1_weights'])\n"
                  "print(b.getvalue() == zipfile.ZipFile('ours.npz').read('conv1_weights.npy'))"),
           QByteArray("True"));
}

void NpzTest::readsNumpys_data() {
  QTest::addColumn<QByteArray>("save");
  QTest::newRow("stored") << QByteArray("np.savez('theirs.npz', a=a)");
  QTest::newRow("exp06 deflated, zip64 fields")
      << QByteArray("np.savez_compressed('theirs.npz', a=a)");
  QTest::newRow("exp03 fortran") << QByteArray("np.savez('theirs.npz', a=np.asfortranarray(a))");
  QTest::newRow("exp04 big-endian") << QByteArray("np.savez('theirs.npz', a=a.astype('>f4'))");
  QTest::newRow("exp04 double") << QByteArray("np.savez('theirs.npz', a=a.astype('f8'))");
}

void NpzTest::readsNumpys() {
  if (!hasNumpy()) QSKIP("python3-numpy is not installed");
  QFETCH(QByteArray, save);
  QCOMPARE(python("a = np.arange(5120, dtype='f4').reshape(512, 10)\n" + save), QByteArray());
  const engine::Weights weights = engine::readNpz(file("theirs.npz"));
  QCOMPARE(weights.size(), std::size_t{1});
  QCOMPARE(weights[0].name, std::string("a"));
  QCOMPARE(weights[0].tensor.shape(), (Shape{512, 10}));
  for (int i = 0; i < 5120; ++i) QCOMPARE(weights[0].tensor.values()[std::size_t(i)], float(i));
}

QTEST_GUILESS_MAIN(NpzTest)
#include "tst_npz.moc"
