#pragma once

#include <deque>

#include "engine/credits/compensated_sum.h"

namespace engine {

class StateNumbers;

/// The ages of earned credits under AWS's rules of 2014 to 2017: what was earned and not used in
/// one 5-minute interval is a lot and expires 24 h after that interval. Use is paid from the
/// interval's own earnings first, then from the oldest lot.
class ExpiringLots {
 public:
  double secondsToEnd() const noexcept { return m_secondsToEnd; }  ///< of the present interval

  /// Lets time pass, at most to the end of the interval, with so many credits more or fewer.
  void advance(double net, double seconds) noexcept;

  /// Makes room at the cap: new credits take the place of those that expire next.
  void replaceOldest(double credits) noexcept;

  /// Ends the interval. Returns the credits that expire with it.
  double endInterval();

  /// Forgets all lots; the credits given become part of the present interval.
  void reset(double credits = 0) noexcept;

  void exchangeState(StateNumbers& numbers, double mostCredits);

 private:
  void takeOldest(double credits) noexcept;

  std::deque<double> m_lots;  // oldest first
  CompensatedSum m_net;       // of the present interval; negative where older lots must pay
  CompensatedSum m_secondsToEnd = 300;
};

}  // namespace engine
