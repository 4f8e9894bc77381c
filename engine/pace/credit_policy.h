#pragma once

#include <variant>

namespace engine {

// How a run deals with credits that run low; see PacedRun. Times are those of the machine.

/// The article's patch: where a report says that a step took longer than the limit on average, the
/// run rests before it goes on. The rest is not part of the next average.
struct SleepWhenSlow {
  double limitSeconds = 3;
  double restSeconds = 3000;
  bool operator==(const SleepWhenSlow&) const = default;
};

/// Ends the run after the first step that leaves no more credits than this.
struct StopAt {
  double credits = 2;
  bool operator==(const StopAt&) const = default;
};

/// Rests whenever it has worked so long.
struct WorkAndRest {
  double workSeconds = 600;
  double restSeconds = 3000;
  bool operator==(const WorkAndRest&) const = default;
};

/// Rests after every step, so that it works this share of the time, above 0 and up to 1.
struct WorkShare {
  double share = 0.1;
  bool operator==(const WorkShare&) const = default;
};

/// Rests just as long as the slow-down would need to begin otherwise: the balance never falls below
/// its threshold. A machine that begins below it rests first.
struct AvoidSlowDown {
  bool operator==(const AvoidSlowDown&) const = default;
};

/// std::monostate: goes on whatever happens.
using CreditPolicy =
    std::variant<std::monostate, SleepWhenSlow, StopAt, WorkAndRest, WorkShare, AvoidSlowDown>;

}  // namespace engine
