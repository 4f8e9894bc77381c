#include <QTest>

#include "kernel_sets.h"
#include "naive_layers.h"

using engine::ConvSizes;
using engine::ConvStageShape;
using engine::Kernels;
using engine::Tensor;

namespace {

ConvStageShape stageOf(int height, int width, int in, int out, int kernel, int stride,
                       engine::PoolShape pool = {}) {
  return {.height = height,
          .width = width,
          .inChannels = in,
          .outChannels = out,
          .kernel = kernel,
          .stride = stride,
          .pool = pool};
}

// One stage with its data and the memory that a kernel set wants for it.
struct Stage {
  Stage(const KernelSet& set, const ConvStageShape& stageShape, int imageCount)
      : kernels(*set.kernels),
        shape(stageShape),
        images(imageCount),
        sizes(kernels.convSizes(shape)),
        x(set.values(images * shape.inputSize(), -2, 2, 1)),
        weights(set.values(shape.weightCount(), -2, 2, 2)),
        biases(set.values(std::size_t(shape.outChannels), -3, 3, 3)),
        expected(naive::convStage(shape, images, x, weights, biases)) {
    kernels.convPrepare(shape, tensorOf(weights).data(), filters.data());
  }

  void forward(std::uint8_t* winnersOut) {
    kernels.convForward(shape, images, xTensor.data(), filters.data(), biasTensor.data(), y.data(),
                        winnersOut, scratch.data());
  }

  const Kernels& kernels;
  ConvStageShape shape;
  int images;
  ConvSizes sizes;
  naive::Values x, weights, biases;
  naive::Pooled expected;

  Tensor xTensor = tensorOf(x), biasTensor = tensorOf(biases);
  Tensor filters = poisoned(sizes.filters), scratch = poisoned(sizes.scratch);
  Tensor y = poisoned(images * shape.outputSize());
  std::vector<std::uint8_t> winners = std::vector<std::uint8_t>(images * shape.outputSize(), 255);
};

}  // namespace

class ConvKernelsTest : public QObject {
  Q_OBJECT

 private slots:
  void forward_data() { addRows(); }
  void forward();
  void backward_data() { addRows(); }
  void backward();
  void num04_nanIsNotHidden_data();
  void num04_nanIsNotHidden();

 private:
  static void addRows();
};

// Every kernel set with every shape.
void ConvKernelsTest::addRows() {
  constexpr engine::PoolShape kPool2{2, 2}, kPool3{3, 2};
  const std::tuple<const char*, ConvStageShape, int> kShapes[] = {
      {"sample conv1", stageOf(28, 28, 1, 32, 5, 1, kPool2), 3},
      {"sample conv2", stageOf(14, 14, 32, 64, 5, 1, kPool2), 2},
      {"5x5, pool 3/2", stageOf(13, 13, 4, 6, 5, 1, kPool3), 3},
      {"5x5, no pool", stageOf(6, 6, 2, 9, 5, 1), 4},
      {"3x3, no pool, odd", stageOf(7, 5, 3, 5, 3, 1), 5},
      {"3x3, pool drops a row", stageOf(9, 7, 2, 17, 3, 1, kPool2), 3},
      {"3x3, pool 3/2 of 4", stageOf(4, 4, 3, 3, 3, 1, kPool3), 3},
      {"11x11/4, pads 3 and 4", stageOf(28, 28, 3, 16, 11, 4, kPool3), 3},
      {"11x11/4, pads even", stageOf(27, 31, 3, 5, 11, 4), 3},
      {"even kernel", stageOf(6, 7, 2, 4, 4, 2), 3},
      {"stride beyond the kernel", stageOf(7, 6, 3, 4, 1, 2), 3},
      {"image smaller than the kernel", stageOf(2, 1, 3, 4, 5, 1), 3},
      {"one value", stageOf(1, 1, 1, 1, 1, 1), 3},
  };
  QTest::addColumn<KernelSet>("set");
  QTest::addColumn<ConvStageShape>("shape");
  QTest::addColumn<int>("images");
  for (const KernelSet& set : kernelSets())
    for (const auto& [name, shape, images] : kShapes)
      QTest::addRow("%s: %s", set.name.c_str(), name) << set << shape << images;
}

