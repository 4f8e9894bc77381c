#include <QDir>
#include <QEventLoop>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>
#include <QTimer>

#include "aws_testing.h"
#include "cli_program.h"

using namespace cli_program;

// burstlab-cli train --machine live against a server on the loopback.
class CliLiveTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_server = std::make_unique<AwsServer>();
    m_home = std::make_unique<QTemporaryDir>();
    m_environment = emptyAwsEnvironment(m_home->path());
    m_environment.remove("AWS_EC2_METADATA_DISABLED");
    m_environment.insert("AWS_EC2_METADATA_SERVICE_ENDPOINT", m_server->url());
    m_environment.insert("AWS_ENDPOINT_URL", m_server->url());
    m_server->points["CPUCreditUsage"] = {{300, 0.0}};
  }

  void stopsAtTheBalance();
  void stopsWithACheckpoint();
  void plentyOfCredits();
  void restsBeforeTheRamp();
  void withoutACloud();
  void estimateWillDo();
  void samplesInTheLog();
  void wrongUsage_data();
  void wrongUsage();

 private:
  QString file(const char* name) const { return m_home->filePath(name); }
  void start(QProcess& process, const QStringList& arguments) const {
    process.setProcessEnvironment(m_environment);
    const bool isNew = !arguments.contains("--resume");
    process.start(kProgram,
                  (isNew ? QStringList{"train", "--self-test"} : QStringList{"train"}) + arguments);
  }
  // The server lives in this thread, so its event loop must turn meanwhile.
  Result train(const QStringList& arguments) const {
    QProcess process;
    start(process, arguments);
    QEventLoop loop;
    connect(&process, &QProcess::finished, &loop, &QEventLoop::quit);
    QTimer::singleShot(kLongestRun, &loop, &QEventLoop::quit);
    loop.exec();
    if (process.state() != QProcess::NotRunning) return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
  }

  std::unique_ptr<AwsServer> m_server;
  std::unique_ptr<QTemporaryDir> m_home;
  QProcessEnvironment m_environment;
};

void CliLiveTest::stopsAtTheBalance() {
  m_server->points["CPUCreditBalance"] = {{300, 40.0}};
  const Result result = train({"--epochs", "100000", "--machine", "live", "--credit-policy",
                               "stop-at:50credits", "--save", file("a.npz")});
  QCOMPARE(result.exitCode, 3);
  const QRegularExpression line(
      "^burstlab-cli: Stopped at step \\d+ with 40\\.\\d credits left of a t2\\.micro; \\S+a\\.npz "
      "has the weights\\.\n$");
  QVERIFY2(line.match(result.errors).hasMatch(), qPrintable(result.errors));
  QVERIFY(QFile::exists(file("a.npz")));
  QVERIFY(!result.output.contains("Test error"));  // a test costs credits
}

void CliLiveTest::stopsWithACheckpoint() {
  m_server->points["CPUCreditBalance"] = {{300, 40.0}};
  const QStringList live = {"--machine", "live", "--credit-policy", "stop-at:50credits"};
  const Result stopped =
      train(QStringList{"--epochs", "100000", "--checkpoint", file("run")} + live);
  QCOMPARE(stopped.exitCode, 3);
  QVERIFY2(stopped.errors.contains(" credits left of a t2.micro; go on with --resume "),
           qPrintable(stopped.errors));
  // The next day, with credits again.
  m_server->points["CPUCreditBalance"] = {{300, 90.0}};
  const QString steps = QRegularExpression("step (\\d+)").match(stopped.errors).captured(1);
  const Result resumed = train(QStringList{"--resume", file("run"), "--stop-at",
                                           QString("%1steps").arg(steps.toInt() + 20)} +
                               live);
  QCOMPARE(resumed.exitCode, 3);
  QVERIFY2(resumed.errors.contains(QString("Stopped at step %1 ").arg(steps.toInt() + 20)),
           qPrintable(resumed.errors));
}

void CliLiveTest::plentyOfCredits() {
  m_server->points["CPUCreditBalance"] = {{300, 100.0}};
  const Result result = train({"--machine", "live", "--credit-policy", "adaptive"});
  QCOMPARE(result.exitCode, 0);
  QVERIFY(result.output.endsWith("Test error: 0.0%\ntest_error 0.0\n"));
  QVERIFY2(result.errors.startsWith("Ended "), qPrintable(result.errors));
}

