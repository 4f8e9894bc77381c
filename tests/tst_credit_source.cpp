#include <QFile>
#include <QTest>

#include "app/cloud/credit_watch.h"
#include "aws_testing.h"

using namespace cloud;

// AWS's knowledge of an instance, from a server on the loopback.
class CreditSourceTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_server = std::make_unique<AwsServer>();
    m_home = std::make_unique<QTemporaryDir>();
  }

  void wholeReading_data();
  void wholeReading();
  void historySinceLaunch();
  void keysOfTheRole();
  void renewedKeys();
  void withoutPermissionForTheMode();
  void whatIsMissing_data();
  void whatIsMissing();
  void watching();
  void watchEndsAtOnce();

 private:
  CloudOptions options(bool withEnvironmentKeys = true) const {
    CloudOptions options;
    options.environment = emptyAwsEnvironment(m_home->path());
    if (withEnvironmentKeys) options.environment = withKeys(options.environment, *m_server);
    options.environment.remove("AWS_EC2_METADATA_DISABLED");
    options.metadataEndpoint = m_server->url();
    options.endpointUrl = m_server->url();
    return options;
  }

  std::unique_ptr<AwsServer> m_server;
  std::unique_ptr<QTemporaryDir> m_home;
  HttpClient m_http;
};

void CreditSourceTest::wholeReading_data() {
  QTest::addColumn<QByteArray>("mode");
  QTest::addColumn<int>("metrics");
  QTest::newRow("standard") << QByteArray("standard") << 3;
  QTest::newRow("unlimited") << QByteArray("unlimited") << 5;
}

void CreditSourceTest::wholeReading() {
  QFETCH(QByteArray, mode);
  QFETCH(int, metrics);
  m_server->creditMode = mode;
  for (const char* name : {"CPUCreditBalance", "CPUCreditUsage", "CPUUtilization",
                           "CPUSurplusCreditBalance", "CPUSurplusCreditsCharged"})
    m_server->points[name] = {{600, 2.0}, {1200, 1.0}, {300, 3.0}};
  CreditSource source(m_http, options());
  const auto instance = source.instance();
  QVERIFY(instance && instance->type == "t2.micro");
  const engine::CloudReading reading = source.read(*instance, 1e18);
  QCOMPARE(reading.mode == engine::CreditMode::Unlimited, mode == "unlimited");
  QCOMPARE(reading.creditBalance.size(), std::size_t(3));
  QCOMPARE(reading.creditBalance.back().value, 3.0);
  QVERIFY(std::abs(reading.now - reading.creditBalance.back().time - 300) < 60);
  QCOMPARE(reading.surplusCreditBalance.size(), std::size_t(metrics == 5 ? 3 : 0));
  QCOMPARE(m_server->actions.count("GetMetricStatistics"), metrics);
  QCOMPARE(m_server->badSignatures, QList<QByteArray>());
  QVERIFY(source.notes().empty());
}

void CreditSourceTest::historySinceLaunch() {
  m_server->launchedSecondsAgo = 10 * 86400;
  QList<QPair<qint64, double>> points;
  for (qint64 age = 8 * 86400; age > 0; age -= 6 * 3600) points.append({age, double(age)});
  m_server->points["CPUCreditBalance"] = points;
  CreditSource source(m_http, options());
  const CloudNews news = askOnce(source, {});
  QVERIFY2(news.reading, news.problem.c_str());
  QCOMPARE(news.reading->creditBalance.size(), std::size_t(points.size()));
  QCOMPARE(m_server->actions.count("GetMetricStatistics"), 3 * 2);
  QVERIFY(news.cost.starts_with("25,920 requests"));
}

void CreditSourceTest::keysOfTheRole() {
  m_server->points["CPUCreditBalance"] = {{300, 3.0}};
  CreditSource source(m_http, options(/*withEnvironmentKeys=*/false));
  const CloudNews news = askOnce(source, 1e18);
  QVERIFY2(news.reading, news.problem.c_str());
  QCOMPARE(m_server->badSignatures, QList<QByteArray>());
  // They are good for an hour: not asked for again.
  const auto before = m_server->paths.count("GET /latest/meta-data/iam/security-credentials/web");
  QVERIFY(askOnce(source, 1e18).reading);
  QCOMPARE(m_server->paths.count("GET /latest/meta-data/iam/security-credentials/web"), before);
}

