#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <random>

#include "cli_program.h"
#include "engine/train/checkpoint.h"
#include "engine/weights/npz.h"
#include "network_fixtures.h"

using namespace cli_program;

// Runs of the console that end and go on, as a script and a person would do it.
class CliCheckpointTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }
  void relayPrintsTheSameLog_data();
  void relayPrintsTheSameLog();
  void slicesInALoop();
  void signalsWriteTheCheckpoint_data();
  void signalsWriteTheCheckpoint();
  void nextMachineOfARelay();
  void damagedFileFallsBack();
  void twoRunsOnOneFile();
  void maxStepsAreKept();
  void stopAtBehindTheRun_data();
  void stopAtBehindTheRun();
  void refusals_data();
  void refusals();
  void killedAtRandomMoments();

 private:
  QString file(const char* name = "run") const { return m_folder->filePath(name); }
  std::int64_t stepsIn(const QString& name) const {
    return engine::readCheckpoint(name.toStdString()).checkpoint.state.steps;
  }
  static QString withoutTimes(QString log) { return log.remove(QRegularExpression("[0-9.]+ ms")); }
  engine::Weights weights(const QString& name) const { return engine::readNpz(name.toStdString()); }

  std::unique_ptr<QTemporaryDir> m_folder;
};

void CliCheckpointTest::relayPrintsTheSameLog_data() {
  QTest::addColumn<QStringList>("options");
  QTest::addColumn<QStringList>("stops");
  QTest::addColumn<bool>("timesToo");
  QTest::newRow("steps and epochs")
      << QStringList{"--shuffle", "--threads", "2"}
      << QStringList{"1steps", "4steps", "2epochs", "9steps"} << false;
  // Virtual times are the same as well.
  QTest::newRow("simulated machine") << QStringList{"--machine", "t2.micro:6"}
                                     << QStringList{"1steps", "2s", "5.94credits"} << true;
  QTest::newRow("with a credit policy")
      << QStringList{"--machine", "t2.micro:6", "--credit-policy", "duty:2s:100s"}
      << QStringList{"2steps", "7steps"} << true;
}

void CliCheckpointTest::relayPrintsTheSameLog() {
  QFETCH(QStringList, options);
  QFETCH(QStringList, stops);
  QFETCH(bool, timesToo);
  options += {"--self-test", "--epochs", "4", "--eval-every", "3"};
  const Result whole = train(options + QStringList{"--save", file("whole.npz")});
  QCOMPARE(whole.exitCode, 0);

  QString log;
  for (int part = 0; part <= stops.size(); ++part) {
    QStringList arguments =
        part == 0 ? options + QStringList{"--checkpoint", file()} : QStringList{"--resume", file()};
    if (part < stops.size())
      arguments += {"--stop-at", stops[part]};
    else
      arguments += {"--save", file("parts.npz")};
    const Result result = train(arguments);
    QVERIFY2(result.exitCode == (part < stops.size() ? 3 : 0), qPrintable(result.errors));
    if (part < stops.size())
      QVERIFY2(result.errors.contains("go on with --resume " + file()), qPrintable(result.errors));
    log += result.output;
  }
  if (timesToo)
    QCOMPARE(log, whole.output);
  else
    QCOMPARE(withoutTimes(log), withoutTimes(whole.output));
  QVERIFY(sameBits(weights(file("parts.npz")), weights(file("whole.npz"))));
}

void CliCheckpointTest::slicesInALoop() {
  Result result =
      train({"--self-test", "--epochs", "6", "--checkpoint", file(), "--time-limit", "0s"});
  QCOMPARE(result.exitCode, 3);
  QCOMPARE(stepsIn(file()), std::int64_t{1});
  for (int slices = 0; result.exitCode == 3 && slices < 26; ++slices) {
    QVERIFY(!QFile::exists(file("end.npz")));
    result = train({"--resume", file(), "--time-limit", "1ms", "--save", file("end.npz")});
  }
  QCOMPARE(result.exitCode, 0);
  QCOMPARE(stepsIn(file()), std::int64_t{24});
  QCOMPARE(train({"--self-test", "--epochs", "6", "--save", file("whole.npz")}).exitCode, 0);
  QVERIFY(sameBits(weights(file("end.npz")), weights(file("whole.npz"))));
}

void CliCheckpointTest::signalsWriteTheCheckpoint_data() {
  QTest::addColumn<int>("signal");
  QTest::newRow("Ctrl-C") << SIGINT;
  QTest::newRow("SIGTERM") << SIGTERM;
  QTest::newRow("terminal closed") << SIGHUP;
}

