#include <QTest>
#include <QUrl>

#include "app/cloud/cloud_watch.h"
#include "app/cloud/credit_source.h"
#include "app/cloud/credit_watch.h"
#include "aws_testing.h"
#include "error_message.h"

using namespace cloud;
using engine::MetricPoint;
using engine::MetricSeries;

namespace {

QByteArray answer(const QByteArray& members) {
  return "<GetMetricStatisticsResponse xmlns=\"http://monitoring.amazonaws.com/doc/2010-08-01/\">"
         "<GetMetricStatisticsResult><Label>CPUCreditBalance</Label><Datapoints>" +
         members +
         "</Datapoints></GetMetricStatisticsResult><ResponseMetadata><RequestId>x</RequestId>"
         "</ResponseMetadata></GetMetricStatisticsResponse>";
}

QByteArray member(const char* time, const char* statistic, const char* value) {
  return QByteArray("<member><Timestamp>") + time + "</Timestamp><" + statistic + ">" + value +
         "</" + statistic + "><Unit>Count</Unit></member>";
}

QDateTime utc(const char* text) {
  return QDateTime::fromString(text, Qt::ISODate);
}

}  // namespace

class CloudWatchTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_server = std::make_unique<AwsServer>();
    m_home = std::make_unique<QTemporaryDir>();
  }

  void unorderedAnswer();
  void strangeAnswers_data();
  void strangeAnswers();
  void noAnswerAtAll();
  void windows_data();
  void windows();
  void parameters();
  void cost();
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

// CRE-07: unordered, with a statistic that was not asked for.
void CloudWatchTest::unorderedAnswer() {
  const MetricSeries series =
      parseMetric(answer(member("2013-10-29T00:00:00Z", "Minimum", "71.746636") +
                         member("2013-10-30T00:00:00Z", "Minimum", "71.856397") +
                         member("2013-10-28T00:00:00Z", "Minimum", "72.0") +
                         member("2013-10-31T00:00:00Z", "Minimum", "72.0")));
  const double day = 86400, first = 1382918400;
  const MetricSeries expected{
      {first, 72}, {first + day, 71.746636}, {first + 2 * day, 71.856397}, {first + 3 * day, 72}};
  QCOMPARE(series, expected);
  QVERIFY(parseMetric(answer("")).empty());
}

void CloudWatchTest::strangeAnswers_data() {
  QTest::addColumn<QByteArray>("members");
  QTest::addColumn<int>("points");
  const char* const time = "2026-01-01T00:00:00Z";
  QTest::newRow("same time twice") << member(time, "Sum", "1") + member(time, "Sum", "2") << 1;
  QTest::newRow("no value") << QByteArray("<member><Timestamp>") + time + "</Timestamp></member>"
                            << 0;
  QTest::newRow("no time") << QByteArray("<member><Sum>1</Sum></member>") << 0;
  QTest::newRow("text for a number") << member(time, "Sum", "many") << 0;
  QTest::newRow("not a number") << member(time, "Sum", "nan") << 0;
  QTest::newRow("a date for a number") << member("yesterday", "Sum", "1") << 0;
  QTest::newRow("sample count too")
      << member(time, "Sum", "3</Sum><SampleCount>5</SampleCount><Sum>3") << 1;
  QTest::newRow("elements of the future") << member(time, "Sum", "1") +
                                                 "<member><New><a/></New>"
                                                 "</member>"
                                          << 1;
}

void CloudWatchTest::strangeAnswers() {
  QFETCH(QByteArray, members);
  const MetricSeries series = parseMetric(answer(members));
  QTEST(int(series.size()), "points");
  if (!series.empty()) QVERIFY(series[0].value >= 1 && series[0].value <= 3);
}

void CloudWatchTest::noAnswerAtAll() {
  for (const QByteArray& text :
       {QByteArray(), QByteArray("<html/>"), QByteArray("{}"), answer("").chopped(20)})
    QVERIFY(!messageOf([&] { parseMetric(text); }).empty());
}

void CloudWatchTest::windows_data() {
  QTest::addColumn<qint64>("seconds");  // before the end
  QTest::addColumn<QList<int>>("periods");
  const qint64 hour = 3600, day = 24 * hour;
  QTest::newRow("nothing") << qint64(0) << QList<int>();
  QTest::newRow("an hour") << hour << QList<int>{300};
  QTest::newRow("four days") << 4 * day << QList<int>{300};
  QTest::newRow("CRE-07 1,441 points") << 1441 * qint64(300) << QList<int>{3600, 300};
  QTest::newRow("two months") << 60 * day << QList<int>{3600, 300};
  QTest::newRow("70 days") << 70 * day << QList<int>{3600, 3600, 300};
  QTest::newRow("for ever") << 3000 * day << QList<int>(8, 3600) + QList<int>{300};
}

