#pragma once

#include <deque>
#include <optional>

#include "engine/credits/credit_account.h"
#include "engine/host/cpu_meter.h"

namespace engine {

/// What CloudWatch said of a real instance at one moment.
struct MeasuredCredits {
  double balance = 0;
  double surplus = 0;
  /// vCPUs in use around that moment, for the time before Burstlab watched.
  double vCpus = 0;
};

/// The credits of the computer that the program runs on, estimated from its CPU use. CloudWatch
/// tells the truth every five minutes and minutes late: the estimate bridges the time between, and
/// says how far off it was.
class LiveAccount {
 public:
  /// An instance just launched, of which nothing was seen so far.
  LiveAccount(const InstanceType& type, CreditMode mode);

  /// Lets the time since boot pass with the mean use of that time: the best guess without
  /// CloudWatch. Right if the machine was launched, not just booted, then.
  void assumeSinceBoot(const CpuUse& sinceBoot);

  /// Throws Error like CreditAccount::setMode().
  void setMode(CreditMode mode) { m_account.setMode(mode); }

  /// Takes in what the meter saw.
  void add(const CpuUse& use);

  /// Sets the account to the truth of secondsAgo and repeats the use since then.
  void correct(const MeasuredCredits& truth, double secondsAgo);

  bool isMeasured() const noexcept { return m_secondsSinceTruth.has_value(); }
  /// Age of the newest truth; empty before the first one.
  std::optional<double> secondsSinceTruth() const noexcept { return m_secondsSinceTruth; }
  /// How far the estimate, which began at a truth itself, was off when the newest truth replaced
  /// it: estimate minus truth, credits. Empty before the second truth.
  std::optional<double> error() const noexcept { return m_error; }

  const CreditAccount& account() const noexcept { return m_account; }

 private:
  struct Interval {
    double seconds = 0, vCpus = 0;
  };

  void advance(double vCpus, double seconds);

  CreditAccount m_account;
  std::deque<Interval> m_intervals;  // oldest first
  double m_watchedSeconds = 0;       // their sum
  std::optional<double> m_secondsSinceTruth;
  std::optional<double> m_error;
};

/// Seconds until the balance of an account that always wants so many vCPUs has fallen or risen to
/// this value; empty if that never happens.
std::optional<double> secondsUntilBalance(const CreditAccount& account, double vCpus,
                                          double balance);

}  // namespace engine