// Someone who watches renews the session in another window.
void CreditSourceTest::renewedKeys() {
  const QString path = m_home->filePath("keys");
  const auto write = [&](const QByteArray& secret) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) &&
           file.write("[default]\naws_access_key_id=" + m_server->accessKeyId +
                      "\naws_secret_access_key=" + secret + "\n") > 0;
  };
  CloudOptions options = this->options(/*withEnvironmentKeys=*/false);
  options.environment.insert("AWS_SHARED_CREDENTIALS_FILE", path);
  QVERIFY(write(m_server->secret));
  CreditSource source(m_http, options);
  QVERIFY(askOnce(source, 1e18).reading);
  m_server->errorCode = "ExpiredToken";
  const CloudNews expired = askOnce(source, 1e18);
  QVERIFY2(expired.problem.find("Renew it") != std::string::npos, expired.problem.c_str());
  m_server->errorCode.clear();
  m_server->secret = "another+secret";
  QVERIFY(write(m_server->secret));
  QVERIFY2(askOnce(source, 1e18).reading, "the file is read again");
}

void CreditSourceTest::withoutPermissionForTheMode() {
  m_server->deniedAction = "DescribeInstanceCreditSpecifications";
  CreditSource source(m_http, options());
  const CloudNews news = askOnce(source, 1e18);
  QVERIFY2(news.reading && !news.reading->mode, news.problem.c_str());
  QCOMPARE(news.notes.size(), std::size_t(1));
  QVERIFY(news.notes[0].find("ec2:DescribeInstanceCreditSpecifications") != std::string::npos);
}

void CreditSourceTest::whatIsMissing_data() {
  QTest::addColumn<QString>("variable");
  QTest::addColumn<QString>("value");
  QTest::addColumn<QString>("problem");  // a part of it
  QTest::newRow("CRE-11 region") << "AWS_REGION"
                                 << ""
                                 << "Name it with --region";
  QTest::newRow("no region") << "AWS_REGION"
                             << "us east/1"
                             << "is no region";
  QTest::newRow("keys") << "AWS_ACCESS_KEY_ID"
                        << ""
                        << "without its access key id";
  QTest::newRow("wrong secret") << "AWS_SECRET_ACCESS_KEY"
                                << "other"
                                << "The secret key does not belong";
}

void CreditSourceTest::whatIsMissing() {
  QFETCH(QString, variable);
  QFETCH(QString, value);
  QFETCH(QString, problem);
  CloudOptions options = this->options();
  options.instance = QString::fromLatin1(m_server->instanceId);
  options.environment.insert(variable, value);
  CreditSource source(m_http, options);
  const CloudNews news = askOnce(source, {});
  QVERIFY2(QString::fromStdString(news.problem).contains(problem), news.problem.c_str());
  QVERIFY(m_server->actions.size() <= 1);
}

void CreditSourceTest::watching() {
  m_server->points["CPUCreditBalance"] = {{300, 3.0}};
  std::atomic<int> told = 0;
  CreditWatch watch(options(), [&] { ++told; });
  QTRY_COMPARE(told.load(), 1);
  const auto news = watch.take();
  QVERIFY(news && news->reading && !watch.take());
  QCOMPARE(news->instance->id, m_server->instanceId.toStdString());
}

void CreditSourceTest::watchEndsAtOnce() {
  m_server->delayMilliseconds = 5000;
  CloudOptions options = this->options();
  options.environment.insert("AWS_METADATA_SERVICE_TIMEOUT", "60");
  CreditWatch watch(options);
  QTRY_VERIFY(!m_server->paths.isEmpty());
}

QTEST_GUILESS_MAIN(CreditSourceTest)
#include "tst_credit_source.moc"
