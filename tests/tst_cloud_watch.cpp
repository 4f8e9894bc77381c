#include <QTest>
#include <QUrl>

#include "app/cloud/cloud_watch.h"
#include "error_message.h"

using namespace cloud;
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
  void unorderedAnswer();
  void strangeAnswers_data();
  void strangeAnswers();
  void noAnswerAtAll();
  void windows_data();
  void windows();
  void parameters();
  void cost();
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

QTEST_GUILESS_MAIN(CloudWatchTest)
#include "tst_cloud_watch.moc"
