#include "app/cloud/cloud_watch.h"

#include <QLocale>
#include <QXmlStreamReader>
#include <algorithm>
#include <cmath>

namespace cloud {
namespace {

constexpr int kPeriod = 300, kHour = 3600;
constexpr qint64 kDay = 24 * kHour;
constexpr qint64 kMostPoints = 1440;
constexpr qint64 kKept = 455 * kDay;

QDateTime at(qint64 seconds) {
  return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
}

void cut(qint64 start, qint64 end, int period, std::vector<MetricWindow>& windows) {
  if (start >= end) return;
  start -= start % period;
  for (; start < end; start += kMostPoints * period)
    windows.push_back({at(start), at(std::min(end, start + kMostPoints * period)), period});
}

std::optional<engine::MetricPoint> parsePoint(QXmlStreamReader& reader) {
  engine::MetricPoint point{.time = NAN, .value = NAN};
  while (reader.readNextStartElement()) {
    const QString name = reader.name().toString();
    const QString text = reader.readElementText(QXmlStreamReader::IncludeChildElements);
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    if (name == "Timestamp") {
      const QDateTime time = QDateTime::fromString(text, Qt::ISODate);
      if (time.isValid()) point.time = static_cast<double>(time.toSecsSinceEpoch());
    } else if (isNumber && name != "SampleCount") {
      point.value = number;
    }
  }
  if (!std::isfinite(point.time) || !std::isfinite(point.value)) return std::nullopt;
  return point;
}

}  // namespace

std::vector<MetricWindow> metricWindows(const QDateTime& from, const QDateTime& to) {
  std::vector<MetricWindow> windows;
  const qint64 end = to.toSecsSinceEpoch();
  const qint64 start = std::max(from.toSecsSinceEpoch(), end - kKept);
  qint64 fine = end - kMostPoints * kPeriod;
  fine += kHour - fine % kHour;  // where an hour begins, so that none is asked for twice
  cut(start, std::min(end, fine), kHour, windows);
  cut(std::max(start, fine), end, kPeriod, windows);
  return windows;
}

Parameters metricParameters(const Metric& metric, const QString& instance,
                            const MetricWindow& window) {
  return {{"Namespace", "AWS/EC2"},
          {"MetricName", metric.name},
          {"Dimensions.member.1.Name", "InstanceId"},
          {"Dimensions.member.1.Value", instance},
          {"StartTime", window.start.toString(Qt::ISODate)},
          {"EndTime", window.end.toString(Qt::ISODate)},
          {"Period", QString::number(std::max(kPeriod, window.periodSeconds))},
          {"Statistics.member.1", metric.statistic}};
}

engine::MetricSeries parseMetric(const QByteArray& xml) {
  engine::MetricSeries series;
  QXmlStreamReader reader(xml);
  bool isAnswer = false;
  while (!reader.atEnd()) {
    if (reader.readNext() != QXmlStreamReader::StartElement) continue;
    if (reader.name() == QLatin1String("GetMetricStatisticsResult")) {
      isAnswer = true;
    } else if (reader.name() == QLatin1String("member")) {
      if (const auto point = parsePoint(reader)) series.push_back(*point);
    }
  }
  if (!isAnswer || reader.hasError())
    throw AwsError(AwsError::Kind::BadAnswer,
                   "The answer is not one of CloudWatch's. Check --endpoint-url or "
                   "AWS_ENDPOINT_URL, and a proxy between.");
  engine::sortSeries(series);
  return series;
}

QString pollingCost(int metrics) {
  constexpr int kRequestsPerMetric = 30 * kDay / kPeriod;
  const int requests = metrics * kRequestsPerMetric;
  QLocale locale = QLocale::c();
  locale.setNumberOptions({});  // commas in large numbers
  return locale.toString(requests) +
         " requests a month, free within CloudWatch's first 1,000,000; beyond them $" +
         locale.toString(requests * 0.01 / 1000, 'f', 2) + ".";
}

}  // namespace cloud
