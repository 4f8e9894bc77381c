#pragma once

#include <optional>
#include <string>

namespace engine {

/// Standard never spends what it does not have; unlimited borrows and may be billed.
enum class CreditMode { Standard, Unlimited };

/// What becomes of the credits while the instance is stopped.
enum class StopPolicy { Lose, KeepSevenDays, KeepEarning };

/// How the CPU is slowed when credits run low; see Throttle.
enum class ThrottleKind { Staircase, Hard };

/// What the CPUs of a family can do, for estimates. Providers mix generations and hardly state any,
/// so this is the oldest that they name, at its base frequency.
struct Processor {
  std::string model;    ///< for people
  std::string kernels;  ///< name of the fastest kernel set that it can run
  double gigahertz = 0;
  double flopsPerCycle = 0;  ///< of a core, in float32; a multiply-add counts twice

  double peak() const { return gigahertz * 1e9 * flopsPerCycle; }  ///< FLOP/s of a core
};

/// One size of a burstable instance. A credit is one vCPU at 100 % for one minute. Rate, cap and
/// baseline are separate because vendors do not always keep them consistent; all three are above 0.
struct InstanceType {
  std::string name;      ///< "t2.micro"
  std::string family;    ///< "T2"
  std::string provider;  ///< "AWS"
  int vCpus = 1;
  std::optional<double> memoryGiB;
  double baseline = 0;        ///< of every vCPU, 0..1; CPU use that the earned credits just cover
  double creditsPerHour = 0;  ///< earned while it runs
  double maxCredits = 0;      ///< cap of the earned credits, and of the surplus in unlimited mode
  double launchCredits = 0;   ///< given at launch, spent first, not counted against the cap
  bool launchCreditsInUnlimited = false;
  std::optional<int> launchesPerDay;  ///< launches and starts in 24 h that are given launch credits
  CreditMode defaultMode = CreditMode::Standard;
  bool offersUnlimited = false;
  StopPolicy stopPolicy = StopPolicy::Lose;
  ThrottleKind throttle = ThrottleKind::Staircase;
  std::string currency = "USD";
  std::optional<double> pricePerHour;             ///< Linux, on demand
  std::optional<double> surplusPricePerVCpuHour;  ///< Linux; 60 surplus credits that are charged
  std::optional<Processor> processor;
};

}  // namespace engine
