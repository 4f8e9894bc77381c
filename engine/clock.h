#pragma once

namespace engine {

/// Where the engine reads the time. Tests pass one that they move themselves.
class Clock {
 public:
  virtual ~Clock() = default;

  /// Seconds since some fixed moment; never goes backwards and does not count a suspended machine.
  virtual double seconds() const = 0;

  /// CPU seconds that this process has used so far, all threads together.
  virtual double cpuSeconds() const = 0;
};

/// The computer's own monotonic clock.
const Clock& steadyClock();

}  // namespace engine
