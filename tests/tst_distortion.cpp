#include <QTest>
#include <cmath>
#include <set>

#include "engine/data/dataset_folder.h"
#include "engine/train/batch_distortion.h"
#include "train_fixtures.h"

using engine::Distortion;
using Image = std::vector<std::uint8_t>;

namespace {

Image distorted(const Distortion& distortion, std::span<const std::uint8_t> in,
                std::uint64_t index) {
  Image out(engine::kImagePixels, 99);
  distortion.apply(in, out, index);
  return out;
}

struct Middle {
  double mass = 0, x = 0, y = 0, slant = 0;  // slant: dx / dy of the main axis, by moments
};

Middle middleOf(std::span<const std::uint8_t> pixels) {
  Middle m;
  for (int i = 0; i < 784; ++i) {
    m.mass += pixels[i];
    m.x += pixels[i] * (i % 28);
    m.y += pixels[i] * (i / 28);
  }
  m.x /= m.mass;
  m.y /= m.mass;
  double xy = 0, yy = 0;
  for (int i = 0; i < 784; ++i) {
    xy += pixels[i] * (i % 28 - m.x) * (i / 28 - m.y);
    yy += pixels[i] * (i / 28 - m.y) * (i / 28 - m.y);
  }
  m.slant = xy / yy;
  return m;
}

// An upright bar.
Image bar() {
  Image image(784);
  for (int y = 4; y < 24; ++y) image[y * 28 + 13] = image[y * 28 + 14] = 255;
  return image;
}

}  // namespace

class DistortionTest : public QObject {
  Q_OBJECT

 private slots:
  void followsSeedAndIndexAlone();
  void nothingStaysNothing();
  void staysWithinItsBounds();
  void batchesDependOnTheStepAlone();
  void weightsAreTheSameForAnyThreads();
  void offItChangesNothing();
};

void DistortionTest::followsSeedAndIndexAlone() {
  const Distortion one(1), again(1), other(2);
  const Image image = bar();
  std::set<Image> different;
  for (std::uint64_t index = 0; index < 200; ++index) {
    different.insert(distorted(one, image, index));
    different.insert(distorted(other, image, index));
  }
  QCOMPARE(different.size(), 400U);
  for (const std::uint64_t index : {199U, 3U, 0U})
    QCOMPARE(distorted(again, image, index), distorted(one, image, index));
  QVERIFY(distorted(one, image, 5) != distorted(one, image, (std::uint64_t{1} << 40) + 5));
}

void DistortionTest::nothingStaysNothing() {
  const Distortion distortion(7);
  for (std::uint64_t index = 0; index < 100; ++index)
    QCOMPARE(distorted(distortion, Image(784), index), Image(784));
}

// Turned by 12 degrees and slanted by 0.2 a bar leans by 0.43 at most, the bending aside; evenly
// distributed these give a deviation of sqrt(0.21^2 + 0.2^2) / sqrt(3) = 0.167, and a bend adds.
void DistortionTest::staysWithinItsBounds() {
  const Distortion distortion(3);
  const Middle before = middleOf(bar());
  constexpr int kCount = 2000;
  double x = 0, xx = 0, slant = 0, slants = 0, mass = 0;
  for (std::uint64_t index = 0; index < kCount; ++index) {
    const Middle after = middleOf(distorted(distortion, bar(), index));
    QVERIFY(std::abs(after.x - before.x) < 4 && std::abs(after.y - before.y) < 4);
    QVERIFY(std::abs(after.slant) < 0.43 + 0.35);
    x += after.x - before.x;
    xx += (after.x - before.x) * (after.x - before.x);
    slant += after.slant;
    slants += after.slant * after.slant;
    mass += after.mass / before.mass;
  }
  QVERIFY(std::abs(x / kCount) < 0.1);
  QVERIFY(std::abs(slant / kCount) < 0.02);
  const double shift = std::sqrt(xx / kCount), lean = std::sqrt(slants / kCount);
  qInfo("deviation of the place %.2f pixels, of the slant %.3f; mass %.3f", shift, lean,
        mass / kCount);
  QVERIFY(shift > 1.5 / std::sqrt(3) && shift < 1.5);
  QVERIFY(lean > 0.15 && lean < 0.25);
  QVERIFY(std::abs(mass / kCount - 1) < 0.05);
}

void DistortionTest::batchesDependOnTheStepAlone() {
  const auto mnist = engine::loadDataset(engine::bundledMnist().value().folder);
  engine::TrainConfig config;
  config.batchSize = 16;
  config.distort = true;
  const auto images = std::span(mnist.test.pixels).first(16 * engine::kImagePixels);
  engine::ThreadPool one(1), three(3);
  engine::BatchDistortion straight(config, one), resumed(config, three);
  std::vector<Image> steps;
  for (int step = 0; step < 5; ++step) {
    const auto batch = straight.apply(images, step);
    steps.emplace_back(batch.begin(), batch.end());
  }
  const auto fourth = resumed.apply(images, 4);
  QVERIFY(std::ranges::equal(fourth, steps[4]));
  QVERIFY(steps[0] != steps[1]);
  // Of MNIST's digits most of the ink stays where it was.
  QVERIFY(!std::ranges::equal(fourth, images));
}

void DistortionTest::weightsAreTheSameForAnyThreads() {
  const engine::Dataset dataset = noiseDataset(64);
  std::optional<engine::Weights> first;
  for (const int threads : {1, 2, 3, 8}) {
    engine::TrainConfig config = quickConfig(4);
    config.batchSize = 8;
    config.distort = true;
    config.threads = threads;
    Recorder run;
    const auto finished = train(dataset, config, run);
    if (!first) first = *finished.weights;
    for (std::size_t i = 0; i < first->size(); ++i)
      QVERIFY(
          std::ranges::equal((*first)[i].tensor.values(), (*finished.weights)[i].tensor.values()));
  }
}

void DistortionTest::offItChangesNothing() {
  engine::TrainConfig config;
  engine::ThreadPool pool(1);
  engine::BatchDistortion off(config, pool);
  const Image image = bar();
  QCOMPARE(off.apply(image, 3).data(), image.data());
}

QTEST_APPLESS_MAIN(DistortionTest)
#include "tst_distortion.moc"
