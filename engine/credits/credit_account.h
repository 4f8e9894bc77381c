#pragma once

#include <deque>
#include <optional>

#include "engine/credits/compensated_sum.h"
#include "engine/credits/expiring_lots.h"
#include "engine/credits/instance_type.h"

namespace engine {

class StateNumbers;

/// AWS's rule books. Until November 2017 earned credits expired 24 h after they were earned; since
/// then they stay, up to the cap, while the instance runs.
enum class CreditRules { Today, Until2017 };

/// What moved since the account was opened, in credits. At any moment
/// balance = granted + earned + surplus + charged - spent - discarded.
struct CreditTotals {
  double granted = 0;  ///< opening balance, launch credits, and changes by setBalance()
  double earned = 0;
  double spent = 0;      ///< all CPU use, not only that above the baseline
  double discarded = 0;  ///< above the cap, expired, or lost at a stop or a switch of the mode
  double charged = 0;    ///< surplus that is billed
};

/// The credits of one instance. Exact for steps of any length: between two events (cap, zero, end
/// of a 5-minute lot) every quantity is a straight line. The rules are those of the AWS guide,
/// "CPU credits and baseline utilization for burstable performance instances"; the other vendors'
/// rules differ in the fields of InstanceType only. Knows nothing of the gradual slow-down near
/// zero, which is the Throttle's.
class CreditAccount {
 public:
  /// A newly launched instance, with its launch credits. Throws Error where the type or the rules
  /// do not know the mode.
  CreditAccount(InstanceType type, CreditMode mode, CreditRules rules = CreditRules::Today);
  explicit CreditAccount(const InstanceType& type) : CreditAccount(type, type.defaultMode) {}

  /// Lets time pass with so many vCPUs wanted on average (0..type().vCpus; 0 while stopped).
  /// Returns the credits spent: less than wanted once a standard account is empty.
  double advance(double vCpus, double seconds);

  /// How many of the wanted vCPUs the account pays for at this moment, and for how many seconds
  /// at least that will not change.
  double granted(double vCpus) const { return flow(vCpus).spent * 60; }
  double secondsUnchanged(double vCpus) const { return flow(vCpus).seconds; }

  /// What it can hold in its mode: the cap, and launch credits where there are any.
  double mostCredits() const noexcept;

  /// Opens the account anew with so many credits: the launch credits first, the rest as earned.
  /// Surplus is forgiven. Throws Error above launch credits + cap.
  void setBalance(double credits);

  /// The same for what is known of a real instance, whose balance may be all earned and who may
  /// have borrowed. Numbers beyond the type's limits are cut off.
  void restore(double launchCredits, double earned, double surplus);

  /// To standard: the surplus is billed, no launch credits. To unlimited: launch credits are lost
  /// on types that have none in that mode. Throws Error like the constructor.
  void setMode(CreditMode mode);

  /// Bills the surplus and applies the type's stop policy.
  void stop();
  /// A start gives launch credits again where a stop took them, up to the daily limit. The article
  /// behind the sample says that it does not: withLaunchCredits = false.
  void start(bool withLaunchCredits = true);
  /// The instance keeps running, so nothing changes. (AWS does not say so explicitly.)
  void reboot() {}

  const InstanceType& type() const noexcept { return m_type; }
  CreditMode mode() const noexcept { return m_mode; }
  CreditRules rules() const noexcept { return m_rules; }
  bool isRunning() const noexcept { return m_running; }

  double seconds() const noexcept { return m_seconds; }  ///< since the launch
  double balance() const noexcept { return m_launch + m_earned; }
  double launchCredits() const noexcept { return m_launch; }
  double earnedCredits() const noexcept { return m_earned; }
  double surplus() const noexcept { return m_surplus; }  ///< borrowed; AWS: CPUSurplusCreditBalance
  CreditTotals totals() const noexcept;

  /// Price of the charged surplus in the type's currency; 0 where the type has no such price.
  double surplusCost() const noexcept;

  /// Everything but the type and the rules.
  void exchangeState(StateNumbers& numbers);

 private:
  enum class Event {
    None,
    LaunchSpent,
    Full,
    Empty,
    SurplusRepaid,
    SurplusFull,
    LotEnds,
    Forgotten
  };

  /// Credits per second, and how long they stay so.
  struct Flow {
    double income = 0, spent = 0;
    double launch = 0, earned = 0, surplus = 0;  // changes of the three balances
    double discarded = 0, charged = 0;
    double seconds;
    Event event = Event::None;
    void endAfter(double limit, Event what);
  };

  Flow flow(double vCpus) const;
  void apply(const Flow& flow, double seconds);
  void happen(Event event);
  void checkMode(CreditMode mode) const;
  void grantLaunchCredits();
  void discardLaunch();
  void discardEarned();
  void billSurplus();

  InstanceType m_type;
  CreditMode m_mode;
  CreditRules m_rules;
  bool m_running = true;
  CompensatedSum m_seconds;
  CompensatedSum m_stoppedSeconds;
  CompensatedSum m_launch, m_earned, m_surplus;
  CompensatedSum m_granted, m_income, m_spent, m_discarded, m_charged;
  std::optional<ExpiringLots> m_lots;
  std::deque<double> m_launches;  // moments of the last 24 h at which launch credits were given
};

}  // namespace engine
