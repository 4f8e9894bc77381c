#include <QTest>
#include <cmath>
#include <cstdint>

#include "engine/kernels/simd/matrix_pairs.h"
#include "engine/kernels/simd/winograd_matrices.h"

using namespace engine::winograd;

namespace {

// Every entry is a whole number of 1/kUnits: the least common denominator of all matrices.
constexpr std::int64_t kUnits = 360;

std::int64_t units(float entry) {
  const double scaled = static_cast<double>(entry) * kUnits;
  const double nearest = std::round(scaled);
  if (std::abs(scaled - nearest) > 1e-4) QTest::qFail("not a fraction of 360", __FILE__, __LINE__);
  return static_cast<std::int64_t>(nearest);
}

// The bilinear identity behind minimal filtering, in exact arithmetic: output i of the correlation
// takes filter tap k times input l with weight 1 if l = i + k, else 0.
template <typename F>
void checkIdentity() {
  for (std::size_t i = 0; i < F::kAT.rows; ++i)
    for (std::size_t k = 0; k < F::kG.columns; ++k)
      for (std::size_t l = 0; l < F::kBT.columns; ++l) {
        std::int64_t sum = 0;
        for (std::size_t j = 0; j < F::kBT.rows; ++j)
          sum += units(F::kAT.m[i][j]) * units(F::kG.m[j][k]) * units(F::kBT.m[j][l]);
        QCOMPARE(sum, l == i + k ? kUnits * kUnits * kUnits : 0);
      }
}

// Taking sums and differences of paired inputs must not change the product.
template <std::size_t kRows, std::size_t kColumns>
void checkReduction(const Matrix<kRows, kColumns>& a) {
  const auto reduced = reducePairedColumns(a);
  for (std::size_t i = 0; i < kRows; ++i) {
    std::int64_t expected = 0, found = 0;
    for (std::size_t j = 0; j < kColumns;) {
      const auto x = static_cast<std::int64_t>(7 * j + 3),
                 y = static_cast<std::int64_t>(11 * j + 5);
      if (columnsArePaired(a, j)) {
        expected += units(a.m[i][j]) * x + units(a.m[i][j + 1]) * y;
        found += units(reduced.m[i][j]) * (x + y) + units(reduced.m[i][j + 1]) * (x - y);
        j += 2;
      } else {
        expected += units(a.m[i][j]) * x;
        found += units(reduced.m[i][j]) * x;
        ++j;
      }
    }
    QCOMPARE(found, expected);
  }
}

}  // namespace

class TestWinogradMatrices : public QObject {
  Q_OBJECT

 private slots:
  void identityOfF4x5() { checkIdentity<F4x5>(); }
  void identityOfF4x3() { checkIdentity<F4x3>(); }

  void pairsAreFound() {
    QVERIFY(!rowsArePaired(F4x5::kBT, 0));
    for (const std::size_t row : {1u, 3u, 5u}) QVERIFY(rowsArePaired(F4x5::kBT, row));
    for (const std::size_t column : {1u, 3u, 5u}) QVERIFY(columnsArePaired(F4x5::kAT, column));
    for (const std::size_t row : {1u, 3u}) QVERIFY(rowsArePaired(F4x3::kG, row));
    QVERIFY(!columnsArePaired(F4x5::kAT, 0));
  }

  void reductionKeepsTheProduct() {
    checkReduction(F4x5::kAT);
    checkReduction(kB<F4x5>);
    checkReduction(F4x3::kAT);
    checkReduction(kGT<F4x3>);
  }
};

QTEST_APPLESS_MAIN(TestWinogradMatrices)
#include "tst_winograd_matrices.moc"