void ConvKernelsTest::forward() {
  QFETCH(KernelSet, set);
  QFETCH(ConvStageShape, shape);
  QFETCH(int, images);
  Stage stage(set, shape, images);
  stage.forward(stage.winners.data());
  QVERIFY(matches(stage.y, stage.expected.y, set.tolerance));
  // Where the ReLU lets nothing through no gradient follows, so that any place may be named.
  for (std::size_t i = 0; i < stage.winners.size(); ++i)
    if (stage.expected.y[i] > 0) QCOMPARE(int(stage.winners[i]), stage.expected.winners[i]);

  stage.y.fill(-1);
  stage.forward(nullptr);
  QVERIFY2(matches(stage.y, stage.expected.y, set.tolerance), "without winners");
}

void ConvKernelsTest::backward() {
  QFETCH(KernelSet, set);
  QFETCH(ConvStageShape, shape);
  QFETCH(int, images);
  Stage stage(set, shape, images);
  stage.forward(stage.winners.data());
  const auto dy = set.values(images * shape.outputSize(), -2, 2, 4);
  const Tensor dyTensor = tensorOf(dy);
  const auto expected =
      naive::convStageBackward(shape, images, stage.x, stage.weights, stage.expected, dy);

  // One block of images; a block for each; blocks of two. With dx and without.
  for (const int blockSize : {images, 1, 2})
    for (const bool withDx : {true, false}) {
      Tensor dx = poisoned(images * shape.inputSize());
      const int blocks = (images + blockSize - 1) / blockSize;
      Tensor partials = poisoned(blocks * stage.sizes.partial);
      for (int block = 0; block < blocks; ++block) {
        const int first = block * blockSize;
        const std::size_t in = first * shape.inputSize(), out = first * shape.outputSize();
        set.kernels->convBackward(
            shape, std::min(blockSize, images - first), stage.xTensor.data() + in,
            stage.filters.data(), stage.y.data() + out, stage.winners.data() + out,
            dyTensor.data() + out, withDx ? dx.data() + in : nullptr,
            partials.data() + block * stage.sizes.partial, stage.scratch.data());
      }
      Tensor weightGradient = poisoned(shape.weightCount());
      Tensor biasGradient = poisoned(std::size_t(shape.outChannels));
      set.kernels->convGradient(shape, blocks, partials.data(), weightGradient.data(),
                                biasGradient.data(), stage.scratch.data());
      QVERIFY(matches(weightGradient, expected.weights, set.tolerance));
      QVERIFY(matches(biasGradient, expected.biases, set.tolerance));
      QVERIFY(!withDx || matches(dx, expected.x, set.tolerance));
    }
}

// NUM-04: a broken parameter must reach the loss, not end as the 0 of a ReLU.
void ConvKernelsTest::num04_nanIsNotHidden_data() {
  QTest::addColumn<KernelSet>("set");
  QTest::addColumn<bool>("inBias");
  for (const KernelSet& set : kernelSets())
    for (const bool inBias : {false, true})
      QTest::addRow("%s: %s", set.name.c_str(), inBias ? "bias" : "weight") << set << inBias;
}

void ConvKernelsTest::num04_nanIsNotHidden() {
  QFETCH(KernelSet, set);
  QFETCH(bool, inBias);
  Stage stage(set, stageOf(6, 6, 2, 9, 1, 1, {2, 2}), 2);
  Tensor weights = tensorOf(stage.weights);
  (inBias ? stage.biasTensor : weights).data()[4] = std::numeric_limits<float>::quiet_NaN();
  set.kernels->convPrepare(stage.shape, weights.data(), stage.filters.data());
  stage.forward(stage.winners.data());
  for (std::size_t i = 0; i < stage.y.values().size(); ++i)
    QCOMPARE(std::isnan(stage.y.data()[i]), i % 9 == 4);
}

QTEST_APPLESS_MAIN(ConvKernelsTest)
#include "tst_conv_kernels.moc"
