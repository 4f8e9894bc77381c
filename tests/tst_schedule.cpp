#include <QTest>
#include <algorithm>
#include <numeric>

#include "engine/train/schedule.h"

using engine::BatchSequence;
using engine::LabeledImages;
using engine::TrainConfig;

namespace {

constexpr std::int64_t kTrainCount = 55'000;

// Images that carry their own number in their first pixels.
LabeledImages numberedImages(std::int64_t count) {
  LabeledImages images;
  images.pixels.resize(std::size_t(count) * engine::kImagePixels);
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint8_t* pixels = images.pixels.data() + i * engine::kImagePixels;
    pixels[0] = std::uint8_t(i >> 8);
    pixels[1] = std::uint8_t(i);
    images.labels.push_back(std::uint8_t(i % 10));
  }
  return images;
}

// The numbers of the images in a batch; empty if an image and its label do not belong together.
std::vector<int> numbersOf(const BatchSequence::Batch& batch) {
  std::vector<int> numbers;
  for (std::size_t i = 0; i < batch.labels.size(); ++i) {
    const std::uint8_t* pixels = batch.pixels.data() + i * engine::kImagePixels;
    numbers.push_back(pixels[0] << 8 | pixels[1]);
    if (batch.labels[i] != numbers.back() % 10) return {};
  }
  return numbers;
}

// The order of the images over some steps.
std::vector<int> orderOf(BatchSequence& sequence, int firstStep, int steps) {
  std::vector<int> order;
  for (int step = firstStep; step < firstStep + steps; ++step)
    for (const int number : numbersOf(sequence.at(step))) order.push_back(number);
  return order;
}

TrainConfig shuffled(std::uint64_t seed = 1) {
  return {.batchSize = 8, .seed = seed, .shuffle = true};
}

}  // namespace

class ScheduleTest : public QObject {
  Q_OBJECT

 private slots:
  void num09_learningRate_data();
  void num09_learningRate();
  void learningRateSwitches();
  void totalSteps_data();
  void totalSteps();
  void offsetsOfTheSample();
  void smallSets_data();
  void smallSets();
  void shuffledEpochsArePermutations();
  void shuffleFollowsSeedAndEpoch();
  void num06_shuffleLeavesOutTheIncompleteBatch();
};

void ScheduleTest::num09_learningRate_data() {
  QTest::addColumn<int>("step");
  QTest::addColumn<QString>("rate");
  const std::pair<int, const char*> kRates[] = {
      {0, "0.010000"},    {859, "0.010000"},  {860, "0.009500"},  {900, "0.009500"},
      {1718, "0.009500"}, {1719, "0.009025"}, {3500, "0.008145"}, {8500, "0.006302"}};
  for (const auto& [step, rate] : kRates) QTest::addRow("step %d", step) << step << rate;
}

void ScheduleTest::num09_learningRate() {
  QFETCH(int, step);
  QFETCH(QString, rate);
  const float value = engine::learningRateAt({}, 0.01, step, kTrainCount);
  QCOMPARE(QString::number(double(value), 'f', 6), rate);
}

void ScheduleTest::learningRateSwitches() {
  std::vector<int> switches;
  for (int step = 1; step < 8593; ++step)
    if (engine::learningRateAt({}, 0.01, step, kTrainCount) !=
        engine::learningRateAt({}, 0.01, step - 1, kTrainCount))
      switches.push_back(step);
  QVERIFY(switches == (std::vector{860, 1719, 2579, 3438, 4297, 5157, 6016, 6875, 7735}));
  QCOMPARE(engine::learningRateAt({}, 0.01, 8592, kTrainCount), 0.006302494f);
  // A base that changed in the middle of the run decays on.
  QCOMPARE(engine::learningRateAt({}, 1.0, 1719, kTrainCount), 0.95f * 0.95f);
}

void ScheduleTest::totalSteps_data() {
  QTest::addColumn<int>("epochs");
  QTest::addColumn<int>("maxSteps");
  QTest::addColumn<int>("trainCount");
  QTest::addColumn<int>("steps");
  QTest::newRow("10 epochs") << 10 << -1 << 55'000 << 8593;
  QTest::newRow("6 epochs") << 6 << -1 << 55'000 << 5156;
  QTest::newRow("1 epoch") << 1 << -1 << 55'000 << 859;
  QTest::newRow("self-test") << 1 << -1 << 256 << 4;
  QTest::newRow("limited") << 10 << 101 << 55'000 << 101;
  QTest::newRow("limit beyond the end") << 1 << 1000 << 55'000 << 859;
  QTest::newRow("none") << 10 << 0 << 55'000 << 0;
  QTest::newRow("many epochs") << 1'000'000 << -1 << 55'000 << 859'375'000;
}

