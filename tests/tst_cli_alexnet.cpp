#include <QRegularExpression>
#include <QTest>

#include "cli_program.h"

using namespace cli_program;

namespace {

const char kShapes[] =
    "conv1   [128, 56, 56, 64]\n"
    "pool1   [128, 27, 27, 64]\n"
    "conv2   [128, 27, 27, 192]\n"
    "pool2   [128, 13, 13, 192]\n"
    "conv3   [128, 13, 13, 384]\n"
    "conv4   [128, 13, 13, 256]\n"
    "conv5   [128, 13, 13, 256]\n"
    "pool5   [128, 6, 6, 256]\n";

Result alexnet(const QStringList& arguments) {
  return run(kProgram, QStringList("alexnet") + arguments);
}

QString withoutStamps(QString log) {
  return log.remove(QRegularExpression(R"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{6})?: )"));
}

// "step 20" of one of the two parts of a log.
double duration(const QString& part, int step) {
  const QRegularExpression line(QString("step %1, duration = ([0-9.]+)\n").arg(step));
  return line.match(part).captured(1).toDouble();
}

}  // namespace

class CliAlexnetTest : public QObject {
  Q_OBJECT

 private slots:
  void articlesLog();
  void stampsAreTheMachines();
  void realBatches();
  void layersAndOtherMachines();
  void wrongUsage_data();
  void wrongUsage();
};

// The article's console, from a simulated t2.micro: 9.65 s a batch, and with gradients 28.7 s until
// the credits are gone between steps 10 and 20.
void CliAlexnetTest::articlesLog() {
  const Result result = alexnet({"--machine", "t2.micro", "--compat"});
  QCOMPARE(result.exitCode, 0);
  QVERIFY(result.output.startsWith(kShapes));
  const QString log = withoutStamps(result.output.mid(int(sizeof kShapes) - 1));
  const int end = int(log.indexOf("Forward across"));
  QString expected;
  for (int step = 10; step < 100; step += 10)
    expected += QString("step %1, duration = 9.650\n").arg(step);
  QCOMPARE(log.left(end), expected);
  QVERIFY(log.contains("Forward across 100 steps, 9.650 +/- 0.000 sec / batch\n"));
  QVERIFY(log.contains("Forward across 100 steps, 9.553 +/- 0.960 sec / batch (as the old "));
  const QString second = log.mid(end);
  QCOMPARE(duration(second, 10), 28.7);
  QVERIFY(std::abs(duration(second, 20) / 72.885 - 1) < 0.1);
  QVERIFY(second.contains("Forward-backward across 100 steps, "));
  QVERIFY(!alexnet({"--machine", "t2.micro"}).output.contains("old script"));
}

void CliAlexnetTest::stampsAreTheMachines() {
  const QString log =
      alexnet({"--machine", "t2.micro:100", "--ms-per-step", "2000,3000", "--batch_size", "64"})
          .output;
  const QRegularExpression line(R"((\d\d):(\d\d):(\d\d)[.0-9]*: step (\d+), duration = 1.000)");
  QList<int> seconds;
  for (auto found = line.globalMatch(log); found.hasNext();) {
    const auto match = found.next();
    seconds += (match.captured(1).toInt() * 60 + match.captured(2).toInt()) * 60 +
               match.captured(3).toInt();
  }
  QCOMPARE(seconds.size(), 9);
  QCOMPARE((seconds[8] - seconds[0] + 86400) % 86400, 80);
  QVERIFY(log.contains("Forward-backward across 100 steps, 1.500 +/- 0.000 sec / batch\n"));
}

void CliAlexnetTest::realBatches() {
  const Result result = alexnet({"--batch_size=1", "--num_batches=11", "--threads=1"});
  QCOMPARE(result.exitCode, 0);
  QVERIFY(result.errors.isEmpty());
  const QStringList lines = withoutStamps(result.output).split('\n');
  QCOMPARE(lines.size(), 8 + 2 * 2 + 1);
  QCOMPARE(lines[0], "conv1   [1, 56, 56, 64]");
  const QRegularExpression step("^step 10, duration = \\d+\\.\\d{3}$");
  const QRegularExpression summary(
      "^(Forward|Forward-backward) across 11 steps, \\d+\\.\\d{3} \\+/- \\d+\\.\\d{3} sec / "
      "batch$");
  for (const int first : {8, 10}) {
    QVERIFY(step.match(lines[first]).hasMatch());
    QVERIFY(summary.match(lines[first + 1]).hasMatch());
  }
}

void CliAlexnetTest::layersAndOtherMachines() {
  const Result result =
      alexnet({"--batch_size=1", "--num_batches=1", "--layers", "--conv", "direct"});
  QCOMPARE(result.exitCode, 0);
  for (const char* row : {"\nconv1 + pool1 ", "\nconv4 ", "\nhere ", "\nTesla K40c ", "\nTitan X ",
                          "\nAWS t2.micro (the article) "})
    QVERIFY2(result.output.contains(row), row);
}

void CliAlexnetTest::wrongUsage_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::newRow("no images") << QStringList{"--batch_size", "0"};
  QTest::newRow("too many images") << QStringList{"--batch_size", "1025"};
  QTest::newRow("no batches") << QStringList{"--num_batches", "0"};
  QTest::newRow("threads") << QStringList{"--threads", "65"};
  QTest::newRow("machine") << QStringList{"--machine", "t9.micro"};
  QTest::newRow("cost without machine") << QStringList{"--ms-per-step", "measured"};
  QTest::newRow("one number") << QStringList{"--machine", "t2.micro", "--ms-per-step", "9650"};
  QTest::newRow("mixed") << QStringList{"--machine", "t2.micro", "--ms-per-step", "9650,3x"};
  QTest::newRow("two factors") << QStringList{"--machine", "t2.micro", "--ms-per-step", "2x,3x"};
  QTest::newRow("pace") << QStringList{"--machine", "t2.micro", "--pace", "fast"};
  QTest::newRow("layers of a thought") << QStringList{"--machine", "t2.micro", "--layers"};
  QTest::newRow("word") << QStringList{"now"};
}

void CliAlexnetTest::wrongUsage() {
  QFETCH(QStringList, arguments);
  const Result result = alexnet(arguments);
  QCOMPARE(result.exitCode, 2);
  QVERIFY2(result.hasOneErrorLine(), qPrintable(result.errors));
  QVERIFY(result.output.isEmpty());
}

QTEST_GUILESS_MAIN(CliAlexnetTest)
#include "tst_cli_alexnet.moc"
