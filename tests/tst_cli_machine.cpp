#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "cli_program.h"
#include "engine/weights/npz.h"

using namespace cli_program;

namespace {

// The ms of the Step lines.
QList<double> stepTimes(const QString& log) {
  static const QRegularExpression line("^Step \\d+ \\(epoch [\\d.]+\\), ([\\d.]+) ms$",
                                       QRegularExpression::MultilineOption);
  QList<double> times;
  for (const auto& match : line.globalMatch(log)) times += match.captured(1).toDouble();
  return times;
}

QStringList selfTest(const QStringList& more) {
  return QStringList{"--self-test", "--epochs", "5", "--batch", "8", "--eval-every", "20"} + more;
}

}  // namespace

/// burstlab-cli train with a simulated machine.
class CliMachineTest : public QObject {
  Q_OBJECT

 private slots:
  void logIsInTheMachinesTime();
  void logIsTheSameOnEveryComputer();
  void sleepLines();
  void stopAtEndsWithCode3();
  void realPaceCanBeInterrupted();
  void resumedMachineCanBeChanged();
  void usageErrors_data();
  void usageErrors();
};

// At full speed, and with 10 % of it: an eighth of the sample's batch, and an evaluation of 64
// images every 20 steps instead of 5,000 every 100.
void CliMachineTest::logIsInTheMachinesTime() {
  const double share = 1.24 / 5.87;
  const double expected = 432 * (1 - share) / 8 + 432 * 100 * share * 64 / 5000 / 20;
  const Result fast = train(selfTest({"--machine", "t2.micro:39.5", "--max-steps", "61"}));
  QCOMPARE(fast.exitCode, 0);
  const QList<double> full = stepTimes(fast.output);
  QCOMPARE(full.size(), 4);
  for (const double ms : full.mid(1)) QVERIFY(std::abs(ms - expected) < 0.06);
  QVERIFY2(fast.errors.contains("credits left after"), qPrintable(fast.errors));

  const Result slow = train(selfTest({"--machine", "t2.micro:0", "--max-steps", "61"}));
  const QList<double> floor = stepTimes(slow.output);
  QCOMPARE(floor.size(), 4);
  for (const double ms : floor.mid(1)) QVERIFY(std::abs(ms - 10 * expected) < 0.06);
}

void CliMachineTest::logIsTheSameOnEveryComputer() {
  const QStringList machine = {"--machine", "t2.micro:6", "--ms-per-step", "60000"};
  const Result one = train(selfTest(machine + QStringList{"--conv", "direct", "--threads", "2"}));
  const Result other = train(selfTest(machine + QStringList{"--threads", "1"}));
  const QList<double> times = stepTimes(one.output);
  QCOMPARE(times, stepTimes(other.output));
  QVERIFY(times.last() > 9 * times.at(1));  // the staircase's foot
}

void CliMachineTest::sleepLines() {
  const Result result = train(selfTest({"--machine", "t2.micro:0", "--ms-per-step", "6000",
                                        "--credit-policy", "sleep:3000ms:50min"}));
  const QRegularExpression lines(
      "Step 20 .*\nsleep t2\\.micro cpu\\. passed time=(\\d+)\n"
      "run t2\\.micro cpu\\. passed time=(\\d+)\nStep 40 ",
      QRegularExpression::DotMatchesEverythingOption);
  const auto match = lines.match(result.output);
  QVERIFY2(match.hasMatch(), qPrintable(result.output));
  QCOMPARE(match.captured(2).toInt() - match.captured(1).toInt(), 3000);
}

void CliMachineTest::stopAtEndsWithCode3() {
  QTemporaryDir folder;
  const QString file = folder.filePath("relay.npz");
  const Result result = train(selfTest({"--machine", "t2.micro:7", "--ms-per-step", "2000",
                                        "--credit-policy", "stop-at:6.5credits", "--save", file}));
  QCOMPARE(result.exitCode, 3);
  QVERIFY2(result.hasOneErrorLine() && result.errors.contains("with 6.5 credits left"),
           qPrintable(result.errors));
  QVERIFY2(result.errors.contains(file + " has the weights"), qPrintable(result.errors));
  QVERIFY(!result.output.contains("Test error"));
  QCOMPARE(engine::readNpz(file.toStdString()).size(), std::size_t{8});
}

