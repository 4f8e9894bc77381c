#include <QTest>
#include <clocale>
#include <cmath>
#include <limits>

#include "engine/log/console_log.h"
#include "engine/log/number_text.h"

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

engine::ValidationDone report(double crossEntropy) {
  engine::ValidationDone done;
  done.step = {.step = 100,
               .epoch = 0.11636,
               .crossEntropy = crossEntropy,
               .weightPenalty = 3.0,
               .learningRate = 0.01,
               .minibatchError = 6.25,
               .seconds = 0.4};
  done.scriptMillisecondsPerStep = 432.55;
  done.validation.count = 5000;
  done.validation.wrong = 360;
  return done;
}

}  // namespace

class ConsoleLogTest : public QObject {
  Q_OBJECT

 private slots:
  void linesAreTheSamples();
  void nonFiniteLoss_data();
  void nonFiniteLoss();
  void localeDoesNotMatter();
  void shortestTextIsPythons_data();
  void shortestTextIsPythons();
};

void ConsoleLogTest::linesAreTheSamples() {
  QCOMPARE(engine::extractingLine("data/train-images-idx3-ubyte.gz"),
           std::string("Extracting data/train-images-idx3-ubyte.gz"));
  QCOMPARE(engine::reportLines(report(0.2764)),
           std::string("Step 100 (epoch 0.12), 432.6 ms\n"
                       "Minibatch loss: 3.276, learning rate: 0.010000\n"
                       "Minibatch error: 6.2%\n"
                       "Validation error: 7.2%\n"));
  engine::Evaluation test;
  test.count = 10000;
  test.wrong = 79;
  QCOMPARE(engine::testErrorLine(test), std::string("Test error: 0.8%"));
  test.wrong = 0;
  QCOMPARE(engine::testErrorLine(test), std::string("Test error: 0.0%"));
}

void ConsoleLogTest::nonFiniteLoss_data() {
  QTest::addColumn<double>("loss");
  QTest::addColumn<QByteArray>("text");
  QTest::newRow("nan") << kNan << QByteArray("loss: nan,");
  QTest::newRow("-nan") << std::copysign(kNan, -1.0) << QByteArray("loss: nan,");
  QTest::newRow("inf") << kInfinity << QByteArray("loss: inf,");
  QTest::newRow("huge") << 1e300 << QByteArray("loss: 1000000000000000052504760255204420248704468");
}

void ConsoleLogTest::nonFiniteLoss() {
  QFETCH(double, loss);
  QFETCH(QByteArray, text);
  const QByteArray lines = QByteArray::fromStdString(engine::reportLines(report(loss)));
  QVERIFY2(lines.contains(text), lines.constData());
}

void ConsoleLogTest::localeDoesNotMatter() {
  const std::string plain = engine::reportLines(report(0.2764));
  if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) QSKIP("the locale de_DE.UTF-8 is not installed");
  const std::string german = engine::reportLines(report(0.2764));
  std::setlocale(LC_ALL, "C");
  QCOMPARE(german, plain);
}

void ConsoleLogTest::shortestTextIsPythons_data() {
  QTest::addColumn<double>("value");
  QTest::addColumn<std::string>("text");
  QTest::newRow("zero") << 0.0 << std::string("0.0");
  QTest::newRow("whole") << 50.0 << std::string("50.0");
  QTest::newRow("one of 64") << 1.5625 << std::string("1.5625");
  QTest::newRow("not a number") << kNan << std::string("nan");
}

void ConsoleLogTest::shortestTextIsPythons() {
  QFETCH(double, value);
  QFETCH(std::string, text);
  QCOMPARE(engine::shortestText(value), text);
}

QTEST_APPLESS_MAIN(ConsoleLogTest)
#include "tst_console_log.moc"
