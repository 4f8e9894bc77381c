#include <QTest>
#include <QTimer>

#include "app/cloud/instance_metadata.h"
#include "aws_testing.h"
#include "error_message.h"

using namespace cloud;
using Behaviour = AwsServer::Metadata;

namespace {

class HandClock final : public engine::Clock {
 public:
  double seconds() const override { return now; }
  double cpuSeconds() const override { return 0; }
  double now = 0;
};

}  // namespace

class InstanceMetadataTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_server = std::make_unique<AwsServer>();
    m_clock = {};
  }

  void identity();
  void absence_data();
  void absence();
  void nobodyListens();
  void version1IsForbiddenByDefault();
  void expiredToken();
  void roleKeys();
  void roleFaults_data();
  void roleFaults();
  void settings();
  void cancelled();

 private:
  InstanceMetadata metadata(bool version1 = false) {
    MetadataSettings settings;
    settings.endpoint = QUrl(m_server->url());
    settings.timeoutMilliseconds = 100;
    settings.allowVersion1 = version1;
    return {m_http, settings, m_clock};
  }

  std::unique_ptr<AwsServer> m_server;
  HttpClient m_http;
  HandClock m_clock;
};

void InstanceMetadataTest::identity() {
  InstanceMetadata metadata = this->metadata();
  const auto identity = metadata.identity();
  QVERIFY2(identity, qPrintable(metadata.absence()));
  QCOMPARE(identity->id, QString("i-0123456789abcdef0"));
  QCOMPARE(identity->type, QString("t2.micro"));
  QCOMPARE(identity->region, QString("us-east-1"));
  QVERIFY(std::abs(identity->launched->secsTo(m_server->now()) - 7200) < 60);
  metadata.identity();
  QCOMPARE(m_server->tokensMade, 1);
}

void InstanceMetadataTest::absence_data() {
  QTest::addColumn<Behaviour>("behaviour");
  QTest::addColumn<QString>("why");  // a part of it
  QTest::addColumn<int>("requests");
  QTest::newRow("CRE-08a silent") << Behaviour::Silent << "not on EC2" << 2;
  QTest::newRow("CRE-08b token lost") << Behaviour::SilentTokens << "hop limit to 2" << 2;
  QTest::newRow("CRE-08c PUT 403") << Behaviour::Off << "switched off" << 1;
  QTest::newRow("another cloud") << Behaviour::OtherCloud << "not on EC2" << 1;
  QTest::newRow("something else answers") << Behaviour::Nonsense << "not on EC2" << 1;
  QTest::newRow("version 1 alone") << Behaviour::Version1Only << "not on EC2" << 1;
}

void InstanceMetadataTest::absence() {
  QFETCH(Behaviour, behaviour);
  QFETCH(QString, why);
  m_server->metadata = behaviour;
  InstanceMetadata metadata = this->metadata();
  QVERIFY(!metadata.identity());
  QVERIFY2(metadata.absence().contains(why), qPrintable(metadata.absence()));
  QTEST(int(m_server->paths.size()), "requests");
  // Remembered, for a minute.
  m_clock.now += 59;
  QVERIFY(!metadata.identity());
  QTEST(int(m_server->paths.size()), "requests");
  QVERIFY(metadata.absence().contains(why));
  m_clock.now += 2;
  m_server->metadata = Behaviour::Version2;
  QVERIFY(metadata.identity());
}

// A host without a route says so at once, as this port does.
void InstanceMetadataTest::nobodyListens() {
  MetadataSettings settings;
  settings.endpoint = QUrl("http://127.0.0.1:1");
  InstanceMetadata metadata(m_http, settings, m_clock);
  QVERIFY(!metadata.identity());
  QCOMPARE(metadata.absence(), QString("This computer is not on EC2."));
}

void InstanceMetadataTest::version1IsForbiddenByDefault() {
  m_server->metadata = Behaviour::Version1Only;
  QVERIFY(!metadata().identity());
  QVERIFY(metadata(/*version1=*/true).identity());
}

