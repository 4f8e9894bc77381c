#pragma once

#include <cstdint>

#include "engine/host/live_machine.h"
#include "engine/pace/credit_policy.h"
#include "engine/train/train_observer.h"

namespace engine {

/// Obeys a credit policy on a real machine: what PacedRun decides for a simulated one. Reads no
/// clock and never sleeps.
class LivePace {
 public:
  explicit LivePace(const CreditPolicy& policy) : m_policy(policy) {}

  struct Order {
    double restSeconds = 0;  ///< before the next step; ask again behind that step
    bool stop = false;
  };

  /// To be called after every step and, behind it, its report. now is in seconds of any monotonic
  /// clock.
  Order stepDone(const StepDone& step, const LiveStatus& status, double now);
  Order validationDone(const ValidationDone& report, double now);

  /// True if the policy goes by the balance.
  bool needsCredits() const;

 private:
  Order rest(double seconds, double now);
  double secondsToSaveUp(const LiveStatus& status) const;

  CreditPolicy m_policy;
  double m_stepSeconds = 0;  // longest of late
  double m_workStart = -1;   // end of the last rest
};

}  // namespace engine
