#include <QTest>

#include "engine/kernels/thread_pool.h"
#include "kernel_sets.h"
#include "naive_layers.h"

using engine::DenseShape;
using engine::Philox;
using engine::Tensor;

namespace {

// Powers of two keep the update exact.
constexpr engine::MomentumRule kRule{.learningRate = 0.5f, .momentum = 0.5f, .weightDecay = 0.25f};

Tensor packed(const KernelSet& set, const DenseShape& shape, const naive::Values& weights) {
  Tensor result = poisoned(set.kernels->densePackedSize(shape));
  set.kernels->densePack(shape, tensorOf(weights).data(), result.data());
  return result;
}

Tensor unpacked(const KernelSet& set, const DenseShape& shape, const Tensor& weights) {
  Tensor result = poisoned(shape.weightCount());
  set.kernels->denseUnpack(shape, weights.data(), result.data());
  return result;
}

struct Moved {
  naive::Values value, velocity;
};

Moved momentumStep(naive::Values value, naive::Values velocity, const naive::Values& gradient) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    velocity[i] = 0.5 * velocity[i] + (gradient[i] + 0.25 * value[i]);
    value[i] -= 0.5 * velocity[i];
  }
  return {std::move(value), std::move(velocity)};
}

double halfSquares(const naive::Values& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum / 2;
}

}  // namespace

class DenseKernelsTest : public QObject {
  Q_OBJECT

 private slots:
  void forwardAndBackward_data();
  void forwardAndBackward();
  void num04_nanIsNotHidden_data();
  void num04_nanIsNotHidden();
  void dropoutMask_data();
  void dropoutMask();
};

// Every kernel set with every shape, activation and number of threads.
void DenseKernelsTest::forwardAndBackward_data() {
  QTest::addColumn<KernelSet>("set");
  QTest::addColumn<DenseShape>("shape");
  QTest::addColumn<int>("images");
  QTest::addColumn<bool>("relu");
  QTest::addColumn<bool>("dropout");
  QTest::addColumn<int>("threads");
  constexpr std::tuple<DenseShape, int> kShapes[] = {
      {{1, 1}, 1}, {{3, 5}, 2}, {{7, 10}, 1}, {{512, 10}, 64}, {{130, 67}, 13}, {{448, 64}, 64}};
  constexpr std::tuple<bool, bool> kActivations[] = {
      {false, false}, {true, false}, {false, true}, {true, true}};
  for (const KernelSet& set : kernelSets())
    for (const auto& [shape, images] : kShapes)
      for (const auto& [relu, dropout] : kActivations)
        for (const int threads : {1, 3})
          QTest::addRow("%s: %dx%d, %d images%s%s, %d threads", set.name.c_str(), shape.inputs,
                        shape.outputs, images, relu ? ", relu" : "", dropout ? ", dropout" : "",
                        threads)
              << set << shape << images << relu << dropout << threads;
}

