#pragma once

#include "engine/clock.h"

namespace engine {

/// Wall time without the pauses.
class Stopwatch {
 public:
  explicit Stopwatch(const Clock& clock) : m_clock(clock), m_start(clock.seconds()) {}

  double seconds() const { return m_clock.seconds() - m_start; }

  /// Takes the time that something took out of the account.
  void exclude(double seconds) { m_start += seconds; }

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
};

}  // namespace engine
