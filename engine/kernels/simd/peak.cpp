// As many multiply-adds as the target can do, to know what a computer could reach at best.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/simd/peak.cpp"
#include "hwy/foreach_target.h"

#include "engine/kernels/simd/peak.h"
#include "engine/kernels/simd/targets.h"
#include "engine/kernels/simd/vector-inl.h"

#if ENGINE_TARGET_HAS_VECTORS
HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {

double multiplyAdds(std::int64_t rounds, float& sum) noexcept {
  // As many independent sums as the register tile has: enough to hide the latency.
  constexpr int kSums = kTileRows * kTileVectors;
  const Vector half = hn::Set(kFloat, 0.5f), one = hn::Set(kFloat, 1.0f);
  Vector sums[kSums];
  HWY_UNROLL(16)
  for (int i = 0; i < kSums; ++i) sums[i] = hn::Set(kFloat, static_cast<float>(i));
  // Each stays between its start and 2, the fixed point of x / 2 + 1.
  for (std::int64_t round = 0; round < rounds; ++round) HWY_UNROLL(16)
  for (int i = 0; i < kSums; ++i) sums[i] = hn::MulAdd(sums[i], half, one);
  for (int i = 1; i < kSums; ++i) sums[0] = hn::Add(sums[0], sums[i]);
  sum = hn::GetLane(sums[0]);
  return 2.0 * static_cast<double>(kSums * kLanes) * static_cast<double>(rounds);
}

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();
#endif
