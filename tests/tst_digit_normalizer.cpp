#include <QTest>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "engine/data/dataset_folder.h"
#include "engine/data/digit_normalizer.h"
#include "engine/data/ink_parts.h"

using engine::NormalizedDigit;
using engine::Stroke;
using Strokes = std::vector<Stroke>;

Q_DECLARE_METATYPE(Strokes)

namespace {

constexpr double kCanvas = 280;

// A seven, 60 wide and 100 high, and its cross bar as a stroke of its own.
const Strokes kSeven{{{{0, 0}, {60, 0}, {20, 100}}}, {{{15, 50}, {55, 50}}}};

Strokes moved(Strokes strokes, double dx, double dy, double scale = 1) {
  for (Stroke& stroke : strokes)
    for (auto& point : stroke.points) point = {scale * point.x + dx, scale * point.y + dy};
  return strokes;
}

int maxDifference(const NormalizedDigit& a, const NormalizedDigit& b) {
  int largest = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i)
    largest = std::max(largest, std::abs(a.pixels[i] - b.pixels[i]));
  return largest;
}

int differenceSum(const NormalizedDigit& a, std::span<const std::uint8_t> b) {
  return std::inner_product(b.begin(), b.end(), a.pixels.begin(), 0, std::plus(),
                            [](int x, int y) { return std::abs(x - y); });
}

struct Shape {
  int width = 0;  // of the ink
  int height = 0;
  int inked = 0;
  double mass = 0;  // in full pixels
  double centreX = 0;
  double centreY = 0;
};

Shape shapeOf(std::span<const std::uint8_t> pixels) {
  Shape shape;
  int left = 28, right = -1, top = 28, bottom = -1;
  for (int row = 0; row < 28; ++row) {
    for (int column = 0; column < 28; ++column) {
      const int value = pixels[row * 28 + column];
      if (value == 0) continue;
      ++shape.inked;
      shape.mass += value / 255.0;
      shape.centreX += column * (value / 255.0);
      shape.centreY += row * (value / 255.0);
      left = std::min(left, column);
      right = std::max(right, column);
      top = std::min(top, row);
      bottom = std::max(bottom, row);
    }
  }
  shape.width = right - left + 1;
  shape.height = bottom - top + 1;
  shape.centreX /= shape.mass;
  shape.centreY /= shape.mass;
  return shape;
}

// A picture of a canvas, drawn with a pen of so many canvas pixels.
std::vector<std::uint8_t> picture(const Strokes& strokes, double penWidth) {
  const int side = static_cast<int>(kCanvas);
  std::vector<std::uint8_t> pixels;
  for (const float ink : engine::renderStrokes(strokes, {}, penWidth, side, side).values)
    pixels.push_back(static_cast<std::uint8_t>(std::lround(255 * ink)));
  return pixels;
}

// The image enlarged by whole factors and put somewhere on a larger picture.
std::vector<std::uint8_t> enlarged(std::span<const std::uint8_t> image, int factor, int dx, int dy,
                                   int width, int height) {
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width) * height);
  for (int y = 0; y < 28 * factor; ++y)
    for (int x = 0; x < 28 * factor; ++x)
      if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
        pixels[(y + dy) * width + x + dx] = image[y / factor * 28 + x / factor];
  return pixels;
}

}  // namespace

class TestDigitNormalizer : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { m_mnist = engine::loadDataset(engine::bundledMnist().value().folder); }
  void dra01_nothingDrawn();
  void dra02_ninePlaces_data();
  void dra02_ninePlaces();
  void dra03_size_data();
  void dra03_size();
  void dra03_mnistMapsToItself();
  void dra03_mnistEnlargedUnevenly();
  void dra07_outsideTheCanvas();
  void dra08_penOfAPicture_data();
  void dra08_penOfAPicture();
  void dra08_thicknessIsMnists();
  void dra09_dot_data();
  void dra09_dot();
  void diagonalHasNoGaps();
  void areaAveragingKeepsInk();
  void severalDigits();
  void transformLeadsToTheInk();
  void shrunkCanvasStaysInPlace();
  void shiftCutsOffAtTheBorder();
  void longDrawing();

 private:
  engine::Dataset m_mnist;
};

