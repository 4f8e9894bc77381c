#pragma once

#include <QObject>
#include <vector>

#include "engine/host/cloud_reading.h"
#include "engine/log/unknown.h"

namespace ui {

/// What became of a real machine's credits, or of those that a log tells of. Grows until clear().
class CreditTrack : public QObject {
  Q_OBJECT

 public:
  /// At a moment; what is not known is engine::kUnknown.
  struct Sample {
    double time = 0;                    ///< seconds; only grows
    double balance = engine::kUnknown;  ///< estimated, credits
    // Shares of the whole CPU, 0..1.
    double busy = engine::kUnknown;   ///< used by anybody
    double own = engine::kUnknown;    ///< the part of it that is this process's
    double steal = engine::kUnknown;  ///< that the host took away
    bool throttled = false;
  };

  using QObject::QObject;

  void clear();
  /// Does nothing where the time does not grow.
  void add(const Sample& sample);
  /// Points that the cloud has measured; replaces those of the same times.
  void addMeasured(const engine::MetricSeries& balance, const engine::MetricSeries& utilization);
  /// Tells changed(), once for all that was added.
  void tell() { emit changed(); }

  const std::vector<Sample>& samples() const { return m_samples; }
  const engine::MetricSeries& balance() const { return m_balance; }          ///< credits
  const engine::MetricSeries& utilization() const { return m_utilization; }  ///< percent
  bool isEmpty() const { return m_samples.empty() && m_balance.empty() && m_utilization.empty(); }
  double begin() const;  ///< the earliest time; 0 if empty
  double end() const;

 signals:
  void cleared();
  void changed();

 private:
  std::vector<Sample> m_samples;
  engine::MetricSeries m_balance, m_utilization;
};

}  // namespace ui
