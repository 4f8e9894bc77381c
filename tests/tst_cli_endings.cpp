#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "cli_program.h"
#include "engine/weights/npz.h"

using namespace cli_program;

class CliEndingsTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void lossThatIsNoNumber();
  void oneInterruptStopsTestsAndSaves();
  void twoInterruptsQuitAtOnce();
  void hangUpsStopTestAndSave();
  void ignoredHangUpStaysIgnored();
  void folderThatVanishes();
  void fileBeyondTheLimit();
  void tooLittleMemory();
  void readerThatGoesAway();
  void fullDiskBehindTheOutput();

 private:
  QString file(const QString& name) const { return m_folder->filePath(name); }

  std::unique_ptr<QTemporaryDir> m_folder;
};

// Neither the file that was named nor older last weights are touched.
void CliEndingsTest::lossThatIsNoNumber() {
  const QString path = file("good.npz");
  QFile older(path);
  QVERIFY(older.open(QIODevice::WriteOnly) && older.write("an older file") > 0);
  older.close();
  QByteArray first;
  for (const QString& last : {file("good.last-finite.npz"), file("good.last-finite-2.npz")}) {
    const Result result = train(
        {"--self-test", "--learning-rate", "1000", "--epochs", "20", "--save", path, "--force"});
    QCOMPARE(result.exitCode, 1);
    const QRegularExpression step("at step \\d+\\. Lower --learning-rate\\. " +
                                  QRegularExpression::escape(last) +
                                  " has the weights after \\d+ updates?\\.");
    QVERIFY2(result.hasOneErrorLine() && step.match(result.errors).hasMatch(),
             qPrintable(result.errors));
    for (const engine::NamedTensor& entry : engine::readNpz(last.toStdString()))
      QVERIFY(std::ranges::all_of(entry.tensor.values(), [](float v) { return std::isfinite(v); }));
    if (first.isEmpty()) first = contents(last);
  }
  QCOMPARE(contents(path), QByteArray("an older file"));
  QVERIFY(contents(file("good.last-finite.npz")) == first);
}

void CliEndingsTest::oneInterruptStopsTestsAndSaves() {
  QProcess process;
  process.start(kProgram, {"train", "--self-test", "--epochs", "100000", "--save", file("a.npz")});
  QVERIFY(waitForText(process, QProcess::StandardOutput, "Validation error"));
  interrupt(process);
  const Result result = wait(process);
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.output.endsWith("Test error: 0.0%\ntest_error 0.0\n"), qPrintable(result.output));
  QCOMPARE(engine::readNpz(file("a.npz").toStdString()).size(), std::size_t{8});
}

// Closing a terminal may send more than one.
void CliEndingsTest::hangUpsStopTestAndSave() {
  QProcess process;
  process.start(kProgram, {"train", "--self-test", "--epochs", "100000", "--save", file("a.npz")});
  QVERIFY(waitForText(process, QProcess::StandardOutput, "Validation error"));
  kill(pid_t(process.processId()), SIGHUP);
  QVERIFY(waitForText(process, QProcess::StandardError, "the test comes last"));
  kill(pid_t(process.processId()), SIGHUP);
  QCOMPARE(wait(process).exitCode, 0);
  QCOMPARE(engine::readNpz(file("a.npz").toStdString()).size(), std::size_t{8});
}

// Were it noted, Ctrl-C would be the second signal and quit at once.
void CliEndingsTest::ignoredHangUpStaysIgnored() {
  QProcess process;
  process.start("sh",
                {"-c", "trap '' HUP; exec '" + kProgram + "' train --self-test --epochs 100000"});
  QVERIFY(waitForText(process, QProcess::StandardOutput, "Initialized!"));
  kill(pid_t(process.processId()), SIGHUP);
  interrupt(process);
  QCOMPARE(wait(process).exitCode, 0);
}

