#pragma once

#include <optional>

#include "engine/clock.h"

namespace engine {

/// Wall time without the pauses.
class Stopwatch {
 public:
  explicit Stopwatch(const Clock& clock) : m_clock(clock), m_start(clock.seconds()) {}

  /// Goes on from seconds(), of which so many belong to the present lap.
  void set(double seconds, double lapSeconds) {
    m_start = m_clock.seconds() - seconds;
    m_lapStart = seconds - lapSeconds;
  }

  double seconds() const { return m_held.value_or(m_clock.seconds() - m_start); }

  void hold() { m_held = seconds(); }
  void release() {
    m_start = m_clock.seconds() - *m_held;
    m_held.reset();
  }

  /// Seconds since the last lap() or the start.
  double lapSeconds() const { return seconds() - m_lapStart; }

  /// Seconds since the last lap() or the start, and starts the next lap.
  double lap() {
    const double now = seconds();
    const double elapsed = now - m_lapStart;
    m_lapStart = now;
    return elapsed;
  }

 private:
  const Clock& m_clock;
  double m_start;
  double m_lapStart = 0;
  std::optional<double> m_held;  ///< seconds() during a pause
};

}  // namespace engine
