#pragma once

#include <memory>
#include <optional>

#include "engine/clock.h"
#include "engine/host/cloud_reading.h"
#include "engine/host/cpu_meter.h"
#include "engine/host/live_account.h"

namespace engine {

/// What is known of a real machine at a moment. Empty fields are not known.
struct LiveStatus {
  CpuUse use;                   ///< since the tick before; seconds 0 for a remote machine
  std::optional<double> quota;  ///< CPUs that a control group allows
  std::optional<MetricPoint> utilization;  ///< newest CPUUtilization of the cloud, percent
  std::optional<double> secondsSinceUtilization;
  std::optional<InstanceType> type;  ///< and the fields below, for a burstable instance
  CreditMode mode = CreditMode::Standard;
  bool modeIsKnown = false;  ///< false: the type's default is assumed
  double balance = 0;        ///< credits at this moment
  double surplus = 0;
  bool measured = false;  ///< the balance rests on a measured one, not on use since boot
  std::optional<double> secondsSinceTruth;  ///< age of the newest measured balance
  std::optional<MetricPoint> truth;         ///< the newest measured balance itself
  std::optional<double> error;              ///< estimate minus truth when that came, credits
  double slowDownBalance = 0;               ///< credits; below, the machine is slowed down
  std::optional<double> secondsToSlowDown;  ///< at full speed; empty: never
  std::optional<double> secondsToEmpty;     ///< at full speed, were it not slowed down
  std::optional<double> secondsToFull;      ///< idle; 0: full
};

/// A real machine that is watched: this computer, or an instance elsewhere that only its cloud
/// tells of. Knows no network: readings are brought by whoever has them. Not for two threads at
/// once.
class LiveMachine {
 public:
  /// Without a source the machine is elsewhere.
  explicit LiveMachine(std::unique_ptr<CpuSource> source, const Clock& clock = steadyClock());

  bool isRemote() const noexcept { return !m_meter; }

  /// Says what instance it is; needed for everything about credits. Saying the same again changes
  /// nothing. Throws Error where the type has no such mode.
  void setType(const InstanceType& type, std::optional<CreditMode> mode = {});

  /// Takes in what the cloud said. Empty series leave everything as it is.
  void apply(const CloudReading& reading);

  /// Measures; to be called about once a second.
  const LiveStatus& tick();
  const LiveStatus& status() const noexcept { return m_status; }

 private:
  void describe();

  const Clock& m_clock;
  std::unique_ptr<CpuMeter> m_meter;
  std::optional<LiveAccount> m_account;
  bool m_modeIsKnown = false;
  double m_remoteVCpus = 0;  // as far as the cloud has told
  double m_lastTick = 0;
  LiveStatus m_status;
};

}  // namespace engine
