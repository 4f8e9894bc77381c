#include <QEventLoop>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>
#include <QTimer>

#include "aws_testing.h"
#include "cli_program.h"

using namespace cli_program;
using Behaviour = AwsServer::Metadata;

// burstlab-cli credits against a server on the loopback, as a user meets it.
class CliCreditsTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_server = std::make_unique<AwsServer>();
    m_home = std::make_unique<QTemporaryDir>();
  }

  void measured();
  void estimatedOnly();
  void notOnEc2_data();
  void notOnEc2();
  void asIf();
  void watch();
  void watchAsJson();
  void remote();
  void remoteThatIsMissing();
  void notBurstable();
  void wrongClockIsTold();
  void secretsAreNeverShown();
  void germanLocale();
  void wrongUsage_data();
  void wrongUsage();

 private:
  QStringList addresses() const {
    return {"--endpoint-url", m_server->url(), "--metadata-endpoint", m_server->url()};
  }
  // The server lives in this thread, so its event loop must turn meanwhile.
  Result credits(const QStringList& arguments, bool withKeysOfTheRole = true) {
    QProcess process;
    start(process, arguments, withKeysOfTheRole);
    QEventLoop loop;
    connect(&process, &QProcess::finished, &loop, &QEventLoop::quit);
    QTimer::singleShot(kLongestRun, &loop, &QEventLoop::quit);
    loop.exec();
    if (process.state() != QProcess::NotRunning) return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
  }
  void start(QProcess& process, const QStringList& arguments, bool withKeysOfTheRole = true) {
    if (!withKeysOfTheRole) m_server->role.clear();
    QProcessEnvironment environment = emptyAwsEnvironment(m_home->path());
    environment.remove("AWS_EC2_METADATA_DISABLED");
    for (auto variable = m_variables.begin(); variable != m_variables.end(); ++variable)
      environment.insert(variable.key(), variable.value());
    process.setProcessEnvironment(environment);
    process.start(kProgram, QStringList{"credits", "--seconds", "0.1"} + arguments);
  }
  static QJsonObject json(const QString& text) {
    return QJsonDocument::fromJson(text.toUtf8()).object();
  }

  std::unique_ptr<AwsServer> m_server;
  std::unique_ptr<QTemporaryDir> m_home;
  QMap<QString, QString> m_variables;
};

void CliCreditsTest::measured() {
  m_server->points["CPUCreditBalance"] = {{600, 88.5}, {300, 90.0}};
  m_server->points["CPUCreditUsage"] = {{300, 0.0}};
  const Result text = credits(addresses());
  QCOMPARE(text.errors, QString());
  QCOMPARE(text.exitCode, 0);
  QVERIFY2(text.output.contains(QRegularExpression(
               "^Machine +i-0123456789abcdef0 in us-east-1, t2.micro, \\d+ CPUs?, standard mode\n"
               "CPU +[\\d.]+ % used \\([\\d.]+ % by this program\\), [\\d.]+ % steal")),
           qPrintable(text.output));
  // Half a credit was earned in the five minutes since then.
  QVERIFY2(text.output.contains(QRegularExpression(
               "Balance +90\\.[45] credits of 144, measured 90\\.0 5 min ago and estimated since")),
           qPrintable(text.output));
  QVERIFY2(text.output.contains(QRegularExpression("Full speed +1 h 3[45] min until it is slowed")),
           qPrintable(text.output));

  const QJsonObject object = json(credits(addresses() + QStringList{"--json"}).output);
  const QJsonObject balance = object["credits"].toObject();
  QCOMPARE(object["instance"].toString(), QString("i-0123456789abcdef0"));
  QCOMPARE(object["modeIsKnown"].toBool(), true);
  QCOMPARE(balance["source"].toString(), QString("measured"));
  QCOMPARE(balance["measuredBalance"].toDouble(), 90.0);
  QVERIFY(std::abs(balance["balance"].toDouble() - 90.5) < 0.3);
  QVERIFY(std::abs(balance["measuredSecondsAgo"].toDouble() - 300) < 60);
  QCOMPARE(m_server->badSignatures, QList<QByteArray>());
  // One look asks for the last hour, not for the whole history.
  QCOMPARE(m_server->actions.count("GetMetricStatistics"), 6);
}

