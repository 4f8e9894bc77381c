#pragma once

#include "engine/pace/pace_moment.h"

namespace ui {

/// Cuts a machine's time into CloudWatch's intervals of 5 minutes.
class FiveMinutes {
 public:
  /// One that has passed.
  struct Interval {
    double begin = 0, end = 0;  ///< as parts of the way on the x axis; see add()
    double spent = 0;           ///< credits; AWS: CPUCreditUsage
    double balance = 0;         ///< at its end; AWS: CPUCreditBalance
    double launch = 0;          ///< launch credits of it
  };
  static constexpr double kSeconds = 300;

  /// The machine is at this moment, which lies at x. Calls take(Interval) for every interval that
  /// is over; between two moments everything is a straight line.
  template <typename Take>
  void add(const engine::PaceMoment& moment, double x, const Take& take) {
    while (m_end <= moment.seconds) {
      const double length = moment.seconds - m_last.seconds;
      const double part = length > 0 ? (m_end - m_last.seconds) / length : 1;
      const auto between = [part](double from, double to) { return from + part * (to - from); };
      Interval interval{m_x, between(m_lastX, x)};
      const double spent = between(m_last.spent, moment.spent);
      interval.spent = spent - m_spent;
      interval.balance = between(m_last.balance(), moment.balance());
      interval.launch = between(m_last.launchCredits, moment.launchCredits);
      m_x = interval.end;
      m_spent = spent;
      m_end += kSeconds;
      take(interval);
    }
    m_last = moment;
    m_lastX = x;
  }

 private:
  engine::PaceMoment m_last;
  double m_end = kSeconds;  // of the present interval, in seconds
  double m_x = 0, m_lastX = 0, m_spent = 0;
};

}  // namespace ui
