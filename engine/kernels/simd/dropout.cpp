// The dropout mask from TensorFlow's Philox stream, one block of the stream per lane.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/simd/dropout.cpp"
#include "hwy/foreach_target.h"

#include "engine/kernels/simd/dense.h"
#include "engine/kernels/simd/targets.h"
#include "engine/kernels/simd/vector-inl.h"

#if ENGINE_TARGET_HAS_VECTORS
HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {
namespace {

using WordTag = hn::Rebind<std::uint32_t, FloatTag>;
using Words = hn::Vec<WordTag>;
using ByteTag = hn::Rebind<std::uint8_t, FloatTag>;
constexpr WordTag kWord{};

struct Product {
  Words low, high;
};

// The 64-bit products of all lanes with a constant.
HWY_INLINE Product multiply(Words a, std::uint32_t constant) {
  const hn::RepartitionToWide<WordTag> wide;
  const Words b = hn::Set(kWord, constant);
  const auto even = hn::MulEven(a, b);
  const auto odd = hn::MulEven(hn::BitCast(kWord, hn::ShiftRight<32>(hn::BitCast(wide, a))), b);
  const Words evenWords = hn::BitCast(kWord, even), oddWords = hn::BitCast(kWord, odd);
  return {hn::OddEven(hn::BitCast(kWord, hn::ShiftLeft<32>(odd)), evenWords),
          hn::OddEven(oddWords, hn::BitCast(kWord, hn::ShiftRight<32>(even)))};
}

struct Counter {
  Words word[4];
};

HWY_INLINE Counter philox(Counter c, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < Philox::kRounds; ++round) {
    const Product product0 = multiply(c.word[0], Philox::kMultiplier0);
    const Product product1 = multiply(c.word[2], Philox::kMultiplier1);
    c = {{hn::Xor(hn::Xor(product1.high, c.word[1]), hn::Set(kWord, key0)), product1.low,
          hn::Xor(hn::Xor(product0.high, c.word[3]), hn::Set(kWord, key1)), product0.low}};
    key0 += Philox::kWeyl0;
    key1 += Philox::kWeyl1;
  }
  return c;
}

HWY_INLINE hn::Vec<ByteTag> keepBytes(Words words, float keepProbability) {
  constexpr std::uint32_t kExponentOfOne = 127u << 23;
  const Words mantissa = hn::And(words, hn::Set(kWord, 0x7FFFFFu));
  const Vector uniform = hn::Sub(
      hn::BitCast(kFloat, hn::Or(mantissa, hn::Set(kWord, kExponentOfOne))), hn::Set(kFloat, 1.0f));
  const auto keep =
      hn::Ge(hn::Add(hn::Set(kFloat, keepProbability), uniform), hn::Set(kFloat, 1.0f));
  return hn::U8FromU32(hn::IfThenElseZero(hn::RebindMask(kWord, keep), hn::Set(kWord, 1u)));
}

// kLanes blocks of the stream from index on: 4 * kLanes bytes.
HWY_INLINE void maskPiece(const Philox& random, std::uint64_t index, float keepProbability,
                          std::uint8_t* keep) {
  const auto seed = random.seedWords();
  const Words lanes = hn::Iota(kWord, 0u);
  const Words start = hn::Set(kWord, static_cast<std::uint32_t>(index));
  const Words low = hn::Add(start, lanes);
  const Words high = hn::Set(kWord, static_cast<std::uint32_t>(index >> 32));
  const Words carry = hn::IfThenElseZero(hn::Lt(low, start), hn::Set(kWord, 1u));
  const Counter c = philox(
      {{low, hn::Add(high, carry), hn::Set(kWord, seed.upper[0]), hn::Set(kWord, seed.upper[1])}},
      seed.key[0], seed.key[1]);
  hn::StoreInterleaved4(keepBytes(c.word[0], keepProbability),
                        keepBytes(c.word[1], keepProbability),
                        keepBytes(c.word[2], keepProbability),
                        keepBytes(c.word[3], keepProbability), ByteTag(), keep);
}

}  // namespace

void dropoutMask(const Philox& random, std::uint64_t base, float keepProbability, std::size_t count,
                 std::uint8_t* keep) noexcept {
  constexpr std::size_t kPiece = 4 * kLanes;
  std::size_t done = 0;
  for (; done + kPiece <= count; done += kPiece)
    maskPiece(random, base + done / 4, keepProbability, keep + done);
  if (done < count) {
    std::uint8_t rest[kPiece];
    maskPiece(random, base + done / 4, keepProbability, rest);
    for (std::size_t i = 0; done + i < count; ++i) keep[done + i] = rest[i];
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();
#endif