void TestDigitNormalizer::dra01_nothingDrawn() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::uint8_t> blank(100);
  for (const NormalizedDigit& digit :
       {engine::normalizeStrokes({}, kCanvas), engine::normalizeStrokes(Strokes(3), kCanvas),
        engine::normalizeStrokes(Strokes{{{{nan, 1}}}}, kCanvas), engine::normalizeImage({}),
        engine::normalizeImage({blank, 10, 10}), engine::shrinkCanvas({}, kCanvas, 20)}) {
    QVERIFY(digit.isEmpty);
    QVERIFY(digit.hasTooLittleInk);
    QCOMPARE(digit.largeParts, 0);
    QCOMPARE(std::ranges::count(digit.pixels, 0), 784);
  }
}

void TestDigitNormalizer::dra02_ninePlaces_data() {
  QTest::addColumn<Strokes>("strokes");
  QTest::newRow("seven") << kSeven;
  // Their centres of mass lie exactly between two pixels.
  QTest::newRow("one") << Strokes{{{{0, 0}, {0, 130}}}};
  QTest::newRow("cross") << Strokes{{{{0, 50}, {100, 50}}}, {{{50, 0}, {50, 100}}}};
  QTest::newRow("crooked") << moved(kSeven, 0.1, 0.7, 1.0 / 3);
}

void TestDigitNormalizer::dra02_ninePlaces() {
  QFETCH(Strokes, strokes);
  const auto reference = engine::normalizeStrokes(strokes, kCanvas);
  QVERIFY(!reference.isEmpty);
  // Whole cells, from an origin that binary fractions cannot hold.
  for (const double dx : {10.1, 70.1, 150.1}) {
    for (const double dy : {10.3, 70.3, 150.3}) {
      const auto digit = engine::normalizeStrokes(moved(strokes, dx, dy), kCanvas);
      QVERIFY(maxDifference(digit, reference) <= 1);
    }
  }
}

void TestDigitNormalizer::dra03_size_data() {
  QTest::addColumn<Strokes>("strokes");
  QTest::addColumn<double>("aspect");  // of the centre lines, width / height
  QTest::newRow("16 px") << moved(kSeven, 100, 30, 0.16) << 0.6;
  QTest::newRow("270 px") << moved(kSeven, 3, 5, 2.7) << 0.6;
  QTest::newRow("one") << Strokes{{{{200, 20}, {200, 160}}}} << 0.0;
  QTest::newRow("dash") << Strokes{{{{30, 250}, {250, 250}}}} << 1e9;
}

void TestDigitNormalizer::dra03_size() {
  QFETCH(Strokes, strokes);
  QFETCH(double, aspect);
  const auto digit = engine::normalizeStrokes(strokes, kCanvas);
  const Shape shape = shapeOf(digit.pixels);
  QCOMPARE(std::max(shape.width, shape.height), 20);
  const double lines = 20 - engine::kMnistPenWidth;
  const double shorter = lines * std::min(aspect, 1 / aspect) + engine::kMnistPenWidth;
  QVERIFY(std::abs(std::min(shape.width, shape.height) - shorter) <= 1);
  QCOMPARE(shape.width > shape.height, aspect > 1);
  QVERIFY(std::abs(shape.centreX - 14) <= 0.5);
  QVERIFY(std::abs(shape.centreY - 14) <= 0.5);
  QVERIFY(std::ranges::any_of(digit.pixels, [](int pixel) { return pixel > 0 && pixel < 255; }));
  QVERIFY(!digit.hasTooLittleInk);
}

// MNIST's own images are normalised already: enlarged and moved, they must come back.
void TestDigitNormalizer::dra03_mnistMapsToItself() {
  int same = 0;
  double difference = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto original = m_mnist.test.image(i);
    const auto large = enlarged(original, 4, 5 * (i % 9), 4 * (i % 7), 160, 140);
    const auto digit = engine::normalizeImage({large, 160, 140});
    same += std::ranges::equal(digit.pixels, original);
    difference += differenceSum(digit, original);
  }
  qInfo("%d of 1000 images unchanged; mean absolute difference %.4f of 255", same,
        difference / (1000 * 784));
  QVERIFY(same >= 990);
}

