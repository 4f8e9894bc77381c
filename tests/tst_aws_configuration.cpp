#include <QFile>
#include <QTest>

#include "app/cloud/aws_configuration.h"
#include "aws_testing.h"
#include "error_message.h"

using namespace cloud;

class AwsConfigurationTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_home = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_home->path()).mkdir(".aws"));
    m_environment = emptyAwsEnvironment(m_home->path());
  }

  void nothingSaid();
  void order_data();
  void order();
  void tokens();
  void settings_data();
  void settings();
  void faults_data();
  void faults();
  void secretsAreHidden();

 private:
  void write(const QString& name, const QByteArray& text) const {
    QFile file(m_home->filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
  }
  void applyVariables(const QStringList& variables) {
    for (const QString& variable : variables)
      m_environment.insert(variable.section('=', 0, 0), variable.section('=', 1));
  }

  std::unique_ptr<QTemporaryDir> m_home;
  QProcessEnvironment m_environment;
};

void AwsConfigurationTest::nothingSaid() {
  const AwsConfiguration configuration(m_environment);
  QVERIFY(!configuration.keys());
  QVERIFY(configuration.region().isEmpty() && configuration.endpointUrl().isEmpty() &&
          configuration.caBundle().isEmpty());
}

void AwsConfigurationTest::order_data() {
  QTest::addColumn<QStringList>("variables");
  QTest::addColumn<QString>("profile");
  QTest::addColumn<QString>("key");
  const QStringList keys{"AWS_ACCESS_KEY_ID=ENV", "AWS_SECRET_ACCESS_KEY=s"};
  QTest::newRow("default profile") << QStringList() << ""
                                   << "DEFAULT";
  QTest::newRow("environment first") << keys << ""
                                     << "ENV";
  QTest::newRow("AWS_PROFILE") << QStringList{"AWS_PROFILE=work"} << ""
                               << "WORK";
  QTest::newRow("AWS_PROFILE does not skip the environment")
      << keys + QStringList{"AWS_PROFILE=work"} << ""
      << "ENV";
  QTest::newRow("a profile that is asked for does") << keys << "work"
                                                    << "WORK";
  QTest::newRow("AWS_DEFAULT_PROFILE comes before AWS_PROFILE")
      << QStringList{"AWS_PROFILE=other", "AWS_DEFAULT_PROFILE=work"} << ""
      << "WORK";
  QTest::newRow("profile of the configuration file") << QStringList{"AWS_PROFILE=other"} << ""
                                                     << "OTHER";
  QTest::newRow("name in quotes") << QStringList{"AWS_PROFILE=two words"} << ""
                                  << "QUOTED";
  QTest::newRow("other files") << QStringList{"AWS_SHARED_CREDENTIALS_FILE=~/mine",
                                              "AWS_CONFIG_FILE=~/none"}
                               << ""
                               << "MINE";
}

void AwsConfigurationTest::order() {
  QFETCH(QStringList, variables);
  QFETCH(QString, profile);
  write(".aws/credentials",
        "# a comment\r\n[default]\r\naws_access_key_id = DEFAULT\r\naws_secret_access_key=a=b==\r\n"
        "[work]\nAWS_ACCESS_KEY_ID=WORK\naws_secret_access_key = c # mine\n");
  write(".aws/config",
        "[default]\nregion = eu-west-1\n[other]\naws_access_key_id=WRONG\n"
        "[profile other]\ns3 =\n  aws_access_key_id = NESTED\naws_access_key_id = OTHER\n"
        "aws_secret_access_key = d\n[profile \"two words\"]\naws_access_key_id=QUOTED\n"
        "aws_secret_access_key=e\n[sso-session work]\nregion=x\n");
  write("mine", "[default]\naws_access_key_id=MINE\naws_secret_access_key=f\n");
  applyVariables(variables);
  const auto keys = AwsConfiguration(m_environment, profile).keys();
  QVERIFY(keys);
  QTEST(QString(keys->accessKeyId), "key");
  if (keys->accessKeyId == "DEFAULT") QCOMPARE(keys->secretAccessKey, QByteArray("a=b=="));
  if (keys->accessKeyId == "WORK") QCOMPARE(keys->secretAccessKey, QByteArray("c"));
}

