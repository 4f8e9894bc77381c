#include "engine/host/cloud_reading.h"

#include <algorithm>

namespace engine {

void sortSeries(MetricSeries& series) {
  std::ranges::stable_sort(series, {}, &MetricPoint::time);
  // Of equal times, unique() keeps the first; seen from the end that is the last.
  std::ranges::reverse(series);
  const auto rest = std::ranges::unique(series, {}, &MetricPoint::time);
  series.erase(rest.begin(), rest.end());
  std::ranges::reverse(series);
}

void mergeSeries(MetricSeries& series, const MetricSeries& later) {
  series.insert(series.end(), later.begin(), later.end());
  sortSeries(series);
}

}  // namespace engine