// It would take days.
void CliMachineTest::realPaceCanBeInterrupted() {
  QProcess process;
  process.start(kProgram,
                QStringList("train") + selfTest({"--machine", "t2.micro:0", "--ms-per-step",
                                                 "100000000", "--pace", "real"}));
  QVERIFY(waitForText(process, QProcess::StandardOutput, "Validation error"));
  interrupt(process);
  const Result result = wait(process);
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.output.endsWith("Test error: 0.0%\ntest_error 0.0\n"), qPrintable(result.output));
}

// What is left of the run takes ten times as long, or another policy ends it, with the credits that
// are left; only a machine that is named has new ones.
void CliMachineTest::resumedMachineCanBeChanged() {
  QTemporaryDir folder;
  const QString file = folder.filePath("run");
  const auto begin = [&](const QStringList& machine) {
    QFile::remove(file);
    return train(selfTest(machine + QStringList{"--checkpoint", file, "--stop-at", "41steps"}))
        .exitCode;
  };
  const QStringList micro{"--machine", "t2.micro:39.5"};
  QCOMPARE(begin(micro), 3);
  const Result slower = train({"--resume", file, "--ms-per-step", "4320", "--pace", "100000x",
                               "--machine-threads", "1", "--max-steps", "82"});
  QVERIFY2(slower.exitCode == 0 && !slower.errors.contains("anew"), qPrintable(slower.errors));
  QVERIFY(stepTimes(slower.output).last() > 0);
  QCOMPARE(begin(micro), 3);
  const Result same = train({"--resume", file, "--max-steps", "82"});
  QVERIFY(std::abs(stepTimes(slower.output).last() / stepTimes(same.output).last() - 10) < 0.1);
  QCOMPARE(begin(micro), 3);
  QCOMPARE(train({"--resume", file, "--credit-policy", "stop-at:39.4credits"}).exitCode, 3);
  const Result anew = train({"--resume", file, "--machine", "t2.micro:20", "--max-steps", "82"});
  QVERIFY2(anew.exitCode == 0 && anew.errors.contains("The machine begins anew"),
           qPrintable(anew.errors));

  QCOMPARE(begin({}), 3);
  for (const QStringList& options :
       {QStringList{"--pace", "60x"}, QStringList{"--stop-at", "2credits"}}) {
    const Result result = train(QStringList{"--resume", file} + options);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.errors.contains("name one"), qPrintable(result.errors));
  }
}

void CliMachineTest::usageErrors_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("says");
  const QStringList micro = {"--machine", "t2.micro"};
  QTest::newRow("type") << QStringList{"--machine", "t2.mirco"} << "--machine: There is no";
  QTest::newRow("credits") << QStringList{"--machine", "t2.micro:999"} << "choose 0 to 174.0";
  QTest::newRow("rate 0") << QStringList{"--machine", "custom,rate=0"} << "rate= takes a number";
  QTest::newRow("cost") << micro + QStringList{"--ms-per-step", "0"} << "--ms-per-step: ";
  QTest::newRow("pace") << micro + QStringList{"--pace", "warp"} << "--pace: A pace is virtual";
  QTest::newRow("policy") << micro + QStringList{"--credit-policy", "nap"}
                          << "--credit-policy: A credit policy is none";
  QTest::newRow("threads") << micro + QStringList{"--machine-threads", "0"} << "from 1 to 1024";
  QTest::newRow("work would be lost")
      << micro + QStringList{"--credit-policy", "stop-at:2credits"} << "--save";
  for (const char* option : {"--ms-per-step", "--pace", "--credit-policy", "--machine-threads"})
    QTest::addRow("%s alone", option)
        << QStringList{option, "1"} << option + QString(" is about a machine; name one");
}

void CliMachineTest::usageErrors() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, says);
  const Result result = train(arguments);
  QCOMPARE(result.exitCode, 2);
  QVERIFY2(result.hasOneErrorLine() && result.errors.contains(says), qPrintable(result.errors));
}

QTEST_APPLESS_MAIN(CliMachineTest)
#include "tst_cli_machine.moc"