// 4.3-fold: every pixel is averaged over edges of the enlarged ones.
void TestDigitNormalizer::dra03_mnistEnlargedUnevenly() {
  double difference = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto original = m_mnist.test.image(i);
    const auto enlargement =
        engine::resampleByArea({original, 28, 28}, {4.3, 20.7, 11.2}, 170, 150);
    std::vector<std::uint8_t> large;
    for (const float ink : enlargement.values)
      large.push_back(static_cast<std::uint8_t>(std::lround(255 * ink)));
    const auto digit = engine::normalizeImage({large, 170, 150});
    difference += differenceSum(digit, original);
  }
  difference /= 1000 * 784;
  qInfo("mean absolute difference %.3f of 255", difference);
  QVERIFY(difference < 4);
}

void TestDigitNormalizer::dra07_outsideTheCanvas() {
  const Strokes strokes{{{{140, 140}, {-50, 140}, {1e6, -1e6}}}, {{{0, 0}, {0, 280}}}};
  const auto digit = engine::normalizeStrokes(strokes, kCanvas);
  QVERIFY(!digit.isEmpty);
  QVERIFY(!engine::shrinkCanvas(strokes, kCanvas, 20).isEmpty);
  QVERIFY(engine::shrinkCanvas(Strokes{{{{-50, 140}, {-90, 1e9}}}}, kCanvas, 20).isEmpty);
}

void TestDigitNormalizer::dra08_penOfAPicture_data() {
  QTest::addColumn<double>("pen");
  for (const double pen : {1, 4, 12, 24, 40}) QTest::addRow("%g px", pen) << pen;
}

void TestDigitNormalizer::dra08_penOfAPicture() {
  QFETCH(double, pen);
  const auto pixels = picture(moved(kSeven, 60, 40, 1.5), pen);
  const auto digit = engine::normalizeImage({pixels, 280, 280});
  QVERIFY(!digit.isEmpty);
  QVERIFY(!digit.hasTooLittleInk);
  const Shape shape = shapeOf(digit.pixels);
  QCOMPARE(shape.height, 20);
  QVERIFY(std::abs(shape.centreX - 14) <= 0.5 && std::abs(shape.centreY - 14) <= 0.5);
}

// Whatever the size and direction of the drawing: ink / length of the line, without its two caps.
void TestDigitNormalizer::dra08_thicknessIsMnists() {
  const double pen = engine::kMnistPenWidth;
  for (const double degrees : {0, 10, 30, 45, 60, 90}) {
    const double angle = degrees * std::numbers::pi / 180;
    const double length = (20 - pen) / std::max(std::cos(angle), std::sin(angle));
    for (const double size : {30, 250}) {
      const Strokes line{{{{0, 0}, {size * std::cos(angle), size * std::sin(angle)}}}};
      const auto digit = engine::normalizeStrokes(line, kCanvas);
      const double caps = std::numbers::pi * pen * pen / 4;
      const double thickness = (shapeOf(digit.pixels).mass - caps) / length;
      QVERIFY2(std::abs(thickness - pen) < 0.05 * pen, qPrintable(QString::number(thickness)));
    }
  }
}

void TestDigitNormalizer::dra09_dot_data() {
  QTest::addColumn<Strokes>("strokes");
  QTest::newRow("click") << Strokes{{{{77, 33}}}};
  QTest::newRow("double click") << Strokes{{{{77, 33}}}, {{{77, 33}, {77, 33}}}};
  QTest::newRow("trembling click") << Strokes{{{{77, 33}, {77.5, 33.2}}}};
}

void TestDigitNormalizer::dra09_dot() {
  QFETCH(Strokes, strokes);
  const auto digit = engine::normalizeStrokes(strokes, kCanvas);
  QVERIFY(!digit.isEmpty);
  QVERIFY(digit.hasTooLittleInk);
  const Shape shape = shapeOf(digit.pixels);
  QVERIFY(shape.width >= 3 && shape.width <= 4);
  QCOMPARE(shape.height, 3);
  QVERIFY(std::abs(shape.centreX - 14) <= 0.5 && std::abs(shape.centreY - 14) <= 0.5);

  const auto pixels = picture(strokes, 10);
  QVERIFY(engine::normalizeImage({pixels, 280, 280}).largeParts == 1);
}

void TestDigitNormalizer::diagonalHasNoGaps() {
  const auto digit = engine::normalizeStrokes(Strokes{{{{0, 0}, {280, 280}}}}, kCanvas);
  const int full = static_cast<int>(std::ranges::count(digit.pixels, 255));
  QVERIFY(full >= 18);
  QCOMPARE(digit.largeParts, 1);
}

