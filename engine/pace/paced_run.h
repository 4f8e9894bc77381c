#pragma once

#include <cstdint>
#include <string>

#include "engine/credits/virtual_machine.h"
#include "engine/pace/credit_policy.h"
#include "engine/pace/pace_moment.h"
#include "engine/pace/step_cost.h"
#include "engine/train/train_observer.h"

namespace engine {

class StateNumbers;

/// On which machine a run is thought to happen.
struct PaceSettings {
  InstanceType type;
  MachineOptions machine = {};
  StepCost cost = {};
  CreditPolicy policy = {};
  int threads = 1;  ///< vCPUs that the run keeps busy, if the machine has so many
};

/// A run on a machine that exists only as arithmetic. It is told of the steps and evaluations that
/// really happen and lets the machine do them too: each takes what it would have taken there, and
/// costs credits. Reads no clock and never sleeps. A copy runs ahead to forecast.
class PacedRun {
 public:
  /// What the policy wants now. The machine has rested already.
  struct Order {
    double restSeconds = 0;
    PaceMoment beforeRest = {};  ///< if there was one
    bool stop = false;
    /// Too long for one line through work and rest in a chart.
    bool hasLongRest() const noexcept { return restSeconds >= 10; }
  };

  /// Throws Error where the type does not allow the options.
  explicit PacedRun(const PaceSettings& settings);

  // To be called on the events of the same names. After those that return an order it is obeyed
  // before anything else. runStarted() of a restored run changes nothing but what the run is.
  Order runStarted(const RunStarted& run);
  Order stepDone(const StepDone& step);
  Order validationDone(const ValidationDone& report);
  void runFinished(const RunFinished& run);

  /// Does the next count steps as they are expected to be, and the evaluation behind them if one is
  /// due. Many at once are one long step to the policy.
  Order foretell(std::int64_t count = 1);
  std::int64_t stepsLeft() const noexcept { return m_totalSteps - m_nextStep; }

  PaceMoment moment() const;
  double seconds() const noexcept { return m_secondsBefore + m_machine.seconds(); }
  /// Of the last report, as the sample's stopwatch sees it: a step with a share of the evaluation
  /// before it. Contains all rests but those of SleepWhenSlow.
  double scriptMillisecondsPerStep() const noexcept { return m_scriptMilliseconds; }
  /// CPU seconds of a step without evaluation, as it is expected to be.
  double secondsPerStep() const noexcept;

  const VirtualMachine& machine() const noexcept { return m_machine; }
  const PaceSettings& settings() const noexcept { return m_settings; }  ///< as changed last

  // What if, at this moment. Throw Error, changing nothing, where the type does not allow it.
  void setMode(CreditMode mode);
  void setBalance(double credits);
  /// Keeps the mode and the balance where the new type allows them.
  void setType(const InstanceType& type);
  void setCost(const StepCost& cost) { m_settings.cost = cost; }
  void setPolicy(const CreditPolicy& policy) { m_settings.policy = policy; }
  void setThreads(int threads) { m_settings.threads = threads; }  ///< >= 1

  /// Everything that the future depends on, settings included, as JSON in UTF-8. A restored run
  /// goes on as this one would, to the last bit.
  std::string state() const;
  /// Throws Error if this is not such a text, or names an instance type that is not known.
  static PacedRun restored(const std::string& state);

 private:
  void work(double cpuSeconds);
  void rest(double seconds, Order& order);
  double trainingSeconds(std::int64_t steps) const noexcept;
  double evaluationSeconds(std::int64_t images) const noexcept;
  bool reportsAt(std::int64_t step) const noexcept { return step % m_interval == 0; }
  void endLap();
  Order decide(bool afterReport);
  double creditsOfNextStep() const noexcept;
  void avoidSlowDown(Order& order);
  void exchangeState(StateNumbers& numbers);

  PaceSettings m_settings;
  VirtualMachine m_machine;
  double m_secondsBefore = 0, m_spentBefore = 0;  // on machines that setType() has replaced
  // The run.
  std::int64_t m_totalSteps = 0, m_nextStep = 0;
  std::int64_t m_validationCount = 0, m_testCount = 0;
  int m_interval = 1, m_batchSize = 1, m_ownThreads = 1;
  // What this computer needed, in CPU seconds.
  double m_ownStep = 0, m_ownImage = 0;
  double m_lapStart = 0, m_scriptMilliseconds = 0;
  std::int64_t m_lapStep = 0;
  double m_workedSeconds = 0;  // since the last rest
  double m_slowdown = 1;
  bool m_afterRest = false;
};

}  // namespace engine