void CliCheckpointTest::signalsWriteTheCheckpoint() {
  QFETCH(int, signal);
  QProcess process;
  process.start(kProgram, {"train", "--self-test", "--epochs", "100000", "--eval-every", "1",
                           "--checkpoint", file(), "--autosave", "1h"});
  QVERIFY(waitForText(process, QProcess::StandardOutput, "Step 3 "));
  kill(pid_t(process.processId()), signal);
  const Result result = wait(process);
  QCOMPARE(result.exitCode, 3);
  QVERIFY2(result.errors.contains("the checkpoint comes last"), qPrintable(result.errors));
  QVERIFY(!result.output.contains("Test error"));
  QVERIFY(stepsIn(file()) >= 4);
}

void CliCheckpointTest::nextMachineOfARelay() {
  const Result first = train({"--self-test", "--epochs", "4", "--checkpoint", file(), "--machine",
                              "t2.micro:2.05", "--credit-policy", "stop-at:2credits"});
  QVERIFY2(first.exitCode == 3 && first.errors.contains("of a t2.micro"), qPrintable(first.errors));
  const Result second = train({"--resume", file(), "--machine", "t3.nano:5"});
  QVERIFY2(second.exitCode == 0 && second.errors.contains("of a t3.nano"),
           qPrintable(second.errors));
}

void CliCheckpointTest::damagedFileFallsBack() {
  QCOMPARE(train({"--self-test", "--checkpoint", file(), "--stop-at", "2steps"}).exitCode, 3);
  QCOMPARE(train({"--resume", file(), "--stop-at", "3steps"}).exitCode, 3);
  QFile damaged(file());
  QVERIFY(damaged.resize(damaged.size() / 2));
  const Result result = train({"--resume", file()});
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.errors.contains("is truncated") &&
               result.errors.contains(file() + "~ is used instead, from step 2."),
           qPrintable(result.errors));
}

void CliCheckpointTest::twoRunsOnOneFile() {
  QProcess first;
  first.start(kProgram, {"train", "--self-test", "--epochs", "100000", "--eval-every", "1",
                         "--checkpoint", file(), "--autosave", "0s"});
  QVERIFY(waitForText(first, QProcess::StandardOutput, "Step 3 "));
  for (const char* option : {"--resume", "--checkpoint"}) {
    const Result second = train({option, file()});
    QCOMPARE(second.exitCode, 1);
    QVERIFY2(second.hasOneErrorLine() &&
                 second.errors.contains(file() + " is in use by another Burstlab; wait for it or"),
             qPrintable(second.errors));
  }
  first.kill();
  QVERIFY(first.waitForFinished());
  // However far it has come, there is a step more to do.
  QCOMPARE(train({"--resume", file(), "--time-limit", "0s"}).exitCode, 3);
  QVERIFY(!QFile::exists(file("run.lock")));
}

void CliCheckpointTest::maxStepsAreKept() {
  QCOMPARE(train({"--self-test", "--epochs", "4", "--max-steps", "5", "--checkpoint", file(),
                  "--stop-at", "2steps"})
               .exitCode,
           3);
  QCOMPARE(train({"--resume", file()}).exitCode, 0);
  QCOMPARE(stepsIn(file()), std::int64_t{5});
  QCOMPARE(train({"--resume", file(), "--max-steps", "7", "--stop-at", "6steps"}).exitCode, 3);
  QCOMPARE(train({"--resume", file()}).exitCode, 0);
  QCOMPARE(stepsIn(file()), std::int64_t{7});
}

void CliCheckpointTest::stopAtBehindTheRun_data() {
  QTest::addColumn<QStringList>("machine");
  QTest::addColumn<QString>("stopAt");
  QTest::addColumn<QString>("place");
  const QStringList none, micro{"--machine", "t2.micro:6"};
  QTest::newRow("the same step") << none << "3steps"
                                 << "is at 3 steps and 0.75 epochs already";
  QTest::newRow("epochs") << none << "0.5epochs"
                          << "is at 3 steps and 0.75 epochs already";
  QTest::newRow("time") << none << "0s"
                        << " s already";
  QTest::newRow("time of a machine") << micro << "1s"
                                     << " s already";
  QTest::newRow("credits") << micro << "6credits"
                           << " credits already";
}

