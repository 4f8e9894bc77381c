#include "ui/run/credit_track.h"

#include <algorithm>
#include <cmath>

namespace ui {

void CreditTrack::clear() {
  m_samples.clear();
  m_balance.clear();
  m_utilization.clear();
  emit cleared();
}

void CreditTrack::add(const Sample& sample) {
  if (m_samples.empty() || sample.time > m_samples.back().time) m_samples.push_back(sample);
}

void CreditTrack::addMeasured(const engine::MetricSeries& balance,
                              const engine::MetricSeries& utilization) {
  engine::mergeSeries(m_balance, balance);
  engine::mergeSeries(m_utilization, utilization);
}

double CreditTrack::begin() const {
  if (isEmpty()) return 0;
  double begin = end();
  if (!m_samples.empty()) begin = std::min(begin, m_samples.front().time);
  for (const auto* series : {&m_balance, &m_utilization})
    if (!series->empty()) begin = std::min(begin, series->front().time);
  return begin;
}

double CreditTrack::end() const {
  double end = m_samples.empty() ? -HUGE_VAL : m_samples.back().time;
  for (const auto* series : {&m_balance, &m_utilization})
    if (!series->empty()) end = std::max(end, series->back().time);
  return isEmpty() ? 0 : end;
}

}  // namespace ui