void CliEndingsTest::folderThatVanishes() {
  QVERIFY(QDir(m_folder->path()).mkdir("target") && QDir(m_folder->path()).mkdir("temporary"));
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert("TMPDIR", file("temporary"));
  process.setProcessEnvironment(environment);
  process.start(kProgram,
                {"train", "--self-test", "--epochs", "100000", "--save", file("target/a.npz")});
  QVERIFY(waitForText(process, QProcess::StandardOutput, "Validation error"));
  QVERIFY(QDir(m_folder->path()).rmdir("target"));
  interrupt(process);
  const Result result = wait(process);
  QCOMPARE(result.exitCode, 1);
  static const QRegularExpression place("The weights are in (\\S+/temporary/\\S+/a\\.npz)\\.\n");
  const auto match = place.match(result.errors);
  QVERIFY2(match.hasMatch(), qPrintable(result.errors));
  QCOMPARE(engine::readNpz(match.captured(1).toStdString()).size(), std::size_t{8});
}

void CliEndingsTest::fileBeyondTheLimit() {
  const Result result =
      run("bash", {"-c", "ulimit -f 100; TMPDIR='" + m_folder->path() + "' '" + kProgram +
                             "' train --self-test --save '" + file("a.npz") + "'"});
  QCOMPARE(result.exitCode, 1);
  QVERIFY2(result.hasOneErrorLine() && result.errors.contains("File too large"),
           qPrintable(result.errors));
  QVERIFY(QDir(m_folder->path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void CliEndingsTest::tooLittleMemory() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  QSKIP("a sanitizer needs all of the address space");
#endif
  const Result result = run("bash", {"-c", "ulimit -v 300000; '" + kProgram + "' train --data '" +
                                               kMnist + "' --batch 4096 --threads 1"});
  QCOMPARE(result.exitCode, 1);
  QVERIFY2(result.hasOneErrorLine() && result.errors.contains("not enough memory"),
           qPrintable(result.errors));
}

void CliEndingsTest::twoInterruptsQuitAtOnce() {
  QProcess process;
  // The slowest way to compute, so that the test pass at the end takes its seconds.
  process.start(kProgram, {"train", "--data", kMnist, "--kernels", "reference", "--threads", "1",
                           "--save", file("a.npz")});
  QVERIFY(waitForText(process, QProcess::StandardOutput, "Initialized!"));
  interrupt(process);
  // The second comes while the 10,000 test images are classified.
  QVERIFY(waitForText(process, QProcess::StandardError, "Another Ctrl-C or SIGTERM quits at once"));
  interrupt(process);
  QCOMPARE(wait(process).exitCode, 130);
  QVERIFY(!QFile::exists(file("a.npz")));
}

void CliEndingsTest::readerThatGoesAway() {
  const Result result =
      run("bash", {"-o", "pipefail", "-c",
                   "'" + kProgram + "' train --self-test --epochs 100000 --eval-every 1 --save '" +
                       file("a.npz") + "' | head -n 2"});
  QCOMPARE(result.output, QString("Running self-test.\nInitialized!\n"));
  static const QRegularExpression stopped(
      "Stopped before step (\\d+) because nobody reads the output any more\\. \\S+/a\\.npz has the "
      "weights after \\1 updates?\\.\n$");
  QVERIFY2(result.hasOneErrorLine() && stopped.match(result.errors).hasMatch(),
           qPrintable(result.errors));
  QCOMPARE(result.exitCode, 1);
  QCOMPARE(engine::readNpz(file("a.npz").toStdString()).size(), std::size_t{8});

  const Result quiet = run(
      "bash", {"-o", "pipefail", "-c",
               "'" + kProgram + "' train --self-test --epochs 100000 --eval-every 1 | head -n 2"});
  QCOMPARE(quiet.output, result.output);
  QCOMPARE(quiet.errors, QString());
  QCOMPARE(quiet.exitCode, 0);
}

void CliEndingsTest::fullDiskBehindTheOutput() {
  const Result result = run("sh", {"-c", "'" + kProgram + "' train --self-test > /dev/full"});
  QCOMPARE(result.exitCode, 1);
  QVERIFY2(result.hasOneErrorLine() && result.errors.contains("No space left on device"),
           qPrintable(result.errors));
}

QTEST_GUILESS_MAIN(CliEndingsTest)
#include "tst_cli_endings.moc"