void DenseKernelsTest::forwardAndBackward() {
  QFETCH(KernelSet, set);
  QFETCH(DenseShape, shape);
  QFETCH(int, images);
  QFETCH(bool, relu);
  QFETCH(bool, dropout);
  QFETCH(int, threads);
  const auto outputs = std::size_t(shape.outputs), outputCount = images * outputs;
  const auto inputs = std::size_t(shape.inputs);
  const auto x = set.values(images * inputs, -2, 2, 1), w = set.values(inputs * outputs, -2, 2, 2);
  const auto b = set.values(outputs, -3, 3, 3), dy = set.values(outputCount, -2, 2, 4);
  const auto wVelocity = set.values(w.size(), -2, 2, 5), bVelocity = set.values(b.size(), -2, 2, 6);
  std::vector<std::uint8_t> mask;
  for (const double value : set.values(outputCount, 0, 1, 7)) mask.push_back(value >= 0.5);

  naive::Values y = naive::dense(shape, images, x, w, b), dz(outputCount), dx(images * inputs);
  naive::Values wGradient(w.size()), bGradient(b.size());
  for (std::size_t i = 0; i < outputCount; ++i) {
    const bool open = !(relu && y[i] <= 0) && !(dropout && mask[i] == 0);
    const double slope = open ? (dropout ? 2 : 1) : 0;
    y[i] *= slope;
    dz[i] = dy[i] * slope;
    bGradient[i % outputs] += dz[i];
  }
  for (std::size_t n = 0; n < std::size_t(images); ++n)
    for (std::size_t in = 0; in < inputs; ++in)
      for (std::size_t out = 0; out < outputs; ++out) {
        wGradient[in * outputs + out] += x[n * inputs + in] * dz[n * outputs + out];
        dx[n * inputs + in] += w[in * outputs + out] * dz[n * outputs + out];
      }
  const Moved wExpected = momentumStep(w, wVelocity, wGradient);
  const Moved bExpected = momentumStep(b, bVelocity, bGradient);

  engine::ThreadPool pool(threads);
  const engine::DenseActivation activation{relu, dropout ? 2.0f : 1.0f,
                                           dropout ? mask.data() : nullptr};
  const Tensor xTensor = tensorOf(x), dyTensor = tensorOf(dy);
  Tensor scratch = poisoned(set.kernels->denseScratch(shape, images));
  for (const bool withDx : {true, false}) {
    Tensor wPacked = packed(set, shape, w), wMoving = packed(set, shape, wVelocity);
    Tensor bTensor = tensorOf(b), bMoving = tensorOf(bVelocity);
    Tensor yTensor = poisoned(outputCount), dxTensor = poisoned(dx.size());
    set.kernels->denseForward(shape, images, xTensor.data(), wPacked.data(), bTensor.data(),
                              activation, yTensor.data(), scratch.data(), pool);
    QVERIFY(matches(yTensor, y, set.tolerance));
    const double penalty = set.kernels->denseBackward(
        shape, images, xTensor.data(), yTensor.data(), dyTensor.data(), activation,
        withDx ? dxTensor.data() : nullptr, {wPacked.data(), wMoving.data()},
        {bTensor.data(), bMoving.data()}, kRule, scratch.data(), pool);
    QVERIFY(!withDx || matches(dxTensor, dx, set.tolerance));
    QVERIFY(matches(unpacked(set, shape, wMoving), wExpected.velocity, set.tolerance));
    QVERIFY(matches(unpacked(set, shape, wPacked), wExpected.value, set.tolerance));
    QVERIFY(matches(bMoving, bExpected.velocity, set.tolerance));
    QVERIFY(matches(bTensor, bExpected.value, set.tolerance));
    QVERIFY(std::abs(penalty - halfSquares(w) - halfSquares(b)) <= set.tolerance * penalty);
  }
}

void DenseKernelsTest::num04_nanIsNotHidden_data() {
  QTest::addColumn<KernelSet>("set");
  for (const KernelSet& set : kernelSets()) QTest::addRow("%s", set.name.c_str()) << set;
}

void DenseKernelsTest::num04_nanIsNotHidden() {
  QFETCH(KernelSet, set);
  constexpr DenseShape kShape{6, 9};
  Tensor x = tensorOf(set.values(2 * 6, -2, 2, 1));
  auto w = set.values(6 * 9, -2, 2, 2);
  Tensor b = tensorOf(set.values(9, -3, 3, 3)), y = poisoned(2 * 9);
  Tensor scratch = poisoned(set.kernels->denseScratch(kShape, 2));
  w[4] = std::numeric_limits<double>::quiet_NaN();
  b.data()[7] = std::numeric_limits<float>::quiet_NaN();
  engine::ThreadPool pool(1);
  set.kernels->denseForward(kShape, 2, x.data(), packed(set, kShape, w).data(), b.data(),
                            {.relu = true}, y.data(), scratch.data(), pool);
  for (std::size_t i = 0; i < 18; ++i) QCOMPARE(std::isnan(y.data()[i]), i % 9 == 4 || i % 9 == 7);
}

void DenseKernelsTest::dropoutMask_data() {
  QTest::addColumn<KernelSet>("set");
  QTest::addColumn<quint64>("base");
  QTest::addColumn<float>("keepProbability");
  QTest::addColumn<int>("count");
  for (const KernelSet& set : kernelSets())
    for (const quint64 base : {quint64(0), quint64(8'388'608), quint64(0xFFFFFFFE)})
      for (const float keep : {0.5f, 0.9f, 1.0f, 0.001f})
        for (const int count : {0, 1, 5, 64, 1027})
          QTest::addRow("%s: %llu, %g, %d", set.name.c_str(), base, double(keep), count)
              << set << base << keep << count;
}

void DenseKernelsTest::dropoutMask() {
  QFETCH(KernelSet, set);
  QFETCH(quint64, base);
  QFETCH(float, keepProbability);
  QFETCH(int, count);
  constexpr std::uint8_t kUntouched = 77;
  const Philox random(66478);
  std::vector<std::uint8_t> keep(std::size_t(count) + 64, kUntouched);
  set.kernels->dropoutMask(random, base, keepProbability, std::size_t(count), keep.data());
  for (std::size_t i = 0; i < keep.size(); ++i) {
    const float u = engine::uniformFloat(random(base + i / 4)[i % 4]);
    const int expected = i < std::size_t(count) ? int(std::floor(keepProbability + u)) : kUntouched;
    QCOMPARE(int(keep[i]), expected);
  }
}

QTEST_APPLESS_MAIN(DenseKernelsTest)
#include "tst_dense_kernels.moc"
