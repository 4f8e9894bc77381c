#pragma once

#include <cstdint>

namespace engine {

/// What AWS Lambda offers and charges: functions that may run for a short time and get a share of a
/// CPU that grows with their memory. A gigabyte is 1,024 MB.
struct LambdaOffer {
  int leastMegabytes = 128, mostMegabytes = 10240;
  double secondsPerCall = 900;
  double megabytesPerVCpu = 1769;
  double mostVCpus = 6;
  double pricePerGigabyteSecond = 0.0000166667;  ///< USD, x86
  double billingSeconds = 0.001;                 ///< time is rounded up to a multiple
  double pricePerRequest = 0.20e-6;
  double freeGigabyteSeconds = 400'000, freeRequests = 1e6;  ///< a month
  int usualMegabytes = 1769;                                 ///< one vCPU
};

/// AWS Lambda developer guide and price list, read in 2023.
inline constexpr LambdaOffer kLambdaToday{};

/// October 2016: the article, and the guide of February 2018. The CPU share was not documented; it
/// is taken to be today's.
inline constexpr LambdaOffer kLambda2016{.mostMegabytes = 1536,
                                         .secondsPerCall = 300,
                                         .pricePerGigabyteSecond = 0.00001667,
                                         .billingSeconds = 0.1,
                                         .usualMegabytes = 1536};

/// A job cut into calls that follow each other.
struct LambdaBill {
  std::int64_t stepsPerCall = 0;  ///< 0 where not even one step fits into a call
  std::int64_t calls = 0;
  double seconds = 0;  ///< of all calls
  double gigabyteSeconds = 0;
  double cost = 0;  ///< USD; without what is free
};

/// Each call spends overheadSeconds on loading and saving, whatever its CPU share, and ends
/// reserveSeconds before its limit. secondsPerStep is on one vCPU.
LambdaBill lambdaBill(const LambdaOffer& offer, int megabytes, std::int64_t steps,
                      double secondsPerStep, double threads, double overheadSeconds,
                      double reserveSeconds, bool freeTier);

}  // namespace engine
