#pragma once

#include "engine/credits/compensated_sum.h"
#include "engine/credits/instance_type.h"

namespace engine {

class StateNumbers;

/// How an instance slows down when its credits run low. No vendor documents it. The defaults were
/// derived from the step times that an article printed for a t2.micro in October 2016: from full
/// speed to 74.3 % for 300 s, to 44.4 % for 300 s, then the baseline; the first cut came 2304 s
/// after the start, with about 4.9 credits left. With x = balance / (tickCredits * vCPUs) at a tick
/// of the clock, the ceiling until the next tick is, but for full speed at most,
///     baseline + min(x, gentleOffset + gentleSlope * min(x, 1) + max(x - 1, 0)).
/// The second term is the straight line through both plateaus (x = 0.99 and 0.34), and from x = 1
/// on as steep as can be; the first says that no more than the balance is spent until the next
/// tick. The same numbers give the second plateau of 39 % that the same machine showed in another
/// run. No step is steeper than x itself, so that of two instances under the same load the one with
/// more credits at the start never falls behind. A leap to full speed at x = 1 would fit the logs
/// as well, but there a few credits more could make an instance slower for a while.
struct ThrottleParameters {
  double tickSeconds = 300;
  double firstTickSeconds = 204;  ///< after the start: 2304 modulo 300
  double tickCredits = 5;         ///< per vCPU: what full speed spends from tick to tick
  double gentleOffset = 0.18;
  double gentleSlope = 0.47;
  double riseSeconds = 360;  ///< from the baseline up to full speed, in steps of a sixth
};

/// The ceiling of an instance's CPU. Staircase: see ThrottleParameters. Hard: full speed as long
/// as there are credits (Azure, Fly.io); the account itself limits an empty instance.
class Throttle {
 public:
  explicit Throttle(const InstanceType& type, double balance,
                    const ThrottleParameters& parameters = {});

  /// Share of the instance's CPU that may be used now, baseline..1.
  double ceiling() const noexcept { return m_ceiling; }

  /// How long the ceiling stays.
  double secondsUnchanged() const noexcept;

  /// Lets time pass, at most secondsUnchanged(); balance is that at the end of it.
  void advance(double seconds, double balance) noexcept;

  /// Forgets the past: takes the ceiling that belongs to the balance, without waiting for a tick.
  void settle(double balance) noexcept;

  /// Balance below which a tick slows the instance down (6.25 on a t2.micro); 0 for Hard.
  double threshold() const noexcept;

  void exchangeState(StateNumbers& numbers);

 private:
  double target(double balance) const noexcept;

  ThrottleParameters m_parameters;
  double m_baseline;
  double m_tickCredits;  // of all vCPUs; 0 for Hard
  double m_target;       // where the ceiling is or is rising to
  double m_ceiling;
  CompensatedSum m_toTick, m_toRise;
};

}  // namespace engine
