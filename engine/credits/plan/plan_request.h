#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/credits/credit_account.h"
#include "engine/credits/plan/lambda.h"
#include "engine/credits/throttle.h"

namespace engine {

/// Work to be planned: equal steps, one after the other.
struct Job {
  std::int64_t steps = 0;
  double stepsPerEpoch = 0;  ///< 0 where the steps are not counted in epochs
  /// Seconds of one vCPU at full speed, evaluations included.
  std::function<double(const InstanceType&)> secondsPerStep = {};
  double threads = 1;  ///< vCPUs that a step can keep busy
};

/// The sample's run over so many epochs of MNIST. TensorFlow 0.10 needed kArticleSecondsPerStep,
/// evaluations included, on a t2.micro; the clock of other processors is hardly different, so it is
/// taken for all of them unless something better is known.
Job sampleJob(int epochs);
inline constexpr double kArticleSecondsPerStep = 0.432;

/// What is to be done, on what, and what may be tried.
struct PlanRequest {
  Job job;
  InstanceType type;
  CreditRules rules = CreditRules::Today;
  std::optional<double> balance = {};  ///< credits of the instance now; default: those of a new one
  ThrottleParameters throttle = {};
  bool launchCreditsAtStart = true;  ///< after a stop; the article says no, AWS says yes

  std::vector<InstanceType> otherTypes = {};
  int relayInstances = 0;  ///< 0: as many as are needed not to be slowed down
  /// Half of the minute that the article reckons for loading and saving, on one vCPU each.
  double saveSeconds = 30, restoreSeconds = 30;
  double launchSeconds = 60;  ///< until an instance that was launched or started works; assumed

  int lambdaMegabytes = 0;  ///< 0: the offer's usual
  double lambdaReserveSeconds = 10;
  bool freeTier = true;  ///< of Lambda

  double stepSeconds(const InstanceType& on) const { return job.secondsPerStep(on); }
  double cpuSeconds(const InstanceType& on) const {
    return static_cast<double>(job.steps) * stepSeconds(on);
  }
  const LambdaOffer& lambda() const {
    return rules == CreditRules::Until2017 ? kLambda2016 : kLambdaToday;
  }
};

}  // namespace engine
