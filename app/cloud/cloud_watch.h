#pragma once

#include <QString>
#include <vector>

#include "app/cloud/aws_client.h"
#include "engine/host/cloud_reading.h"

namespace cloud {

/// A metric of the namespace AWS/EC2, with the statistic that is right for longer periods.
struct Metric {
  const char* name;
  const char* statistic;
};
inline constexpr Metric kCreditBalance{"CPUCreditBalance", "Average"};
inline constexpr Metric kCreditUsage{"CPUCreditUsage", "Sum"};
inline constexpr Metric kUtilization{"CPUUtilization", "Average"};
inline constexpr Metric kSurplusBalance{"CPUSurplusCreditBalance", "Average"};
inline constexpr Metric kSurplusCharged{"CPUSurplusCreditsCharged", "Sum"};

/// A piece of time that one request may ask for: at most 1,440 points.
struct MetricWindow {
  QDateTime start, end;  ///< whole periods; end is not included
  int periodSeconds = 300;
};

/// Cuts a time span into such pieces: the newest five days by five minutes, what is older by the
/// hour, at most 455 days, beyond which CloudWatch forgets.
std::vector<MetricWindow> metricWindows(const QDateTime& from, const QDateTime& to);

/// The parameters of GetMetricStatistics. A period below five minutes is raised to that: credits
/// have no finer one.
Parameters metricParameters(const Metric& metric, const QString& instance,
                            const MetricWindow& window);

/// The points of an answer, in order. Whatever statistic is in it counts. Throws AwsError for
/// something else than such an answer.
engine::MetricSeries parseMetric(const QByteArray& xml);

/// What asking for so many metrics every five minutes costs: one sentence.
QString pollingCost(int metrics);

}  // namespace cloud
