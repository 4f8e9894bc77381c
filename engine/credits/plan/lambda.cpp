#include "engine/credits/plan/lambda.h"

#include <algorithm>
#include <cmath>

namespace engine {

LambdaBill lambdaBill(const LambdaOffer& offer, int megabytes, std::int64_t steps,
                      double secondsPerStep, double threads, double overheadSeconds,
                      double reserveSeconds, bool freeTier) {
  LambdaBill bill;
  const double vCpus = std::min({megabytes / offer.megabytesPerVCpu, offer.mostVCpus, threads});
  const double stepSeconds = secondsPerStep / vCpus;
  const double room = offer.secondsPerCall - overheadSeconds - reserveSeconds;
  bill.stepsPerCall = std::max<std::int64_t>(0, std::llround(std::floor(room / stepSeconds)));
  if (bill.stepsPerCall == 0) return bill;

  const auto billed = [&](std::int64_t stepsOfCall) {
    const double seconds = overheadSeconds + static_cast<double>(stepsOfCall) * stepSeconds;
    bill.seconds += seconds;
    return std::ceil(seconds / offer.billingSeconds - 1e-9) * offer.billingSeconds;
  };
  const double gigabytes = megabytes / 1024.0;
  const std::int64_t full = steps / bill.stepsPerCall, rest = steps % bill.stepsPerCall;
  bill.calls = full + (rest > 0 ? 1 : 0);
  if (full > 0) {
    bill.gigabyteSeconds = billed(bill.stepsPerCall) * gigabytes * static_cast<double>(full);
    bill.seconds *= static_cast<double>(full);
  }
  if (rest > 0) bill.gigabyteSeconds += billed(rest) * gigabytes;

  const double paidRequests =
      std::max(0.0, static_cast<double>(bill.calls) - (freeTier ? offer.freeRequests : 0));
  const double paidTime =
      std::max(0.0, bill.gigabyteSeconds - (freeTier ? offer.freeGigabyteSeconds : 0));
  bill.cost = paidTime * offer.pricePerGigabyteSecond + paidRequests * offer.pricePerRequest;
  return bill;
}

}  // namespace engine