void CliCreditsTest::estimatedOnly() {
  const Result result = credits(addresses(), /*withKeysOfTheRole=*/false);
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.output.contains("estimated from the CPU use since the computer was started"),
           qPrintable(result.output));
  QVERIFY(result.output.contains("The instance has no role."));
}

void CliCreditsTest::notOnEc2_data() {
  QTest::addColumn<Behaviour>("behaviour");
  QTest::addColumn<QString>("reason");
  QTest::newRow("silent") << Behaviour::Silent << "This computer is not on EC2.";
  QTest::newRow("hop limit") << Behaviour::SilentTokens << "hop limit to 2";
  QTest::newRow("switched off") << Behaviour::Off << "switched off";
}

void CliCreditsTest::notOnEc2() {
  QFETCH(Behaviour, behaviour);
  QFETCH(QString, reason);
  m_variables = {{"AWS_METADATA_SERVICE_TIMEOUT", "0.2"}};
  m_server->metadata = behaviour;
  const Result result = credits(addresses());
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.output.startsWith("Machine     this computer, ") &&
               result.output.contains("Balance     not known") && result.output.contains(reason),
           qPrintable(result.output));
  QVERIFY(m_server->actions.isEmpty());
}

void CliCreditsTest::asIf() {
  m_server->metadata = Behaviour::OtherCloud;
  const Result result = credits(addresses() + QStringList{"--type", "t3.small"});
  QVERIFY2(result.output.contains("as if it were a t3.small") &&
               result.output.contains("unlimited mode assumed") &&
               result.output.contains(" credits of 576, estimated"),
           qPrintable(result.output));
}

void CliCreditsTest::watch() {
  m_server->points["CPUCreditBalance"] = {{300, 90.0}};
  QProcess process;
  start(process, addresses() + QStringList{"--watch"});
  QByteArray seen;
  QTRY_VERIFY_WITH_TIMEOUT((seen += process.readAllStandardOutput()).count('\n') > 10, kLongestRun);
  interrupt(process);
  QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, kLongestRun);
  QCOMPARE(process.exitCode(), 0);
  QVERIFY2(seen.contains("25,920 requests a month") && seen.contains("slow-down in"),
           seen.constData());
  const QRegularExpression line("\n +[\\d.]+ +[\\d.]+ +[\\d.]+ +90\\.\\d\\d +1 h 3[45] min ");
  QVERIFY2(QString(seen).contains(line), seen.constData());
}

void CliCreditsTest::watchAsJson() {
  QProcess process;
  start(process, addresses() + QStringList{"--watch", "--json"});
  QByteArray seen;
  QTRY_VERIFY_WITH_TIMEOUT((seen += process.readAllStandardOutput()).count('\n') > 3, kLongestRun);
  interrupt(process);
  QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, kLongestRun);
  for (const QByteArray& line : seen.left(seen.lastIndexOf('\n')).split('\n'))
    QVERIFY2(!json(line).isEmpty(), line.constData());
}

void CliCreditsTest::remote() {
  m_server->metadata = Behaviour::Off;
  m_server->instanceType = "t3.micro";
  m_server->creditMode = "unlimited";
  m_server->points["CPUCreditBalance"] = {{300, 0.0}};
  m_server->points["CPUSurplusCreditBalance"] = {{300, 12.0}};
  m_server->points["CPUUtilization"] = {{300, 41.5}};
  m_variables = {{"AWS_ACCESS_KEY_ID", m_server->accessKeyId},
                 {"AWS_SECRET_ACCESS_KEY", m_server->secret}};
  const Result result = credits(
      addresses() + QStringList{"--instance", m_server->instanceId, "--region", "us-east-1"});
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.output.startsWith(
               "Machine     i-0123456789abcdef0 in us-east-1, t3.micro, "
               "unlimited mode\nCPU         41.5 % used in the five minutes that began 5 "
               "min ago\nBalance     0.0 credits of 288, measured 0.0"),
           qPrintable(result.output));
  QVERIFY2(result.output.contains("Surplus     11.0 borrowed"), qPrintable(result.output));
  QVERIFY(!result.output.contains("Throttling"));
}