void AwsConfigurationTest::tokens() {
  applyVariables({"AWS_ACCESS_KEY_ID=k", "AWS_SECRET_ACCESS_KEY=s", "AWS_SECURITY_TOKEN=old",
                  "AWS_CREDENTIAL_EXPIRATION=2030-01-02T03:04:05Z"});
  const auto keys = AwsConfiguration(m_environment).keys();
  QCOMPARE(keys->sessionToken, QByteArray("old"));
  QCOMPARE(keys->expiration->toSecsSinceEpoch(), 1893553445);
  applyVariables({"AWS_SESSION_TOKEN=new"});
  QCOMPARE(AwsConfiguration(m_environment).keys()->sessionToken, QByteArray("new"));
}

void AwsConfigurationTest::settings_data() {
  QTest::addColumn<QStringList>("variables");
  QTest::addColumn<QStringList>("expected");  // region, endpoint, certificates
  QTest::newRow("file") << QStringList() << QStringList{"eu-west-1", "http://file:1", "/file.pem"};
  QTest::newRow("environment") << QStringList{"AWS_REGION=a", "AWS_DEFAULT_REGION=b",
                                              "AWS_ENDPOINT_URL=http://env:2",
                                              "AWS_CA_BUNDLE=/env.pem"}
                               << QStringList{"a", "http://env:2", "/env.pem"};
  QTest::newRow("older name of the region")
      << QStringList{"AWS_DEFAULT_REGION=b"} << QStringList{"b", "http://file:1", "/file.pem"};
}

void AwsConfigurationTest::settings() {
  QFETCH(QStringList, variables);
  write(".aws/config",
        "[default]\nregion=eu-west-1\nendpoint_url=http://file:1\nca_bundle=/file.pem\n");
  applyVariables(variables);
  const AwsConfiguration configuration(m_environment);
  const QStringList said{configuration.region(), configuration.endpointUrl().toString(),
                         configuration.caBundle()};
  QTEST(said, "expected");
}

void AwsConfigurationTest::faults_data() {
  QTest::addColumn<QByteArray>("config");
  QTest::addColumn<QStringList>("variables");
  QTest::addColumn<QString>("message");  // a part of it
  QTest::newRow("no secret") << QByteArray() << QStringList{"AWS_ACCESS_KEY_ID=k"}
                             << "without its secret key";
  QTest::newRow("no key id") << QByteArray() << QStringList{"AWS_SECRET_ACCESS_KEY=hush"}
                             << "without its access key id";
  QTest::newRow("half a profile") << QByteArray("[default]\naws_access_key_id=k\n") << QStringList()
                                  << "profile default holds an access key id without";
  QTest::newRow("no such profile")
      << QByteArray() << QStringList{"AWS_PROFILE=work"} << "no profile work in";
  for (const char* key : {"sso_session", "credential_process", "role_arn"})
    QTest::newRow(key) << QByteArray("[default]\n") + key + "=x\n"
                       << QStringList() << QString("gets its keys by ") + key;
}

void AwsConfigurationTest::faults() {
  QFETCH(QByteArray, config);
  QFETCH(QStringList, variables);
  QFETCH(QString, message);
  write(".aws/config", config);
  applyVariables(variables);
  const auto said =
      QString::fromStdString(messageOf([&] { AwsConfiguration(m_environment).keys(); }));
  QVERIFY2(said.contains(message), qPrintable(said));
  QVERIFY(!said.contains("hush"));
}

void AwsConfigurationTest::secretsAreHidden() {
  const Credentials keys{.accessKeyId = "AKID1",
                         .secretAccessKey = "se/cr+et",
                         .sessionToken = "to+ken==",
                         .expiration = {},
                         .source = {}};
  QCOMPARE(keys.withoutSecrets("id AKID1, se/cr+et and se%2Fcr%2Bet, to+ken== or to%2bken%3d%3d"),
           QString("id ***, *** and ***, *** or ***"));
  QCOMPARE(Credentials().withoutSecrets("nothing to hide"), QString("nothing to hide"));
}

QTEST_GUILESS_MAIN(AwsConfigurationTest)
#include "tst_aws_configuration.moc"
