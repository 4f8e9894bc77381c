#include <QTest>
#include <cmath>

#include "ui/panels/verdict.h"

namespace {

using engine::Probabilities;

const QStringList kDigits{QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("2"),
                          QStringLiteral("3"), QStringLiteral("4"), QStringLiteral("5"),
                          QStringLiteral("6"), QStringLiteral("7"), QStringLiteral("8"),
                          QStringLiteral("9")};

Probabilities seven(float first, float second) {
  Probabilities result;
  result.fill((1 - first - second) / 8);
  result[7] = first;
  result[1] = second;
  return result;
}

engine::NormalizedDigit digit(int largeParts = 1) {
  engine::NormalizedDigit result;
  result.isEmpty = false;
  result.hasTooLittleInk = false;
  result.largeParts = largeParts;
  return result;
}

}  // namespace

class TestVerdict : public QObject {
  Q_OBJECT

 private slots:
  void dra01_nothingDrawn();
  void dra09_tooLittleInk();
  void dra12_states_data();
  void dra12_states();
  void dra12_wideIsNoDigit();
  void dra12_thresholdOfTheValidationSet();
  void d14_untrained();
  void m1_notFinite();
  void names();
};

void TestVerdict::dra01_nothingDrawn() {
  const ui::Verdict verdict = ui::judge({}, seven(1, 0), kDigits);
  QCOMPARE(verdict.detail, QStringLiteral("Nothing drawn"));
  QCOMPARE(verdict.headline, QString());
  QVERIFY(!verdict.isAnswer && !verdict.winner);
}

void TestVerdict::dra09_tooLittleInk() {
  engine::NormalizedDigit dot = digit();
  dot.hasTooLittleInk = true;
  const ui::Verdict verdict = ui::judge(dot, seven(1, 0), kDigits);
  QCOMPARE(verdict.detail, QStringLiteral("Too little ink"));
  QVERIFY(!verdict.isAnswer && !verdict.winner);
}

void TestVerdict::dra12_states_data() {
  QTest::addColumn<float>("first");
  QTest::addColumn<float>("second");
  QTest::addColumn<int>("largeParts");
  QTest::addColumn<QString>("headline");
  QTest::addColumn<QString>("detail");
  QTest::addColumn<bool>("isSure");
  QTest::newRow("sure") << 0.9F << 0.07F << 1 << QStringLiteral("7")
                        << QStringLiteral("90.0\u00a0%, ahead of 1 by 83.0 points") << true;
  QTest::newRow("at the threshold")
      << 0.8F << 0.1F << 1 << QStringLiteral("7")
      << QStringLiteral("80.0\u00a0%, ahead of 1 by 70.0 points") << true;
  QTest::newRow("not sure") << 0.79F << 0.2F << 1 << QStringLiteral("7?")
                            << QStringLiteral("Not sure: 7 (79.0\u00a0%) or 1 (20.0\u00a0%)")
                            << false;
  QTest::newRow("hardly a doubt") << 0.99999F << 0.00001F << 1 << QStringLiteral("7")
                                  << QStringLiteral("> 99.9\u00a0%, far ahead of all others")
                                  << true;
  QTest::newRow("several shapes") << 0.9F << 0.1F << 3 << QStringLiteral("?")
                                  << QStringLiteral("Several shapes: draw one digit") << false;
  QTest::newRow("scattered") << 0.9F << 0.1F << 0 << QStringLiteral("?")
                             << QStringLiteral("Several shapes: draw one digit") << false;
  QTest::newRow("two shapes") << 0.9F << 0.1F << 2 << QStringLiteral("?")
                              << QStringLiteral("Two shapes: draw one digit") << false;
}

void TestVerdict::dra12_states() {
  QFETCH(float, first);
  QFETCH(float, second);
  QFETCH(int, largeParts);
  QFETCH(bool, isSure);
  const ui::Verdict verdict = ui::judge(digit(largeParts), seven(first, second), kDigits);
  QTEST(verdict.headline, "headline");
  QTEST(verdict.detail, "detail");
  QVERIFY(verdict.isAnswer);
  QCOMPARE(verdict.winner, isSure ? std::optional(7) : std::nullopt);
}

void TestVerdict::dra12_wideIsNoDigit() {
  engine::NormalizedDigit dash = digit();
  dash.isWide = true;
  QCOMPARE(ui::judge(dash, seven(1, 0), kDigits).detail, QStringLiteral("Too wide for one digit"));
  QStringList names = kDigits;
  names[7] = QStringLiteral("Sneaker");
  QCOMPARE(ui::judge(dash, seven(0.9F, 0), names).winner, 7);  // shoes are wide
  dash.largeParts = 2;
  QCOMPARE(ui::judge(dash, seven(1, 0), names).detail, QStringLiteral("Two shapes: draw only one"));
}

void TestVerdict::dra12_thresholdOfTheValidationSet() {
  QCOMPARE(ui::judge(digit(), seven(0.6F, 0.3F), kDigits, 0.55F).winner, 7);
  QCOMPARE(ui::judge(digit(), seven(0.96F, 0.03F), kDigits, 0.97F).headline, QStringLiteral("7?"));
}

void TestVerdict::d14_untrained() {
  const ui::Verdict verdict = ui::judge(digit(), std::nullopt, kDigits);
  QCOMPARE(verdict.detail, QStringLiteral("No answer yet: start a run"));
  QVERIFY(!verdict.isAnswer && !verdict.winner);
}

void TestVerdict::m1_notFinite() {
  for (const float bad : {std::nanf(""), INFINITY}) {
    const ui::Verdict verdict = ui::judge(digit(), seven(bad, 0.1F), kDigits);
    QVERIFY(verdict.detail.contains(QStringLiteral("no finite numbers")));
    QCOMPARE(verdict.headline, QString());
    QVERIFY(!verdict.isAnswer && !verdict.winner);
  }
}

void TestVerdict::names() {
  QStringList names = kDigits;
  names[7] = QStringLiteral("Sneaker");
  QCOMPARE(ui::judge(digit(), seven(0.9F, 0.1F), names).headline, QStringLiteral("Sneaker"));
  QCOMPARE(ui::ranking(seven(0.9F, 0.07F)), (std::vector<int>{7, 1, 0, 2, 3, 4, 5, 6, 8, 9}));
}

QTEST_APPLESS_MAIN(TestVerdict)
#include "tst_verdict.moc"
