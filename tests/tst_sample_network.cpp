#include <QTest>

#include <map>

#include "kernel_sets.h"
#include "network_fixtures.h"

using engine::Network;
using engine::ThreadPool;

namespace {

// The sample's network after a few steps.
struct Trained {
  engine::Weights weights;
  std::vector<double> losses;
};

constexpr int kBatch = 16;

Trained trainSample(const engine::Kernels& kernels, int threads) {
  ThreadPool pool(threads);
  Network network(engine::sampleLenet(), kernels, pool, kBatch);
  network.initialize(66478);
  Trained trained;
  for (unsigned step = 0; step < 5; ++step) {
    engine::StepRule rule = stepRule();
    rule.dropoutCounter = step * 1'000'000;
    trained.losses.push_back(network
                                 .train(randomBytes(kBatch * engine::kImagePixels, 256, step),
                                        randomBytes(kBatch, 10, 100 + step), rule)
                                 .crossEntropy);
  }
  trained.weights = network.weights();
  return trained;
}

}  // namespace

// The sample's own network on images of noise.
class SampleNetworkTest : public QObject {
  Q_OBJECT

 private slots:
  void parameters();
  void num12_sameBitsForAnyThreads_data();
  void num12_sameBitsForAnyThreads();
  void num07_sameClassesForAnyBlock_data();
  void num07_sameClassesForAnyBlock();

 private:
  /// By one thread, made at the first call.
  const Trained& trained(const engine::Kernels& kernels);

  std::map<const engine::Kernels*, Trained> m_trained;
};

const Trained& SampleNetworkTest::trained(const engine::Kernels& kernels) {
  const auto [entry, isNew] = m_trained.try_emplace(&kernels);
  if (isNew) entry->second = trainSample(kernels, 1);
  return entry->second;
}

void SampleNetworkTest::parameters() {
  QCOMPARE(engine::sampleLenet().parameterCount(), std::int64_t(1'663'370));
  QStringList table;
  for (const auto& [name, tensor] : trained(engine::selectKernels()).weights)
    table << QString::fromStdString(name + " " + engine::toString(tensor.shape()));
  QCOMPARE(table.join(", "),
           "conv1_weights [5, 5, 1, 32], conv1_biases [32], conv2_weights [5, 5, 32, 64], "
           "conv2_biases [64], fc1_weights [3136, 512], fc1_biases [512], fc2_weights [512, 10], "
           "fc2_biases [10]");
}

void SampleNetworkTest::num12_sameBitsForAnyThreads_data() {
  QTest::addColumn<KernelSet>("set");
  QTest::addColumn<int>("threads");
  for (const KernelSet& set : kernelSets())
    for (const int threads : {2, 3, 8})
      QTest::addRow("%s: %d", set.name.c_str(), threads) << set << threads;
}

void SampleNetworkTest::num12_sameBitsForAnyThreads() {
  QFETCH(KernelSet, set);
  QFETCH(int, threads);
  const Trained& expected = trained(*set.kernels);
  const Trained actual = trainSample(*set.kernels, threads);
  QVERIFY(actual.losses == expected.losses);
  QVERIFY(sameBits(actual.weights, expected.weights));
}

void SampleNetworkTest::num07_sameClassesForAnyBlock_data() {
  QTest::addColumn<KernelSet>("set");
  QTest::addColumn<int>("block");
  for (const KernelSet& set : kernelSets())
    for (const int block : {1, 7, 64})
      QTest::addRow("%s: %d", set.name.c_str(), block) << set << block;
}

void SampleNetworkTest::num07_sameClassesForAnyBlock() {
  QFETCH(KernelSet, set);
  QFETCH(int, block);
  constexpr int kImages = 100;
  const Bytes pixels = randomBytes(kImages * engine::kImagePixels, 256, 5);
  ThreadPool pool(2);
  Network whole(engine::sampleLenet(), *set.kernels, pool, kImages);
  Network parts(engine::sampleLenet(), *set.kernels, pool, block);
  whole.setWeights(trained(*set.kernels).weights);
  parts.setWeights(trained(*set.kernels).weights);
  const auto expected = whole.predict(pixels);
  for (int first = 0; first < kImages; first += block) {
    const int count = std::min(block, kImages - first);
    const auto actual = parts.predict(std::span(pixels).subspan(
        std::size_t(first) * engine::kImagePixels, std::size_t(count) * engine::kImagePixels));
    QCOMPARE(actual.size(), std::size_t(count) * 10);
    for (std::size_t i = 0; i < actual.size(); ++i)
      QVERIFY(std::abs(actual[i] - expected[std::size_t(first) * 10 + i]) < 1e-6f);
  }
}

QTEST_APPLESS_MAIN(SampleNetworkTest)
#include "tst_sample_network.moc"