void ScheduleTest::totalSteps() {
  QFETCH(int, epochs);
  QFETCH(int, maxSteps);
  QFETCH(int, trainCount);
  TrainConfig config{.epochs = epochs};
  if (maxSteps >= 0) config.maxSteps = maxSteps;
  QTEST(int(engine::totalSteps(config, trainCount)), "steps");
}

void ScheduleTest::offsetsOfTheSample() {
  const LabeledImages images = numberedImages(kTrainCount);
  BatchSequence sequence(images, {});
  std::vector<int> uses(kTrainCount, 0), wraps;
  for (int step = 0, previous = -1; step < 8593; ++step) {
    const BatchSequence::Batch batch = sequence.at(step);
    QCOMPARE(batch.labels.size(), std::size_t{64});
    QCOMPARE(batch.pixels.size(), std::size_t{64} * engine::kImagePixels);
    const auto offset = int(batch.labels.data() - images.labels.data());
    QCOMPARE(batch.pixels.data() - images.pixels.data(), offset * engine::kImagePixels);
    if (offset < previous) wraps.push_back(offset);
    previous = offset;
    for (int i = 0; i < 64; ++i) ++uses[std::size_t(offset + i)];
  }
  QVERIFY(wraps == (std::vector{40, 16, 56, 32, 8, 48, 24, 0, 40, 16}));
  QCOMPARE(std::count(uses.begin(), uses.end(), 0), 8);
  QVERIFY(std::all_of(uses.begin() + 54'992, uses.end(), [](int n) { return n == 0; }));
  QCOMPARE(std::count(uses.begin(), uses.end(), 10), 54'352);
}

void ScheduleTest::smallSets_data() {
  QTest::addColumn<int>("count");
  QTest::addColumn<int>("step");
  QTest::addColumn<int>("first");
  QTest::newRow("one batch is the set") << 64 << 3 << 0;
  QTest::newRow("one image more") << 65 << 3 << 0;
  QTest::newRow("self-test") << 256 << 3 << 0;
  QTest::newRow("ordinary") << 200 << 3 << 3 * 64 % 136;
}

void ScheduleTest::smallSets() {
  QFETCH(int, count);
  QFETCH(int, step);
  QFETCH(int, first);
  const LabeledImages images = numberedImages(count);
  BatchSequence sequence(images, {});
  std::vector<int> expected(64);
  std::iota(expected.begin(), expected.end(), first);
  QVERIFY(numbersOf(sequence.at(step)) == expected);
}

void ScheduleTest::shuffledEpochsArePermutations() {
  const LabeledImages images = numberedImages(400);
  BatchSequence sequence(images, shuffled());
  std::vector<int> all(400);
  std::iota(all.begin(), all.end(), 0);
  for (int epoch = 0; epoch < 3; ++epoch) {
    std::vector<int> order = orderOf(sequence, 50 * epoch, 50);
    QVERIFY(order != all);
    std::sort(order.begin(), order.end());
    QVERIFY(order == all);
  }
}

void ScheduleTest::shuffleFollowsSeedAndEpoch() {
  const LabeledImages images = numberedImages(400);
  BatchSequence one(images, shuffled()), again(images, shuffled()), other(images, shuffled(2));
  const auto first = orderOf(one, 0, 50), second = orderOf(one, 50, 50);
  QVERIFY(first != second);
  // Any epoch can be had without those before it, and an earlier one once more.
  QVERIFY(orderOf(again, 50, 50) == second);
  QVERIFY(orderOf(again, 0, 50) == first);
  QVERIFY(orderOf(other, 0, 50) != first);
}

void ScheduleTest::num06_shuffleLeavesOutTheIncompleteBatch() {
  const LabeledImages images = numberedImages(29);
  TrainConfig config = shuffled();
  config.batchSize = 24;
  BatchSequence sequence(images, config);
  std::vector<int> seen;
  for (int epoch = 0; epoch < 20; ++epoch) {
    const std::vector<int> order = orderOf(sequence, epoch, 1);
    QCOMPARE(order.size(), std::size_t{24});
    seen.insert(seen.end(), order.begin(), order.end());
  }
  std::sort(seen.begin(), seen.end());
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  QCOMPARE(seen.size(), std::size_t{29});
}

QTEST_APPLESS_MAIN(ScheduleTest)
#include "tst_schedule.moc"