void CliLiveTest::restsBeforeTheRamp() {
  m_server->points["CPUCreditBalance"] = {{300, 4.0}};
  QProcess process;
  start(process, {"--epochs", "100000", "--machine", "live", "--credit-policy", "adaptive"});
  QByteArray seen;
  QTRY_VERIFY_WITH_TIMEOUT((seen += process.readAllStandardError()).contains('\n'), kLongestRun);
  // From 4.5 to a minute above 5 and the margin, at 6 credits an hour.
  const QRegularExpression line(
      "^burstlab-cli: Resting for (2[0-9]|3[0-9]) min behind step \\d+, with 4\\.\\d credits left "
      "of a t2\\.micro\\.\n");
  QVERIFY2(line.match(seen).hasMatch(), seen.constData());
  interrupt(process);
  QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, kLongestRun);
  QCOMPARE(process.exitCode(), 0);
  QVERIFY(process.readAllStandardOutput().endsWith("test_error 0.0\n"));
}

// A silent network delays neither the start nor the end of a run.
void CliLiveTest::withoutACloud() {
  m_server->metadata = AwsServer::Metadata::Silent;
  m_environment.insert("AWS_METADATA_SERVICE_TIMEOUT", "60");
  const Result result = train({"--machine", "live", "--credit-policy", "adaptive"});
  QCOMPARE(result.exitCode, 0);
  QVERIFY(result.output.endsWith("test_error 0.0\n"));
  QCOMPARE(result.errors, QString("Ended on a computer whose credits are not known.\n"));

  m_server->metadata = AwsServer::Metadata::Off;
  m_server->paths.clear();
  const Result warned = train(
      {"--epochs", "400", "--max-steps", "30", "--machine", "live", "--credit-policy", "adaptive"});
  QCOMPARE(warned.exitCode, 0);
  QVERIFY2(warned.errors.count("nothing to go by") == 1 &&
               warned.errors.contains("--machine live:t2.micro"),
           qPrintable(warned.errors));
  QCOMPARE(m_server->paths.size(), 1);
}

void CliLiveTest::estimateWillDo() {
  m_environment.insert("AWS_EC2_METADATA_DISABLED", "true");
  const Result result = train({"--epochs", "100000", "--machine", "live:t2.micro",
                               "--credit-policy", "stop-at:1000", "--save", file("a.npz")});
  QCOMPARE(result.exitCode, 3);
  QVERIFY2(result.errors.contains("credits left of a t2.micro by an estimate alone"),
           qPrintable(result.errors));
}

void CliLiveTest::samplesInTheLog() {
  m_server->points["CPUCreditBalance"] = {{300, 40.0}};
  train({"--epochs", "100000", "--machine", "live", "--credit-policy", "stop-at:50credits",
         "--save", file("a.npz"), "--log", file("run.jsonl")});
  int measured = 0, estimated = 0;
  for (const QByteArray& line : contents(file("run.jsonl")).split('\n')) {
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (object["event"].toString() != "credits") continue;
    if (object["measured"].toBool()) {
      ++measured;
      QCOMPARE(object["balance"].toDouble(), 40.0);
      QVERIFY(object["seconds"].toDouble() < -200);  // before the run began
    } else {
      ++estimated;
      for (const char* share : {"utilisation", "own_use", "steal"})
        QVERIFY(object[share].toDouble(-1) >= 0 && object[share].toDouble() <= 1);
    }
  }
  QCOMPARE(measured, 1);
  QVERIFY(estimated >= 1);
}

void CliLiveTest::wrongUsage_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("message");
  QTest::newRow("type") << QStringList{"--machine", "live:t9.huge"} << "no instance type";
  QTest::newRow("policy") << QStringList{"--machine", "live", "--credit-policy", "hope"}
                          << "A credit policy is";
  QTest::newRow("pace") << QStringList{"--machine", "live", "--pace", "real"}
                        << "--pace is about a simulated machine";
  QTest::newRow("nowhere to save")
      << QStringList{"--machine", "live", "--credit-policy", "stop-at:2credits"} << "--save";
}

void CliLiveTest::wrongUsage() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, message);
  const Result result = train(arguments);
  QCOMPARE(result.exitCode, 2);
  QVERIFY2(result.hasOneErrorLine() && result.errors.contains(message), qPrintable(result.errors));
}

QTEST_GUILESS_MAIN(CliLiveTest)
#include "tst_cli_live.moc"