void CliCheckpointTest::stopAtBehindTheRun() {
  QFETCH(QStringList, machine);
  QFETCH(QString, stopAt);
  QFETCH(QString, place);
  QCOMPARE(train(QStringList{"--self-test", "--epochs", "4", "--checkpoint", file(), "--stop-at",
                             "3steps"} +
                 machine)
               .exitCode,
           3);
  const Result result = train({"--resume", file(), "--stop-at", stopAt});
  QCOMPARE(result.exitCode, 1);
  QVERIFY2(result.errors.contains(place + "; name a --stop-at beyond that."),
           qPrintable(result.errors));
  QCOMPARE(stepsIn(file()), std::int64_t{3});
}

void CliCheckpointTest::refusals_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<int>("exitCode");
  QTest::addColumn<QString>("message");
  const auto row = [](const char* name, const QString& arguments, int code, const char* message) {
    QTest::newRow(name) << arguments.split(' ') << code << message;
  };
  row("limit without a file", "--time-limit 3s", 2, "name a file with --checkpoint");
  row("no unit", "--checkpoint x --autosave 60", 2, "a time such as 90s");
  row("negative", "--checkpoint x --time-limit -3s", 2, "a time such as 90s");
  row("unknown unit", "--checkpoint x --stop-at 3parsecs", 2, "--stop-at takes 4000steps");
  row("credits of no machine", "--checkpoint x --stop-at 3credits", 2, "--machine");
  row("credits of a live machine", "--resume x --machine live --stop-at 3credits", 2, "simulated");
  row("log is the file", "--checkpoint x --log ./x", 2, "./x is the checkpoint; name another");
  row("save is the file", "--resume x.npz --save x.npz", 2, "with --save");
  row("settled", "--resume x --batch 3", 2, "was settled when the run began");
  row("missing", "--resume no.checkpoint", 1, "Cannot read no.checkpoint: No such file");
  row("no folder", "--self-test --checkpoint /nowhere/x", 1, "The folder does not exist");
}

void CliCheckpointTest::refusals() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, message);
  const Result result = train(arguments);
  QTEST(result.exitCode, "exitCode");
  QVERIFY2(result.hasOneErrorLine() && result.errors.contains(message), qPrintable(result.errors));
}

// There is always a checkpoint that can be read, none is older than the one before, and in the end
// the weights are those of a run that nobody killed.
void CliCheckpointTest::killedAtRandomMoments() {
  constexpr int kKills = 200;
  const QStringList settings{"--self-test",  "--epochs", "1000000",   "--batch", "2",
                             "--eval-every", "1",        "--threads", "1"};
  QCOMPARE(train(settings + QStringList{"--checkpoint", file(), "--stop-at", "1steps"}).exitCode,
           3);
  std::mt19937 random(1);
  std::int64_t steps = 1;
  for (int kills = 0; kills < kKills; ++kills) {
    QProcess process;
    process.start(kProgram, {"train", "--resume", file(), "--autosave", "0s", "--threads", "1"});
    QVERIFY(process.waitForStarted());
    // In turn while it reads, while it trains and writes, and right after a file was replaced.
    const auto before = std::filesystem::last_write_time(file().toStdString());
    if (kills % 4 == 1) QVERIFY(waitForText(process, QProcess::StandardOutput, "Step "));
    if (kills % 4 == 3)
      QTRY_VERIFY_WITH_TIMEOUT(std::filesystem::last_write_time(file().toStdString()) != before,
                               kLongestRun);
    QTest::qSleep(int(random() % 60));
    process.kill();
    QVERIFY(process.waitForFinished());
    const auto [checkpoint, warning] = engine::readCheckpoint(file().toStdString());
    QCOMPARE(warning, std::string());
    QVERIFY(checkpoint.state.steps >= steps);
    steps = checkpoint.state.steps;
    QCOMPARE(checkpoint.history->steps.size(), std::size_t(steps));
  }
  QVERIFY2(steps > kKills / 4, qPrintable(QString::number(steps)));
  const QString last = QString::number(steps + 3);
  QCOMPARE(train({"--resume", file(), "--max-steps", last, "--save", file("end.npz")}).exitCode, 0);
  QCOMPARE(train(settings + QStringList{"--max-steps", last, "--save", file("whole.npz")}).exitCode,
           0);
  QVERIFY(sameBits(weights(file("end.npz")), weights(file("whole.npz"))));
  // Nothing is left over but the two generations and the weights.
  QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden, QDir::Name),
           (QStringList{"end.npz", "run", "run~", "whole.npz"}));
}

QTEST_GUILESS_MAIN(CliCheckpointTest)
#include "tst_cli_checkpoint.moc"