void CloudWatchTest::windows() {
  QFETCH(qint64, seconds);
  const QDateTime end = utc("2026-03-04T05:37:11Z");
  const auto windows = metricWindows(end.addSecs(-seconds), end);
  QList<int> periods;
  for (const MetricWindow& window : windows) {
    periods += window.periodSeconds;
    QVERIFY(window.start < window.end);
    QVERIFY(window.start.secsTo(window.end) <= 1440 * window.periodSeconds);
    QCOMPARE(window.start.toSecsSinceEpoch() % window.periodSeconds, 0);
  }
  QTEST(periods, "periods");
  // Without a gap, to the end.
  for (std::size_t i = 1; i < windows.size(); ++i) QCOMPARE(windows[i].start, windows[i - 1].end);
  if (!windows.empty()) QCOMPARE(windows.back().end, end);
}

// CRE-06: an hour's use is a sum, and there is nothing finer than five minutes.
void CloudWatchTest::parameters() {
  const MetricWindow hour{utc("2026-01-01T00:00:00Z"), utc("2026-01-01T12:00:00Z"), 3600};
  const Parameters usage = metricParameters(kCreditUsage, "i-1", hour);
  QVERIFY(usage.contains({"Statistics.member.1", "Sum"}) && usage.contains({"Period", "3600"}));
  QVERIFY(usage.contains({"StartTime", "2026-01-01T00:00:00Z"}));
  QVERIFY(usage.contains({"Dimensions.member.1.Value", "i-1"}));
  const Parameters balance =
      metricParameters(kCreditBalance, "i-1", {hour.start, hour.end, /*periodSeconds=*/60});
  QVERIFY(balance.contains({"Statistics.member.1", "Average"}));
  QVERIFY(balance.contains({"Period", "300"}));
  for (const auto& [name, value] : balance) QVERIFY(name != "Unit");
}

void CloudWatchTest::cost() {
  QVERIFY(pollingCost(5).startsWith("43,200 requests a month, free"));
  QVERIFY(pollingCost(5).endsWith("$0.43."));
}

void CloudWatchTest::wholeReading_data() {
  QTest::addColumn<QByteArray>("mode");
  QTest::addColumn<int>("metrics");
  QTest::newRow("standard") << QByteArray("standard") << 3;
  QTest::newRow("unlimited") << QByteArray("unlimited") << 5;
}

void CloudWatchTest::wholeReading() {
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

void CloudWatchTest::historySinceLaunch() {
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

void CloudWatchTest::keysOfTheRole() {
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
void CloudWatchTest::renewedKeys() {
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

void CloudWatchTest::withoutPermissionForTheMode() {
  m_server->deniedAction = "DescribeInstanceCreditSpecifications";
  CreditSource source(m_http, options());
  const CloudNews news = askOnce(source, 1e18);
  QVERIFY2(news.reading && !news.reading->mode, news.problem.c_str());
  QCOMPARE(news.notes.size(), std::size_t(1));
  QVERIFY(news.notes[0].find("ec2:DescribeInstanceCreditSpecifications") != std::string::npos);
}

void CloudWatchTest::whatIsMissing_data() {
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

void CloudWatchTest::whatIsMissing() {
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

void CloudWatchTest::watching() {
  m_server->points["CPUCreditBalance"] = {{300, 3.0}};
  std::atomic<int> told = 0;
  CreditWatch watch(options(), [&] { ++told; });
  QTRY_COMPARE(told.load(), 1);
  const auto news = watch.take();
  QVERIFY(news && news->reading && !watch.take());
  QCOMPARE(news->instance->id, m_server->instanceId.toStdString());
}

void CloudWatchTest::watchEndsAtOnce() {
  m_server->delayMilliseconds = 5000;
  CloudOptions options = this->options();
  options.environment.insert("AWS_METADATA_SERVICE_TIMEOUT", "60");
  CreditWatch watch(options);
  QTRY_VERIFY(!m_server->paths.isEmpty());
}

QTEST_GUILESS_MAIN(CloudWatchTest)
#include "tst_cloud_watch.moc"
