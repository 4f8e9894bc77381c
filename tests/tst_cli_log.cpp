#include <QTemporaryDir>
#include <QTest>

#include "cli_program.h"
#include "console_logs.h"
#include "engine/log/run_table.h"

using namespace cli_program;
using console_logs::kPlain;

static Result log(const QStringList& arguments) {
  return run(kProgram, QStringList("log") + arguments);
}

class TestCliLog : public QObject {
  Q_OBJECT

 private slots:
  void tells() {
    const Result result = log({write(kPlain + "what?\n")});
    QCOMPARE(result.exitCode, 0);
    QVERIFY(result.output.startsWith("console log, 1 run, 15 lines, 1 not understood\n"));
    QVERIFY(result.output.contains("3 points, steps 0 to 200, every 100"));
    QVERIFY(result.output.contains("Best validation error 3.9% at step 200"));
    QVERIFY(result.output.contains("433.9 ms per step on average"));
    QVERIFY(result.output.contains("Test error 0.8%"));
  }
  void converts() {
    const QString source = write(kPlain);
    const std::string table = engine::runTable(console_logs::parse(kPlain).runs);
    QCOMPARE(log({"--csv", source}).output, QString::fromStdString(table));
    const QString lines = m_folder.filePath("run.jsonl");
    const Result toFile = log({source, "--json", "-o", lines});
    QCOMPARE(toFile.exitCode, 0);
    QVERIFY(toFile.output.isEmpty());
    QCOMPARE(contents(lines).count('\n'), 1 + 3 + 3 + 1);
    QCOMPARE(log({"--csv", lines}).output, QString::fromStdString(table));
  }
  void asksForTheDataSet() {
    const QString source = write(QByteArray(kPlain).replace("0.23", "0.40"));
    QVERIFY(log({source}).output.contains("--train-count"));
    const Result given = log({write("Epoch 0.50\nMinibatch loss: 1.5\n"), "--csv", "--train-count",
                              "1000", "--batch", "10"});
    QVERIFY(given.output.contains("\n1,50,0.5,"));
  }
  void refuses_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("no file") << QStringList() << 2;
    QTest::newRow("two files") << QStringList{"a", "b"} << 2;
    QTest::newRow("two formats") << QStringList{"a", "--csv", "--json"} << 2;
    QTest::newRow("no such file") << QStringList{"/nowhere/a.log"} << 1;
    QTest::newRow("no number") << QStringList{"a", "--batch", "0"} << 2;
  }
  void refuses() {
    QFETCH(QStringList, arguments);
    const Result result = log(arguments);
    QTEST(result.exitCode, "exitCode");
    QVERIFY2(result.hasOneErrorLine(), qPrintable(result.errors));
  }

  // LOG-06: a summary alone tells no batch, and a rate or a data set would be made up.
  void log06_benchmarks_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("rate");
    QTest::newRow("summary alone") << QByteArray() << QStringList() << "";
    QTest::newRow("--batch") << QByteArray() << QStringList{"--batch", "128"}
                             << "256.0 images/s in batches of 128";
    QTest::newRow("shapes told") << QByteArray("conv1   [32, 56, 56, 64]\n") << QStringList()
                                 << "64.0 images/s in batches of 32";
  }
  void log06_benchmarks() {
    QFETCH(QByteArray, before);
    QFETCH(QStringList, options);
    QFETCH(QString, rate);
    const QString source =
        write(before +
              "<built-in method now of type object at 0x101e8b580>: Forward across 100 steps, "
              "0.500 +/- 0.154 sec / batch\n");
    const QString lines = log(QStringList{source, "--json"} + options).output;
    QVERIFY(lines.contains("\"benchmark\"") || lines.contains("0.5"));
    QVERIFY2(!lines.contains("train_count"), qPrintable(lines));
    QCOMPARE(lines.contains("batch_size"), !rate.isEmpty());
    // The run log says what the console log has said.
    for (const QString& text :
         {log(QStringList{source} + options).output, log({write(lines.toUtf8())}).output}) {
      QVERIFY2(text.contains("  0.500 +/- 0.154 sec / batch"), qPrintable(text));
      QCOMPARE(text.contains("images/s"), !rate.isEmpty());
      QVERIFY2(text.contains(rate), qPrintable(text));
    }
  }

  // A run's log holds what the run has printed, and a second run is added to it.
  void trainWritesARunLog() {
    const QString file = m_folder.filePath("train.jsonl");
    const QStringList arguments{"--self-test", "--log", file, "--threads", "1"};
    const Result first = train(arguments);
    QCOMPARE(first.exitCode, 0);
    QVERIFY(first.output.contains("Minibatch loss: 9.772"));
    QCOMPARE(train(arguments).exitCode, 0);
    const auto runs = run_records::readLog(contents(file).toStdString());
    QCOMPARE(runs.size(), 2u);
    for (const auto& run : runs) {
      QCOMPARE(run.steps.size(), 4u);
      QCOMPARE(QString::number(run.steps[0].loss, 'f', 3), QString("9.772"));
      QCOMPARE(run.validations.size(), 1u);
      QCOMPARE(run.end->testError, 0.0);
      QCOMPARE(run.start.settings->trainCount, 256);
    }
  }
  // As a full disk leaves it.
  void aLogCutInMidLineGoesOnBelow() {
    const QString file = write("{\"event\":\"st");
    QCOMPARE(train({"--self-test", "--log", file, "--threads", "1"}).exitCode, 0);
    QVERIFY(contents(file).startsWith("{\"event\":\"st\n{"));
  }
  void trainPrintsARunLog() {
    const Result result = train({"--self-test", "--log", "-", "--threads", "1"});
    QCOMPARE(result.exitCode, 0);
    const auto runs = run_records::readLog(result.output.toStdString());
    QCOMPARE(runs.size(), 1u);
    QCOMPARE(runs[0].steps.size(), 4u);
    for (const QString& line : result.output.trimmed().split('\n')) QVERIFY(line.startsWith('{'));
  }
  // NUM-04: the step that failed is in both logs, and both read back.
  void num04_failedStep() {
    const QString file = m_folder.filePath("failed.jsonl");
    const Result result = train(
        {"--max-steps", "60", "--learning-rate", "100", "--eval-every", "1000", "--log", file});
    QCOMPARE(result.exitCode, 1);
    const auto printed = console_logs::parse(result.output.toUtf8()).runs.at(0);
    const auto logged = run_records::readLog(contents(file).toStdString()).at(0);
    QVERIFY(!std::isfinite(printed.steps.back().loss) &&
            !engine::isUnknown(printed.steps.back().loss));
    QVERIFY(!std::isfinite(logged.steps.back().loss));
    QCOMPARE(printed.steps.back().step, logged.steps.back().step);
    QVERIFY(logged.end->reason == engine::StopReason::NonFinite);
    QCOMPARE(logged.end->lastStep, logged.steps.back().step);
  }
  // What is no run log stays as it is; blanks and run logs are written behind.
  void logOverAnotherFile_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<bool>("refused");
    QTest::newRow("text") << QByteArray("\n  notes\n") << true;
    QTest::newRow("table") << QByteArray("run,step\n") << true;
    QTest::newRow("archive") << QByteArray("PK\3\4\0\0", 6) << true;
    QTest::newRow("console log") << QByteArray("Initialized!\n") << true;
    QTest::newRow("one zero byte") << QByteArray("\0", 1) << true;
    QTest::newRow("blanks") << QByteArray(" \r\n") << false;
    QTest::newRow("empty") << QByteArray() << false;
  }
  void logOverAnotherFile() {
    QFETCH(QByteArray, content);
    QFETCH(bool, refused);
    const QString file = write(content);
    const Result result = train({"--self-test", "--log", file, "--threads", "1"});
    QCOMPARE(result.exitCode, refused ? 1 : 0);
    if (refused) {
      QVERIFY2(result.hasOneErrorLine() && result.errors.contains(file) &&
                   result.errors.contains("another name"),
               qPrintable(result.errors));
      QCOMPARE(contents(file), content);
    } else {
      QCOMPARE(run_records::readLog(contents(file).toStdString()).size(), 1u);
    }
  }
  void logThatCannotBeWritten() {
    const Result result = train({"--self-test", "--log", "/nowhere/run.jsonl"});
    QCOMPARE(result.exitCode, 1);
    QVERIFY(result.errors.contains("/nowhere/run.jsonl"));
    if (!QFile::exists("/dev/full")) QSKIP("no /dev/full");
    const Result full = train({"--self-test", "--log", "/dev/full", "--threads", "1"});
    QCOMPARE(full.exitCode, 1);
    QVERIFY(full.output.contains("test_error 0.0"));  // the run itself is not lost
    QVERIFY(full.errors.contains("not complete"));
  }

 private:
  QString write(const QByteArray& bytes) {
    QFile file(m_folder.filePath(QString::number(++m_count) + ".log"));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("no file");
    return file.fileName();
  }

  QTemporaryDir m_folder;
  int m_count = 0;
};

QTEST_GUILESS_MAIN(TestCliLog)
#include "tst_cli_log.moc"
