#include <sys/resource.h>

#include <QTest>
#include <numeric>

#include "engine/bench/alexnet.h"
#include "engine/bench/conv_chain.h"
#include "kernel_sets.h"
#include "naive_layers.h"

using engine::ConvChain;
using engine::ConvSpec;
using engine::Tensor;
using engine::ThreadPool;

namespace {

constexpr int kImages = 3;

// All kinds of AlexNet's layers, small: 59 x 59 -> 15 -> 7 -> 3 -> 3 -> 3 -> 1.
std::vector<ConvSpec> smallStages() {
  std::vector<ConvSpec> stages = engine::alexnetStages();
  constexpr int kSides[] = {59, 7, 3, 3, 3}, kChannels[] = {3, 32, 32, 64, 32, 32};
  for (std::size_t i = 0; i < stages.size(); ++i) {
    stages[i].shape.height = stages[i].shape.width = kSides[i];
    stages[i].shape.inChannels = kChannels[i];
    stages[i].shape.outChannels = kChannels[i + 1];
  }
  return stages;
}

naive::Values valuesOf(const Tensor& tensor) {
  return {tensor.values().begin(), tensor.values().end()};
}

// The small network by the naive layers.
struct NaiveNetwork {
  std::vector<ConvSpec> stages = smallStages();
  int images = kImages;
  std::vector<naive::Values> weights = {}, biases = {}, inputs = {};  // of each stage

  // Half the squared sum of the last output; inputs before `first` are as they were.
  double loss(std::size_t first = 0) {
    for (std::size_t i = first; i < stages.size(); ++i) {
      auto output = naive::convStage(stages[i].shape, images, inputs[i], weights[i], biases[i]).y;
      inputs.resize(std::max(inputs.size(), i + 2));
      inputs[i + 1] = std::move(output);
    }
    const auto& y = inputs.back();
    return std::inner_product(y.begin(), y.end(), y.begin(), 0.0) / 2;
  }

  double slope(std::size_t stage, double& parameter) {
    constexpr double kStep = 1e-6;
    const double value = std::exchange(parameter, parameter + kStep);
    const double above = loss(stage);
    parameter = value - kStep;
    const double below = loss(stage);
    parameter = value;
    return (above - below) / (2 * kStep);
  }
};

Tensor biasesOf(const ConvSpec& stage) {
  Tensor biases({stage.shape.outChannels});
  for (std::int64_t i = 0; i < biases.size(); ++i) biases.data()[i] = 0.01f * float(i % 5 - 2);
  return biases;
}

void initialize(ConvChain& chain, const std::vector<ConvSpec>& stages) {
  chain.initialize(5);
  for (std::size_t i = 0; i < stages.size(); ++i)
    chain.setWeights(i, chain.stage(i).weights().value(), biasesOf(stages[i]));
}

}  // namespace

class AlexnetTest : public QObject {
  Q_OBJECT

 private slots:
  void shapesAsInTheArticle();
  void parameters();
  void operations_data();
  void operations();
  void forwardAndGradientsByCentralDifferences();
  void sameBitsForAnyNumberOfThreads_data();
  void sameBitsForAnyNumberOfThreads();
  void inputsAreNormal();
  void fitsIntoOneGibibyte();
};

// The layer shapes that the article's console printed.
void AlexnetTest::shapesAsInTheArticle() {
  const char* kPrinted[] = {"conv1 56 56 64",  "pool1 27 27 64",  "conv2 27 27 192",
                            "pool2 13 13 192", "conv3 13 13 384", "conv4 13 13 256",
                            "conv5 13 13 256", "pool5 6 6 256"};
  const auto layers = engine::layersOf(engine::alexnetStages());
  QCOMPARE(layers.size(), std::size(kPrinted));
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const auto& [name, output] = layers[i];
    QCOMPARE(QString("%1 %2 %3 %4").arg(name.c_str()).arg(output[0]).arg(output[1]).arg(output[2]),
             QString(kPrinted[i]));
  }
  const auto stages = engine::alexnetStages();
  QCOMPARE(stages[0].shape.padTop(), 3);  // SAME: 3 before, 4 after
  QCOMPARE(stages[0].shape.height, 224);
  for (std::size_t i = 1; i < stages.size(); ++i) {
    QCOMPARE(stages[i].shape.inputSize(), stages[i - 1].shape.outputSize());
    QCOMPARE(stages[i].shape.height, stages[i - 1].shape.outHeight());
  }
}