void TestDigitNormalizer::areaAveragingKeepsInk() {
  const std::vector<std::uint8_t> full(50 * 30, 255);
  const auto digit = engine::normalizeImage({full, 50, 30});
  QCOMPARE(shapeOf(digit.pixels).mass, 240.0);
  QCOMPARE(std::ranges::count(digit.pixels, 255), 240);

  const auto shrunk = engine::resampleByArea({full, 50, 30}, {0.37, 1.3, 2.9}, 28, 28);
  const double mass = std::reduce(shrunk.values.begin(), shrunk.values.end(), 0.0);
  QVERIFY(std::abs(mass - 1500 * 0.37 * 0.37) < 1e-3);
  QVERIFY(std::abs(shrunk.at(2, 1) - 0.1 * 0.7) < 1e-6);
}

void TestDigitNormalizer::severalDigits() {
  Strokes two = moved(kSeven, 20, 50);
  const Strokes second = moved(kSeven, 160, 50);
  two.insert(two.end(), second.begin(), second.end());
  QCOMPARE(engine::normalizeStrokes(two, kCanvas).largeParts, 2);
  QCOMPARE(engine::normalizeStrokes(kSeven, kCanvas).largeParts, 1);
  const std::vector<std::uint8_t> faintlyLinked{255, 40, 255};
  QCOMPARE(engine::countLargeParts(faintlyLinked, 3, 0.25), 2);
  const std::vector<std::uint8_t> linkedAtCorners{255, 0, 0, 0, 255, 0, 0, 0, 255};
  QCOMPARE(engine::countLargeParts(linkedAtCorners, 3, 0.25), 1);
  // A small separate bar is part of a five.
  const Strokes five{{{{0, 0}, {0, 50}, {40, 50}, {40, 100}, {0, 100}}}, {{{20, 0}, {40, 0}}}};
  QCOMPARE(engine::normalizeStrokes(five, kCanvas).largeParts, 1);
}

void TestDigitNormalizer::transformLeadsToTheInk() {
  const Strokes strokes = moved(kSeven, 130, 90);
  for (const auto& digit :
       {engine::normalizeStrokes(strokes, kCanvas), engine::shrinkCanvas(strokes, kCanvas, 20)}) {
    const auto& [scale, offsetX, offsetY] = digit.transform;
    for (const Stroke& stroke : strokes)
      for (const auto& point : stroke.points)
        QVERIFY(digit.pixels[static_cast<int>(scale * point.y + offsetY) * 28 +
                             static_cast<int>(scale * point.x + offsetX)] > 128);
  }
}

void TestDigitNormalizer::shrunkCanvasStaysInPlace() {
  const auto digit = engine::shrinkCanvas(Strokes{{{{50, 20}, {50, 120}}}}, kCanvas, 20);
  for (int row = 3; row < 11; ++row) {
    QCOMPARE(digit.pixels[row * 28 + 4], 255);
    QCOMPARE(digit.pixels[row * 28 + 5], 255);
    QCOMPARE(digit.pixels[row * 28 + 3], 0);
    QCOMPARE(digit.pixels[row * 28 + 6], 0);
  }
}

// Nearly all ink at one end: the other end of the box leaves the image.
void TestDigitNormalizer::shiftCutsOffAtTheBorder() {
  for (const int full : {0, 19}) {
    std::vector<std::uint8_t> pixels(20 * 20);
    for (int i = 0; i < 20; ++i) pixels[i * 20 + full] = 255;
    pixels[19 - full] = 1;
    const auto digit = engine::normalizeImage({pixels, 20, 20});
    QCOMPARE(shapeOf(digit.pixels).mass, 20.0);
    QCOMPARE(shapeOf(digit.pixels).centreX, 14.0);
  }
}

void TestDigitNormalizer::longDrawing() {
  Stroke scribble;
  for (int i = 0; i < 20000; ++i)
    scribble.points.push_back({140 + 100 * std::cos(i * 0.013), 140 + 130 * std::sin(i * 0.0171)});
  const auto start = std::chrono::steady_clock::now();
  const auto digit = engine::normalizeStrokes({&scribble, 1}, kCanvas);
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  qInfo("20,000 points take %.2f ms", taken.count());
  QVERIFY(!digit.isEmpty);
}

QTEST_APPLESS_MAIN(TestDigitNormalizer)
#include "tst_digit_normalizer.moc"
