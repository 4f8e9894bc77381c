#include "engine/tensor/philox.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace engine {
namespace {

// Hands out the words of consecutive blocks one at a time.
class WordStream {
 public:
  WordStream(const Philox& random, std::uint64_t index) : m_random(random), m_index(index) {}

  std::uint32_t next() {
    if (m_used == m_block.size()) {
      m_block = m_random(m_index++);
      m_used = 0;
    }
    return m_block[m_used++];
  }

 private:
  const Philox& m_random;
  std::uint64_t m_index;
  Philox::Block m_block{};
  std::size_t m_used = m_block.size();
};

// Box and Muller's pair of normal values, in the order in which TensorFlow uses them.
std::array<float, 2> normalPair(std::uint32_t word1, std::uint32_t word2) {
  constexpr float kSmallest = 1.0e-7f;  // keeps the logarithm finite
  const float u1 = std::max(uniformFloat(word1), kSmallest);
  const float angle = 2.0f * std::numbers::pi_v<float> * uniformFloat(word2);
  const float radius = std::sqrt(-2.0f * std::log(u1));
  return {radius * std::sin(angle), radius * std::cos(angle)};
}

}  // namespace

Philox::Block Philox::operator()(std::uint64_t index) const noexcept {
  Block counter{low(index), high(index), m_seed.upper[0], m_seed.upper[1]};
  auto key = m_seed.key;
  for (int round = 0; round < kRounds; ++round) {
    if (round > 0) {
      key[0] += kWeyl0;
      key[1] += kWeyl1;
    }
    const std::uint64_t product0 = std::uint64_t{kMultiplier0} * counter[0];
    const std::uint64_t product1 = std::uint64_t{kMultiplier1} * counter[2];
    counter = {high(product1) ^ counter[1] ^ key[0], low(product1),
               high(product0) ^ counter[3] ^ key[1], low(product0)};
  }
  return counter;
}

float uniformFloat(std::uint32_t word) noexcept {
  constexpr std::uint32_t kExponentOfOne = 127u << 23;
  return std::bit_cast<float>(kExponentOfOne | (word & 0x7FFFFFu)) - 1.0f;
}

void fillTruncatedNormal(const Philox& random, float stddev, std::span<float> values) noexcept {
  constexpr std::size_t kGroup = 4;
  constexpr float kLimit = 2.0f;
  for (std::size_t first = 0; first < values.size(); first += kGroup) {
    // Every group has its own range of the counter, so that its values do not depend on how many
    // candidates other groups rejected.
    WordStream words(random, first / kGroup * kReservedPerOutput);
    const std::size_t last = std::min(first + kGroup, values.size());
    for (std::size_t i = first; i < last;) {
      const std::uint32_t word1 = words.next();
      const std::uint32_t word2 = words.next();
      for (const float candidate : normalPair(word1, word2))
        if (std::abs(candidate) < kLimit && i < last) values[i++] = candidate * stddev;
    }
  }
}

}  // namespace engine