void AlexnetTest::parameters() {
  constexpr std::size_t kWeights[] = {23'232, 307'200, 663'552, 884'736, 589'824};
  const auto stages = engine::alexnetStages();
  for (std::size_t i = 0; i < stages.size(); ++i)
    QCOMPARE(stages[i].shape.weightCount(), kWeights[i]);
  const engine::NetworkSpec network{.conv = stages, .dense = {}};
  QCOMPARE(network.parameterCount(), 2'469'696);
}

// Multiply-adds of one image, counted by hand from the table of shapes.
void AlexnetTest::operations_data() {
  QTest::addColumn<int>("stage");
  QTest::addColumn<qint64>("multiplyAdds");
  QTest::newRow("conv1") << 0 << qint64{72'855'552};
  QTest::newRow("conv2") << 1 << qint64{223'948'800};
  QTest::newRow("conv3") << 2 << qint64{112'140'288};
  QTest::newRow("conv4") << 3 << qint64{149'520'384};
  QTest::newRow("conv5") << 4 << qint64{99'680'256};
}

void AlexnetTest::operations() {
  QFETCH(int, stage);
  QFETCH(qint64, multiplyAdds);
  const auto& shape = engine::alexnetStages()[stage].shape;
  QCOMPARE(engine::forwardOperations(shape, 1), 2.0 * double(multiplyAdds));
  QCOMPARE(engine::forwardOperations(shape, 128), 256.0 * double(multiplyAdds));
  QCOMPARE(engine::backwardOperations(shape, 1, stage == 0),
           (stage == 0 ? 2.0 : 4.0) * double(multiplyAdds));
}

void AlexnetTest::forwardAndGradientsByCentralDifferences() {
  const std::vector<ConvSpec> stages = smallStages();
  NaiveNetwork naiveNetwork;
  std::vector<naive::Values> slopes;  // of sampled weights, then biases, stage by stage
  for (const KernelSet& set : kernelSets()) {
    ThreadPool pool(2);
    ConvChain chain(stages, *set.kernels, pool, kImages);
    initialize(chain, stages);
    if (slopes.empty()) {
      naiveNetwork.inputs = {valuesOf(chain.input())};
      for (std::size_t i = 0; i < stages.size(); ++i) {
        naiveNetwork.weights.push_back(valuesOf(chain.stage(i).weights().value()));
        naiveNetwork.biases.push_back(valuesOf(chain.stage(i).biases().value()));
      }
      naiveNetwork.loss();
    }
    const auto& expected = naiveNetwork.inputs.back();
    chain.forward();
    QVERIFY2(matches(chain.output(), expected, 1e-4), set.name.c_str());
    chain.forwardBackward();
    QVERIFY2(matches(chain.output(), expected, 1e-4), set.name.c_str());

    std::size_t next = 0;
    for (std::size_t i = 0; i < stages.size(); ++i)
      for (auto [parameters, gradient] :
           {std::pair(&naiveNetwork.weights[i], &chain.stage(i).weightGradient()),
            std::pair(&naiveNetwork.biases[i], &chain.stage(i).biasGradient())}) {
        double largest = 0;
        for (const float g : gradient->values()) largest = std::max(largest, std::abs(double(g)));
        QVERIFY(largest > 1e-6);
        const std::size_t count = parameters->size(), step = count / 11;
        if (next == slopes.size()) {
          slopes.emplace_back();
          for (std::size_t at = 0; at < count; at += step)
            slopes.back().push_back(naiveNetwork.slope(i, (*parameters)[at]));
          naiveNetwork.loss(i);
        }
        for (std::size_t sample = 0; sample < slopes[next].size(); ++sample) {
          const double found = gradient->data()[sample * step];
          QVERIFY2(std::abs(found - slopes[next][sample]) < 2e-4 * largest,
                   qPrintable(QString("%1, %2, tensor %3: %4 instead of %5")
                                  .arg(set.name.c_str(), stages[i].name.c_str())
                                  .arg(next)
                                  .arg(found)
                                  .arg(slopes[next][sample])));
        }
        ++next;
      }
  }
}

void AlexnetTest::sameBitsForAnyNumberOfThreads_data() {
  QTest::addColumn<int>("batch");
  for (const int batch : {1, 9, 19}) QTest::addRow("batch %d", batch) << batch;
}

void AlexnetTest::sameBitsForAnyNumberOfThreads() {
  QFETCH(int, batch);
  const std::vector<ConvSpec> stages = smallStages();
  std::vector<naive::Values> expected;
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    ConvChain chain(stages, engine::selectKernels(), pool, batch);
    initialize(chain, stages);
    chain.forwardBackward();
    std::vector<naive::Values> found{valuesOf(chain.output())};
    for (std::size_t i = 0; i < stages.size(); ++i) {
      found.push_back(valuesOf(chain.stage(i).weightGradient()));
      found.push_back(valuesOf(chain.stage(i).biasGradient()));
    }
    if (expected.empty()) expected = found;
    QCOMPARE(found, expected);
    chain.forward();
    QCOMPARE(valuesOf(chain.output()), expected.front());
  }
}

void AlexnetTest::inputsAreNormal() {
  ThreadPool pool(2);
  ConvChain chain({smallStages()[0]}, engine::selectKernels(), pool, 8);
  chain.initialize(3);
  double sum = 0, squares = 0;
  int beyondTwo = 0;
  const auto values = valuesOf(chain.input());
  for (const double value : values) {
    sum += value;
    squares += value * value;
    beyondTwo += std::abs(value) > 0.2;
  }
  const auto count = double(values.size());
  QVERIFY(std::abs(sum / count) < 0.002);
  QVERIFY(std::abs(std::sqrt(squares / count) - 0.1) < 0.002);
  QVERIFY(std::abs(beyondTwo / count - 0.0455) < 0.005);  // not truncated
}

// It must run on a t2.micro. The peak is that of all tests here.
void AlexnetTest::fitsIntoOneGibibyte() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  QSKIP("The sanitizers need memory of their own.");
#endif
  ThreadPool pool(1);
  ConvChain chain(engine::alexnetStages(), engine::selectKernels(), pool, 128);
  chain.initialize(1);
  chain.forwardBackward();
  QCOMPARE(chain.output().shape(), (engine::Shape{128, 6, 6, 256}));
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  QVERIFY2(usage.ru_maxrss < 1024 * 1024, qPrintable(QString::number(usage.ru_maxrss)));
}

QTEST_APPLESS_MAIN(AlexnetTest)
#include "tst_alexnet.moc"