void CliCreditsTest::remoteThatIsMissing() {
  m_variables = {{"AWS_ACCESS_KEY_ID", m_server->accessKeyId},
                 {"AWS_SECRET_ACCESS_KEY", m_server->secret},
                 {"AWS_REGION", "us-east-1"}};
  const Result result = credits(addresses() + QStringList{"--instance", "i-404"});
  QCOMPARE(result.exitCode, 1);
  QVERIFY2(result.hasOneErrorLine() && result.errors.contains("There is no such instance"),
           qPrintable(result.errors));
}

void CliCreditsTest::notBurstable() {
  m_server->instanceType = "m5.large";
  m_server->errorCode = "InvalidInstanceType";
  const Result result = credits(addresses());
  QCOMPARE(result.exitCode, 0);
  QVERIFY2(result.output.contains("A m5.large is not burstable"), qPrintable(result.output));
}

void CliCreditsTest::wrongClockIsTold() {
  m_server->clockAhead = 3600;
  m_server->points["CPUCreditBalance"] = {{300, 90.0}};
  const Result result = credits(addresses());
  QVERIFY2(result.output.contains(QRegularExpression(
               "This computer's clock is 3[56]\\d\\d s behind AWS's; that is allowed for")) &&
               result.output.contains("measured 90.0 5 min ago"),
           qPrintable(result.output));
}

void CliCreditsTest::secretsAreNeverShown() {
  m_server->errorCode = "Peculiar";
  m_server->errorMessage = m_server->secret + " " + m_server->sessionToken;
  m_variables = {{"QT_LOGGING_RULES", "*=true"}};
  for (const char* format : {"--json", "--metadata-v1"}) {
    const Result result = credits(addresses() + QStringList{format});
    const QString all = result.output + result.errors;
    QVERIFY2(all.contains("Peculiar"), qPrintable(all));
    for (const QByteArray& secret :
         {m_server->secret, m_server->sessionToken, m_server->accessKeyId, QByteArray("token-1")})
      QVERIFY2(!all.contains(QString::fromLatin1(secret)), qPrintable(all));
  }
  // Nor are they left anywhere.
  QVERIFY(QDir(m_home->path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

void CliCreditsTest::germanLocale() {
  m_variables = {{"LC_ALL", "de_DE.UTF-8"}, {"LOCPATH", qEnvironmentVariable("LOCPATH")}};
  m_server->points["CPUCreditBalance"] = {{300, 90.0}};
  const Result result = credits(addresses());
  QVERIFY2(result.output.contains("measured 90.0 5 min ago"), qPrintable(result.output));
}

void CliCreditsTest::wrongUsage_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<int>("exitCode");
  QTest::newRow("word") << QStringList{"now"} << 2;
  QTest::newRow("time") << QStringList{"--seconds", "0"} << 2;
  QTest::newRow("type") << QStringList{"--type", "t9.huge"} << 1;
  QTest::newRow("endpoint") << QStringList{"--metadata-endpoint", "nowhere", "--type", "x"} << 1;
}

void CliCreditsTest::wrongUsage() {
  QFETCH(QStringList, arguments);
  m_variables = {{"AWS_EC2_METADATA_DISABLED", "true"}};
  const Result result = credits(arguments);
  QTEST(result.exitCode, "exitCode");
  QVERIFY2(result.hasOneErrorLine(), qPrintable(result.errors));
}

QTEST_GUILESS_MAIN(CliCreditsTest)
#include "tst_cli_credits.moc"
