#include <QTest>
#include <cmath>
#include <numeric>
#include <random>

#include "engine/data/dataset_folder.h"
#include "engine/data/line_thickness.h"
#include "engine/data/picture_import.h"

using engine::OwnedGreyImage;
using engine::PictureImport;

namespace {

// How a sheet of paper is photographed.
struct Scene {
  double paper = 230;  // brightness where the light is full
  double ink = 40;     // brightness of the ink where the light is full
  double shadow = 0;   // share of the light missing in the far corner
  double noise = 0;    // deviation, grey levels
  double scale = 8;    // of the digit
  int side = 300;
  bool hasSpecks = false;
};

// MNIST's digit as it would be photographed; 0 = black.
OwnedGreyImage photograph(std::span<const std::uint8_t> digit, const Scene& scene) {
  const double offset = (scene.side - 28 * scene.scale) / 2;
  const auto ink = engine::resampleByArea({digit, 28, 28}, {scene.scale, offset, offset + 7},
                                          scene.side, scene.side);
  std::mt19937 random(5);
  std::normal_distribution<double> noise(0, std::max(scene.noise, 1e-9));
  OwnedGreyImage photo{{}, scene.side, scene.side};
  for (int y = 0; y < scene.side; ++y)
    for (int x = 0; x < scene.side; ++x) {
      double share = ink.at(y, x);
      if (scene.hasSpecks && x % 97 == 5 && y % 83 == 11) share = 1;
      const double light = 1 - scene.shadow * (x + 2 * y) / (3.0 * scene.side);
      const double value =
          light * (scene.paper + share * (scene.ink - scene.paper)) + noise(random);
      photo.pixels.push_back(static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0))));
    }
  return photo;
}

double difference(const engine::NormalizedDigit& digit, std::span<const std::uint8_t> original) {
  double sum = 0;
  for (int i = 0; i < 784; ++i) sum += std::abs(digit.pixels[i] - original[i]);
  return sum / 784;
}

// Vertical bars of a known thickness.
OwnedGreyImage bar(int thickness, int height) {
  OwnedGreyImage image{{}, thickness + 40, height + 40};
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      image.pixels.push_back(x >= 20 && x < 20 + thickness && y >= 20 && y < 20 + height ? 255 : 0);
  return image;
}

}  // namespace

Q_DECLARE_METATYPE(Scene)

class PictureImportTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { m_mnist = engine::loadDataset(engine::bundledMnist().value().folder); }
  void dra04_photographs_data();
  void dra04_photographs();
  void dra04_darkOrLightInk();
  void dra08_linesOfAnyThickness_data();
  void dra08_linesOfAnyThickness();
  void dra01_noInk_data();
  void dra01_noInk();
  void dra12_twoDigitsAreTwoShapes();
  void aPictureInMnistsShapeIsTakenAsItIs();
  void thicknessIsMeasured();

 private:
  engine::Dataset m_mnist;
};

void PictureImportTest::dra04_photographs_data() {
  QTest::addColumn<Scene>("scene");
  QTest::newRow("scan") << Scene{};
  QTest::newRow("chalk on a board") << Scene{.paper = 50, .ink = 220};
  QTest::newRow("pencil on grey paper") << Scene{.paper = 150, .ink = 80};
  QTest::newRow("half in the shadow") << Scene{.shadow = 0.6};
  QTest::newRow("noisy") << Scene{.noise = 12};
  QTest::newRow("specks") << Scene{.hasSpecks = true};
  QTest::newRow("small in the picture") << Scene{.scale = 4};
  QTest::newRow("tiny picture") << Scene{.scale = 2, .side = 60};
  QTest::newRow("all at once") << Scene{
      .paper = 200, .ink = 60, .shadow = 0.4, .noise = 6, .hasSpecks = true};
}

// The picture says the same digit as before: nearer to its own original than to nearly all others.
void PictureImportTest::dra04_photographs() {
  QFETCH(Scene, scene);
  constexpr int kCount = 12, kOthers = 60;
  double sum = 0;
  int nearest = 0;
  for (int i = 0; i < kCount; ++i) {
    const auto original = m_mnist.test.image(i);
    const auto photo = photograph(original, scene);
    const PictureImport import = engine::importPicture(photo.view());
    QCOMPARE(import.isDarkOnLight, scene.paper > scene.ink);
    QVERIFY(!import.digit.isEmpty);
    const double own = difference(import.digit, original);
    sum += own;
    bool isNearest = true;
    for (int j = 0; j < kOthers; ++j)
      if (j != i && difference(import.digit, m_mnist.test.image(j)) < own) isNearest = false;
    nearest += isNearest;
  }
  qInfo("mean absolute difference %.2f of 255; %d of %d nearest to their own", sum / kCount,
        nearest, kCount);
  QVERIFY(nearest >= kCount - 1);
  QVERIFY(sum / kCount < 16);
}

