#include <QTest>
#include <cmath>

#include "engine/weights/safetensors.h"
#include "error_message.h"

using engine::Bytes;
using engine::Tensor;

namespace {

Bytes fileOf(std::uint64_t length, const QByteArray& text) {
  QByteArray all;
  for (int i = 0; i < 8; ++i) all += char(length >> (8 * i));
  all += text;
  const auto raw = std::as_bytes(std::span(all.constData(), std::size_t(all.size())));
  return {raw.begin(), raw.end()};
}

Bytes fileOf(const QByteArray& header, const QByteArray& data = {}) {
  return fileOf(std::uint64_t(header.size()), header + data);
}

QByteArray entry(const char* type, const QByteArray& shape, const QByteArray& offsets) {
  return QByteArray("{\"dtype\":\"") + type + "\",\"shape\":" + shape +
         ",\"data_offsets\":" + offsets + "}";
}

}  // namespace

class SafetensorsTest : public QObject {
  Q_OBJECT

 private slots:
  void headerIsAlignedAndPlain();
  void exp07_refuses_data();
  void exp07_refuses();
  void exp09_accepts_data();
  void exp09_accepts();
  void manyTensors();
  void num14_halfPrecision();
};

void SafetensorsTest::headerIsAlignedAndPlain() {
  Tensor one({1});
  one.fill(1);
  for (int names = 0; names < 9; ++names) {  // every remainder of the padding
    const Bytes bytes =
        engine::encodeSafetensors({{{std::string(std::size_t(names), 'n'), one}}, {}});
    const QByteArray text(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size()));
    const int length = quint8(text[0]) + 256 * quint8(text[1]);
    QCOMPARE((8 + length) % 8, 0);
    QVERIFY(text.mid(8, length).startsWith(
        "{\"" + QByteArray(names, 'n') +
        "\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}"));
    QCOMPARE(text.mid(8 + length), QByteArray("\x00\x00\x80\x3f", 4));
  }
}

void SafetensorsTest::exp07_refuses_data() {
  QTest::addColumn<Bytes>("file");
  QTest::addColumn<QByteArray>("reason");
  const QByteArray four(4, '\0');
  const auto row = [&](const char* name, const QByteArray& tensor, const char* reason) {
    QTest::newRow(name) << fileOf("{\"t\":" + tensor + "}", four) << QByteArray(reason);
  };
  row("shape beyond the offsets", entry("F32", "[1000,1000]", "[0,4]"), "do not fit");
  row("begin behind end", entry("F32", "[1]", "[4,0]"), "do not fit");
  row("end behind the file", entry("F32", "[2]", "[0,8]"), "its data 4");
  row("negative", entry("F32", "[1]", "[-4,0]"), "offsets");
  row("no whole number", entry("F32", "[1]", "[0,4.0]"), "offsets");
  row("a single offset", entry("F32", "[1]", "[4]"), "offsets");
  row("negative shape", entry("F32", "[-1]", "[0,4]"), "shape");
  row("overflow", entry("F32", "[4611686018427387904,4]", "[0,0]"), "too large");
  row("gap", entry("F32", "[0]", "[4,4]"), "does not start");
  row("no entry", "5", "lacks");
  row("no offsets", "{\"dtype\":\"F32\",\"shape\":[1]}", "lacks");
  row("other type", entry("I64", "[1]", "[0,8]"), "as I64");
  QTest::newRow("overlap") << fileOf("{\"a\":" + entry("F32", "[1]", "[0,4]") +
                                         ",\"b\":" + entry("F32", "[1]", "[0,4]") + "}",
                                     four)
                           << QByteArray("b does not start");
  QTest::newRow("exp09 name twice") << fileOf("{\"w\":" + entry("F32", "[1]", "[0,4]") +
                                                  ",\"w\":" + entry("F32", "[1]", "[0,4]") + "}",
                                              four)
                                    << QByteArray("names w twice");
  QTest::newRow("exp09 length 2^63")
      << fileOf(std::uint64_t{1} << 63, "{}") << QByteArray("claims 9223372036854775808 bytes");
  QTest::newRow("exp09 length 101 MB") << fileOf(101'000'000, "{}") << QByteArray("claims");
  QTest::newRow("exp09 length 0") << fileOf(0, "{}") << QByteArray("not JSON");
  QTest::newRow("exp09 not JSON") << fileOf("{\"t\":") << QByteArray("not JSON");
  QTest::newRow("too short") << Bytes(7) << QByteArray("too short");
}

