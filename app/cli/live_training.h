#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/cli/live_session.h"
#include "engine/log/run_record.h"
#include "engine/pace/live_pace.h"
#include "engine/train/train_control.h"
#include "engine/train/train_observer.h"

namespace cli {

class Arguments;

/// What --machine live asks for.
struct LiveOptions {
  std::string type;  ///< assumed where the cloud tells none; empty: unknown
  engine::CreditPolicy policy = {};
};

/// Nothing where --machine is something else. Throws UsageError.
std::optional<LiveOptions> readLiveOptions(const Arguments& arguments);

/// Watches the machine that a run happens on, and lets the run obey a policy on it. Credit policies
/// begin when the first answer of the cloud is there, be it that there is none. Never delays the
/// start of a run.
class LiveTraining : public engine::TrainObserver {
 public:
  /// tell hears of the machine once a second. Throws engine::Error for an unknown type.
  LiveTraining(const LiveOptions& options, bool quiet, engine::TrainControl& control,
               std::function<void(const engine::RunNews&)> tell);

  void stepDone(const engine::StepDone& step) override;
  void validationDone(const engine::ValidationDone& report) override;

  bool hasStopped() const { return m_stopped; }  ///< the policy has ended the run
  /// "with 12.3 credits left of a t2.micro", "on a computer whose credits are not known".
  std::string outcome() const;

 private:
  void watch(std::int64_t step);
  void tellOfThrottling(std::int64_t step);
  void obey(const engine::LivePace::Order& order, std::int64_t step);
  void complain(const std::string& text) const;

  const bool m_quiet;
  engine::TrainControl& m_control;
  std::function<void(const engine::RunNews&)> m_tell;
  engine::LivePace m_pace;
  double m_watchedAt = 0, m_start;
  bool m_throttled = false, m_warned = false, m_stopped = false;
  std::optional<engine::MetricPoint> m_truth;
  LiveSession m_session;  // the last one: its thread wakes the control
};

}  // namespace cli