void PictureImportTest::dra04_darkOrLightInk() {
  const auto original = m_mnist.test.image(0);
  const auto dark = photograph(original, {});
  OwnedGreyImage light = dark;
  for (std::uint8_t& pixel : light.pixels) pixel = 255 - pixel;
  const PictureImport one = engine::importPicture(dark.view());
  const PictureImport other = engine::importPicture(light.view());
  QVERIFY(one.isDarkOnLight && !other.isDarkOnLight);
  QVERIFY(difference(one.digit, other.digit.pixels) < 1);
  // Told otherwise it takes the paper for ink.
  const PictureImport wrong = engine::importPicture(dark.view(), false);
  QVERIFY(!wrong.isDarkOnLight);
  QVERIFY(wrong.digit.pixels != one.digit.pixels);
}

void PictureImportTest::dra08_linesOfAnyThickness_data() {
  QTest::addColumn<int>("thickness");
  for (const int thickness : {3, 6, 12, 30, 50}) QTest::addRow("%d", thickness) << thickness;
}

// Of a line 200 pixels high; MNIST's mean is 24.5 of them.
void PictureImportTest::dra08_linesOfAnyThickness() {
  QFETCH(int, thickness);
  const OwnedGreyImage result = engine::withMnistThickness(bar(thickness, 200));
  int width = 0, height = 0;
  for (int x = 0; x < result.width; ++x)
    width += result.pixels[static_cast<std::size_t>(result.height / 2) * result.width + x] > 0;
  for (int y = 0; y < result.height; ++y)
    height += result.pixels[static_cast<std::size_t>(y) * result.width + result.width / 2] > 0;
  const double atMnistsScale = 20.0 * width / height;
  qInfo("%.2f pixels at MNIST's scale", atMnistsScale);
  if (thickness >= 16 && thickness <= 40)
    QVERIFY(std::abs(atMnistsScale - thickness * 20.0 / 200) < 0.3);
  else
    QVERIFY(std::abs(atMnistsScale - engine::kMnistPenWidth) < 0.8);
}

void PictureImportTest::dra01_noInk_data() {
  QTest::addColumn<Scene>("scene");
  QTest::newRow("white") << Scene{.paper = 255, .ink = 255};
  QTest::newRow("black") << Scene{.paper = 0, .ink = 0};
  QTest::newRow("one grey level") << Scene{.paper = 128, .ink = 128};
  QTest::newRow("shadow") << Scene{.paper = 220, .ink = 220, .shadow = 0.7};
  QTest::newRow("noise") << Scene{.paper = 220, .ink = 220, .noise = 6};
}

void PictureImportTest::dra01_noInk() {
  QFETCH(Scene, scene);
  const auto photo = photograph(m_mnist.test.image(0), scene);
  QVERIFY(engine::importPicture(photo.view()).digit.isEmpty);
  QVERIFY(engine::importPicture({}).digit.isEmpty);
}

void PictureImportTest::dra12_twoDigitsAreTwoShapes() {
  std::vector<std::uint8_t> pair(784);
  for (int y = 8; y < 20; ++y) pair[y * 28 + 8] = pair[y * 28 + 18] = 255;
  QCOMPARE(engine::importPicture(photograph(pair, {}).view()).digit.largeParts, 2);
}

void PictureImportTest::aPictureInMnistsShapeIsTakenAsItIs() {
  const auto original = m_mnist.test.image(3);
  const PictureImport import = engine::importPicture({original, 28, 28});
  QVERIFY(import.isAsIs);
  QVERIFY(std::ranges::equal(import.digit.pixels, original));
  QVERIFY(import.ink.pixels.empty());
}

// A bar's ends make its mean a little smaller than its width.
void PictureImportTest::thicknessIsMeasured() {
  for (const int thickness : {4, 10, 24})
    QVERIFY(std::abs(engine::lineThickness(bar(thickness, 400)) - thickness) <
            0.06 * thickness + 0.1);
}

QTEST_APPLESS_MAIN(PictureImportTest)
#include "tst_picture_import.moc"