void SafetensorsTest::exp07_refuses() {
  QFETCH(Bytes, file);
  QFETCH(QByteArray, reason);
  const std::string message = messageOf([&] { engine::decodeSafetensors(file, "w.safetensors"); });
  QVERIFY2(message.starts_with("w.safetensors "), message.c_str());
  QVERIFY2(QByteArray::fromStdString(message).contains(reason), message.c_str());
}

void SafetensorsTest::exp09_accepts_data() {
  QTest::addColumn<Bytes>("file");
  QTest::addColumn<int>("tensors");
  QTest::addColumn<int>("metadata");
  const QByteArray tensor = "\"t\":" + entry("F32", "[1]", "[0,4]"), four(4, '\0');
  QTest::newRow("empty metadata") << fileOf("{\"__metadata__\":{}," + tensor + "}", four) << 1 << 0;
  QTest::newRow("metadata alone") << fileOf("{\"__metadata__\":{\"a\":\"b\"}}") << 0 << 1;
  QTest::newRow("nothing") << fileOf("{}") << 0 << 0;
  QTest::newRow("padding") << fileOf("{" + tensor + "}   ", four) << 1 << 0;
  QTest::newRow("scalar") << fileOf("{\"t\":" + entry("F32", "[]", "[0,4]") + "}", four) << 1 << 0;
  QTest::newRow("our own metadata alone")
      << engine::encodeSafetensors({{}, {{"step", "1"}}}) << 0 << 1;
}

void SafetensorsTest::exp09_accepts() {
  QFETCH(Bytes, file);
  const auto read = engine::decodeSafetensors(file, "w");
  QTEST(int(read.weights.size()), "tensors");
  QTEST(int(read.metadata.size()), "metadata");
}

// 20 000 empty tensors are read, one more is refused; of a million the rest is not looked at.
void SafetensorsTest::manyTensors() {
  const auto fileWith = [](int count) {
    QByteArray header;
    for (int i = 0; i < count; ++i)
      header += (i ? ",\"" : "{\"") + QByteArray::number(i) + "\":" + entry("F32", "[0]", "[0,0]");
    return fileOf(header + "}");
  };
  QCOMPARE(engine::decodeSafetensors(fileWith(20'000), "w").weights.size(), std::size_t{20'000});
  for (const int count : {20'001, 1'000'000})
    QCOMPARE(messageOf([&] { engine::decodeSafetensors(fileWith(count), "w"); }),
             std::string("w has more than 20000 tensors, the weights of another network."));
}

void SafetensorsTest::num14_halfPrecision() {
  const auto values = [](const char* type, const QByteArray& data) {
    const QByteArray count =
        QByteArray::number(data.size() / (type[0] == 'F' && type[1] == '6' ? 8 : 2));
    const auto read = engine::decodeSafetensors(
        fileOf("{\"t\":" +
                   entry(type, "[" + count + "]", "[0," + QByteArray::number(data.size()) + "]") +
                   "}",
               data),
        "w");
    const auto found = read.weights.front().tensor.values();
    return std::vector<float>(found.begin(), found.end());
  };
  // 1, -2, 65504 (the largest), 2^-24 (the smallest), inf, as IEEE 754 spells them.
  const std::vector<float> half =
      values("F16", QByteArray("\x00\x3c\x00\xc0\xff\x7b\x01\x00\x00\x7c", 10));
  QCOMPARE(half, (std::vector<float>{1, -2, 65504, std::ldexp(1.0f, -24), INFINITY}));
  QVERIFY(std::isnan(values("F16", QByteArray("\x01\x7c", 2))[0]));
  // 1 and, rounded to nearest, 1/3.
  const std::vector<float> brain = values("BF16", QByteArray("\x80\x3f\xab\x3e", 4));
  QCOMPARE(brain[0], 1.0f);
  QVERIFY(std::abs(brain[1] * 3 - 1) <= std::ldexp(1.0f, -8));
  QCOMPARE(values("F64", QByteArray("\0\0\0\0\0\0\xf0\x3f", 8)), std::vector<float>{1});
}

QTEST_GUILESS_MAIN(SafetensorsTest)
#include "tst_safetensors.moc"
