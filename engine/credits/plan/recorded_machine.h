#pragma once

#include "engine/credits/plan/outcome.h"
#include "engine/credits/plan/plan_request.h"
#include "engine/credits/virtual_machine.h"

namespace engine {

/// An instance that is put to work by a strategy, and the bookkeeping of it.
class RecordedMachine {
 public:
  /// An instance that is there since the moment launched. Throws Error like VirtualMachine.
  RecordedMachine(const PlanRequest& request, const InstanceType& type, CreditMode mode,
                  std::optional<double> balance, double launched, Outcome& outcome);

  double now() const { return m_launched + m_machine.seconds(); }
  void steps(std::int64_t count);    ///< of the job
  void overhead(double cpuSeconds);  ///< saving and restoring, on one vCPU
  void idle(double seconds);
  void setMode(CreditMode mode);
  void stop();
  void start(bool withLaunchCredits);

  /// How many of the next steps, and then the overhead, it does without being slowed down.
  std::int64_t stepsAtFullSpeed(std::int64_t most, double overhead = 0) const;
  /// The same after a rest.
  bool doesAllAtFullSpeed(std::int64_t steps, double restSeconds) const;

  /// The instance is given back: its use, price and left credits enter the outcome.
  void leave();

  const VirtualMachine& machine() const { return m_machine; }

 private:
  void work(double cpuSeconds, double threads);
  void record();
  double fullSpeedSeconds(double cpuSeconds, double threads) const;

  const PlanRequest& m_request;
  VirtualMachine m_machine;
  double m_launched;
  double m_billedFrom;
  double m_billedSeconds = 0;
  Outcome& m_outcome;
};

}  // namespace engine