void InstanceMetadataTest::expiredToken() {
  m_server->requestsPerToken = 2;
  InstanceMetadata metadata = this->metadata();
  for (int i = 0; i < 6; ++i) QVERIFY2(metadata.identity(), "CRE-09");
  QCOMPARE(m_server->tokensMade, 3);
  QVERIFY(metadata.absence().isEmpty());
  // One that is refused at once is not asked for again and again.
  m_server->requestsPerToken = 0;
  QVERIFY(!metadata.identity());
  QCOMPARE(m_server->tokensMade, 4);
  QVERIFY(!metadata.absence().contains("token-"));
}

void InstanceMetadataTest::roleKeys() {
  InstanceMetadata metadata = this->metadata();
  const Credentials keys = metadata.roleCredentials();
  QCOMPARE(keys.accessKeyId, m_server->accessKeyId);
  QCOMPARE(keys.secretAccessKey, m_server->secret);
  QCOMPARE(keys.sessionToken, m_server->sessionToken);
  QVERIFY(keys.expiration && keys.source == "role web");
}

void InstanceMetadataTest::roleFaults_data() {
  QTest::addColumn<QByteArray>("role");
  QTest::addColumn<QByteArray>("secret");
  QTest::addColumn<QString>("message");
  QTest::newRow("no role") << QByteArray() << QByteArray("s") << "has no role";
  QTest::newRow("200 with an error")
      << QByteArray("web") << QByteArray() << "AssumeRoleUnauthorizedAccess";
}

void InstanceMetadataTest::roleFaults() {
  QFETCH(QByteArray, role);
  QFETCH(QByteArray, secret);
  QFETCH(QString, message);
  m_server->role = role;
  m_server->secret = secret;
  InstanceMetadata metadata = this->metadata();
  const auto said = QString::fromStdString(messageOf([&] { metadata.roleCredentials(); }));
  QVERIFY2(said.contains(message), qPrintable(said));
}

void InstanceMetadataTest::settings() {
  QProcessEnvironment environment;
  const auto plain = MetadataSettings::from(environment);
  QCOMPARE(plain.endpoint, QUrl("http://169.254.169.254"));
  QVERIFY(!plain.disabled && !plain.allowVersion1 && plain.timeoutMilliseconds == 1000);
  environment.insert("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE", "IPv6");
  QCOMPARE(MetadataSettings::from(environment).endpoint, QUrl("http://[fd00:ec2::254]"));
  environment.insert("AWS_EC2_METADATA_SERVICE_ENDPOINT", "http://127.0.0.1:5/");
  environment.insert("AWS_METADATA_SERVICE_TIMEOUT", "2.5");
  environment.insert("AWS_EC2_METADATA_DISABLED", "TRUE");
  const auto given = MetadataSettings::from(environment);
  QCOMPARE(given.endpoint, QUrl("http://127.0.0.1:5/"));
  QVERIFY(given.disabled && given.timeoutMilliseconds == 2500);
  InstanceMetadata disabled(m_http, given, m_clock);
  QVERIFY(!disabled.identity() && disabled.absence().contains("AWS_EC2_METADATA_DISABLED"));
  environment.insert("AWS_EC2_METADATA_SERVICE_ENDPOINT", "nowhere");
  QVERIFY(!messageOf([&] { MetadataSettings::from(environment); }).empty());
}

void InstanceMetadataTest::cancelled() {
  m_server->metadata = Behaviour::Silent;
  HttpClient http;
  MetadataSettings settings;
  settings.endpoint = QUrl(m_server->url());
  settings.timeoutMilliseconds = 3'600'000;
  InstanceMetadata metadata(http, settings, m_clock);
  QTimer::singleShot(20, this, [&] { http.cancel(); });
  QVERIFY(!metadata.identity());
  http.wait(3'600'000);
  QVERIFY(http.isCancelled());
}

QTEST_GUILESS_MAIN(InstanceMetadataTest)
#include "tst_instance_metadata.moc"
