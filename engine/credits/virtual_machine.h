#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/credits/credit_account.h"
#include "engine/credits/throttle.h"

namespace engine {

/// How a VirtualMachine begins.
struct MachineOptions {
  std::optional<CreditMode> mode = {};  ///< default: the type's
  CreditRules rules = CreditRules::Today;
  std::optional<double> balance = {};  ///< credits at the start; default: those of a new instance
  ThrottleParameters throttle = {};
};

/// A burstable instance that exists only as arithmetic: work goes in, virtual time and credits come
/// out. It never sleeps and reads no clock. Cheap enough to be called for every training step, and
/// exact however the work is cut into calls. A copy is an independent machine: run it ahead to
/// forecast.
class VirtualMachine {
 public:
  /// An instance that earns less would take ages over any work, or forever.
  static constexpr double kLeastCreditsPerHour = 0.01;

  /// Throws Error if the type does not allow the options or earns less than that.
  explicit VirtualMachine(const InstanceType& type, const MachineOptions& options = {});

  /// Does work of so many CPU seconds at full speed, on at most so many vCPUs at a time. Takes
  /// cpuSeconds / threads unless the machine is slowed down. Returns the virtual seconds it took.
  /// threads > 0. Throws Error if the machine is stopped.
  double run(double cpuSeconds, double threads = 1);

  /// Lets time pass with a load that would use so many vCPUs. Returns the CPU seconds it was given.
  double load(double vCpus, double seconds);

  void idle(double seconds) { load(0, seconds); }

  // Events and what-ifs; see CreditAccount. The speed follows at once, not at the next tick.
  void stop() { m_account.stop(); }
  void start(bool withLaunchCredits = true);
  void reboot() { m_account.reboot(); }
  void setMode(CreditMode mode);
  void setBalance(double credits);

  double seconds() const noexcept { return m_account.seconds(); }  ///< virtual time since the start
  double balance() const noexcept { return m_account.balance(); }
  double launchCredits() const noexcept { return m_account.launchCredits(); }
  double earnedCredits() const noexcept { return m_account.earnedCredits(); }

  /// Share of the instance's whole CPU that a load may use at this moment, 0..1.
  double speed() const;

  /// Share of the whole CPU that was used on average during the last run(), load() or idle(), 0..1.
  double utilisation() const noexcept { return m_utilisation; }

  /// Balance at which the slow-down begins.
  double slowDownBalance() const noexcept { return m_throttle.threshold(); }

  /// All that changes while it runs, so that a machine made with the same type and options goes on
  /// exactly as this one would, to the last bit.
  std::vector<double> state() const;
  /// Throws Error, changing nothing, if these are not the numbers of such a machine.
  void restore(std::span<const double> state);

  const CreditAccount& account() const noexcept { return m_account; }
  const InstanceType& type() const noexcept { return m_account.type(); }

 private:
  struct Progress {
    double seconds = 0, cpuSeconds = 0;
  };
  void exchangeState(StateNumbers& numbers);
  Progress advance(double vCpus, double cpuSeconds, double seconds);

  CreditAccount m_account;
  Throttle m_throttle;
  double m_utilisation = 0;
};

}  // namespace engine
