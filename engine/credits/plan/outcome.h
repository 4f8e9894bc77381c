#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/credits/credit_account.h"

namespace engine {

/// Ways to do a job on a machine that runs on credits, the simple ones first.
enum class Strategy {
  Straight,
  Unlimited,
  OtherInstance,
  Lambda,
  WaitFirst,
  Sleep,
  FewerEpochs,
  FreshInstance,
  StopStart,
  Relay,
};

/// What comes of a strategy. Times in seconds from now, credits in vCPU-minutes.
struct Outcome {
  struct Point {
    double seconds, balance;
  };

  Strategy strategy = Strategy::Straight;
  std::string name = {};      ///< "Relay of new instances"
  std::string detail = {};    ///< "3 x t2.micro"; may be empty
  std::string obstacle = {};  ///< why it cannot be done here; empty where it can
  bool whole = true;          ///< does all steps of the job
  bool permitted = true;
  bool slowed = false;  ///< throttled at any time

  std::int64_t steps = 0;
  double cpuSeconds = 0;        ///< at full speed, saving and restoring included
  double fullSpeedSeconds = 0;  ///< the time of cpuSeconds, were it never slowed down
  double wait = 0;              ///< before the first step
  double finish = 0;
  double credits = 0;  ///< spent
  std::optional<double> cost =
      {};  ///< instance, surplus, calls; nothing where a price is not known
  std::string currency = {};

  /// Summed over all instances: granted + earned - discarded - spent = balance - surplus - charged.
  CreditTotals totals = {};
  double balance = 0, surplus = 0;  ///< left at the end; the surplus is billed with the cost
  std::vector<Point> curve = {};    ///< balance of the instance that works, over time
  std::vector<std::string> caveats = {};

  bool feasible() const { return obstacle.empty(); }
};

}  // namespace engine
