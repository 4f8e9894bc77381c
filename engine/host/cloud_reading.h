#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/credits/instance_type.h"

namespace engine {

/// One value of a metric. A time is in seconds since 1970, by the cloud's clock.
struct MetricPoint {
  double time = 0;  ///< at which its interval begins
  double value = 0;
  bool operator==(const MetricPoint&) const = default;
};

/// Ascending in time, each time once.
using MetricSeries = std::vector<MetricPoint>;

/// What a cloud knows of an instance's credits. The series are named as AWS names the metrics; they
/// may be empty, incomplete and minutes behind.
struct CloudReading {
  double now = 0;              ///< when it was read
  double periodSeconds = 300;  ///< of the newest points; older ones may be an hour apart
  std::optional<CreditMode> mode;
  MetricSeries creditBalance;          ///< credits
  MetricSeries creditUsage;            ///< credits in the period
  MetricSeries cpuUtilization;         ///< percent of the whole instance
  MetricSeries surplusCreditBalance;   ///< credits; unlimited mode only
  MetricSeries surplusCreditsCharged;  ///< credits in the period; unlimited mode only
};

/// Which instance it is.
struct CloudInstance {
  std::string id;
  std::string type;
  std::string region;
  std::optional<double> launched;  ///< seconds since 1970
};

/// Puts the points into order; of several for one time the last one given counts.
void sortSeries(MetricSeries& series);

/// Adds later points to a series, replacing those that it has already.
void mergeSeries(MetricSeries& series, const MetricSeries& later);

}  // namespace engine
