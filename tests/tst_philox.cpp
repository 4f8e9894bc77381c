#include <QTest>
#include <cmath>

#include "engine/kernels/kernels.h"
#include "engine/tensor/philox.h"

using engine::Philox;

namespace {

constexpr std::uint64_t kSeed = 66478;

std::vector<float> truncatedNormal(std::size_t count, std::uint64_t seed = kSeed) {
  std::vector<float> values(count);
  engine::fillTruncatedNormal(Philox(seed), 0.1f, values);
  return values;
}

double halfSumOfSquares(const std::vector<float>& values) {
  double sum = 0;
  for (const float value : values) sum += double(value) * double(value);
  return sum / 2;
}

// The generator once more, from the paper's formulas and with nothing of the engine's.
std::uint32_t wordAt(std::uint64_t index, unsigned word) {
  std::uint64_t c[4] = {index & 0xFFFFFFFF, index >> 32, kSeed, 0};
  std::uint64_t key0 = 87654321, key1 = 0;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = 0xD2511F53 * c[0], p1 = 0xCD9E8D57 * c[2];
    c[0] = (p1 >> 32) ^ c[1] ^ key0;
    c[2] = (p0 >> 32) ^ c[3] ^ key1;
    c[1] = p1 & 0xFFFFFFFF;
    c[3] = p0 & 0xFFFFFFFF;
    key0 = (key0 + 0x9E3779B9) & 0xFFFFFFFF;
    key1 = (key1 + 0xBB67AE85) & 0xFFFFFFFF;
  }
  return std::uint32_t(c[word]);
}

}  // namespace

class PhiloxTest : public QObject {
  Q_OBJECT

 private slots:
  void knownAnswers_data();
  void knownAnswers();
  void uniformUsesTheLow23Bits_data();
  void uniformUsesTheLow23Bits();
  void firstConvolutionWeights();
  void valuesDependOnTheirPositionOnly_data();
  void valuesDependOnTheirPositionOnly();
  void num15_initialPenaltyOfTheSample();
  void truncationAtTwoDeviations();
  void seedsDiffer();
  void dropoutMaskOfTheSample_data();
  void dropoutMaskOfTheSample();
};

// The vectors of the Random123 distribution (kat_vectors, philox4x32 10).
void PhiloxTest::knownAnswers_data() {
  QTest::addColumn<quint64>("counterLow");
  QTest::addColumn<quint64>("counterHigh");
  QTest::addColumn<quint64>("key");
  QTest::addColumn<Philox::Block>("words");
  QTest::newRow("zeros") << quint64(0) << quint64(0) << quint64(0)
                         << Philox::Block{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8};
  QTest::newRow("ones") << ~quint64(0) << ~quint64(0) << ~quint64(0)
                        << Philox::Block{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD};
  QTest::newRow("pi") << quint64(0x85A308D3243F6A88) << quint64(0x0370734413198A2E)
                      << quint64(0x299F31D0A4093822)
                      << Philox::Block{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1};
}

void PhiloxTest::knownAnswers() {
  QFETCH(quint64, counterLow);
  QFETCH(quint64, counterHigh);
  QFETCH(quint64, key);
  QFETCH(Philox::Block, words);
  QVERIFY(Philox(counterHigh, key)(counterLow) == words);
}

void PhiloxTest::uniformUsesTheLow23Bits_data() {
  QTest::addColumn<quint32>("word");
  QTest::addColumn<float>("value");
  QTest::newRow("zero") << 0x00000000u << 0.0f;
  QTest::newRow("high bits ignored") << 0xFF800000u << 0.0f;
  QTest::newRow("half") << 0x00400000u << 0.5f;
  QTest::newRow("smallest") << 0x00000001u << std::ldexp(1.0f, -23);
  QTest::newRow("largest") << 0xFFFFFFFFu << 1.0f - std::ldexp(1.0f, -23);
}

void PhiloxTest::uniformUsesTheLow23Bits() {
  QFETCH(quint32, word);
  QFETCH(float, value);
  QVERIFY(engine::uniformFloat(word) == value);
}

// What TensorFlow makes of the sample's seed.
void PhiloxTest::firstConvolutionWeights() {
  constexpr float kExpected[] = {0.092301f,  0.082142f, -0.173068f, -0.076877f,
                                 -0.055824f, 0.066516f, 0.093985f,  -0.127943f};
  const auto values = truncatedNormal(std::size(kExpected));
  for (std::size_t i = 0; i < values.size(); ++i)
    QVERIFY2(std::abs(values[i] - kExpected[i]) < 1e-6f, qPrintable(QString::number(i)));
}

void PhiloxTest::valuesDependOnTheirPositionOnly_data() {
  QTest::addColumn<int>("count");
  for (const int count : {0, 1, 3, 4, 5, 800}) QTest::addRow("%d", count) << count;
}

void PhiloxTest::valuesDependOnTheirPositionOnly() {
  QFETCH(int, count);
  const auto few = truncatedNormal(std::size_t(count));
  const auto many = truncatedNormal(1000);
  QVERIFY(std::equal(few.begin(), few.end(), many.begin()));
}

void PhiloxTest::num15_initialPenaltyOfTheSample() {
  const double biases = (512 + 10) * 0.1 * 0.1 / 2;
  const double sum = halfSumOfSquares(truncatedNormal(3136 * 512)) +
                     halfSumOfSquares(truncatedNormal(512 * 10)) + biases;
  QVERIFY2(std::abs(sum - 6229.5065) < 1e-3, qPrintable(QString::number(sum, 'f', 6)));
}

void PhiloxTest::truncationAtTwoDeviations() {
  const auto values = truncatedNormal(100'000);
  double sum = 0;
  for (const float value : values) {
    QVERIFY(std::abs(value) < 0.2f);
    sum += double(value);
  }
  const auto count = double(values.size());
  // Deviation after truncation: 0.1 * 0.87963. The bounds are four standard errors wide.
  QVERIFY(std::abs(sum / count) < 0.0012);
  QVERIFY(std::abs(std::sqrt(2 * halfSumOfSquares(values) / count) - 0.087963) < 0.0008);
}

void PhiloxTest::seedsDiffer() {
  QVERIFY(truncatedNormal(8, 1) != truncatedNormal(8, 2));
  QVERIFY(truncatedNormal(8, 1) != truncatedNormal(8, (std::uint64_t(1) << 32) + 1));
}

void PhiloxTest::dropoutMaskOfTheSample_data() {
  QTest::addColumn<int>("step");
  for (const int step : {0, 1, 600}) QTest::addRow("step %d", step) << step;
}

void PhiloxTest::dropoutMaskOfTheSample() {
  QFETCH(int, step);
  constexpr std::size_t kElements = 64 * 512;
  const std::uint64_t base = std::uint64_t(step) * kElements * engine::kReservedPerOutput;
  std::vector<std::uint8_t> keep(kElements);
  engine::referenceKernels().dropoutMask(Philox(kSeed), base, 0.5f, kElements, keep.data());
  int kept = 0;
  for (std::size_t i = 0; i < kElements; ++i) {
    const double u = double(wordAt(base + i / 4, i % 4) & 0x7FFFFF) / double(1 << 23);
    QCOMPARE(int(keep[i]), int(std::floor(0.5 + u)));
    kept += keep[i];
  }
  // Four standard errors are 0.011.
  QVERIFY(std::abs(kept / double(kElements) - 0.5) < 0.011);
}

QTEST_APPLESS_MAIN(PhiloxTest)
#include "tst_philox.moc"
