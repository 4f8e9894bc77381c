#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace engine {

/// The counter-based generator Philox 4x32 with 10 rounds (Salmon et al., "Parallel random numbers:
/// as easy as 1, 2, 3", 2011), keyed as TensorFlow keys it: the graph seed is the key, the op seed
/// fills the upper half of the counter, and the lower half is a running index.
class Philox {
 public:
  using Block = std::array<std::uint32_t, 4>;

  /// TensorFlow's default graph seed.
  static constexpr std::uint64_t kGraphSeed = 87654321;

  explicit Philox(std::uint64_t opSeed, std::uint64_t graphSeed = kGraphSeed) noexcept
      : m_seed{{low(graphSeed), high(graphSeed)}, {low(opSeed), high(opSeed)}} {}

  /// The four words at a counter index. Any index may be asked for in any order.
  Block operator()(std::uint64_t index) const noexcept;

  // For versions of the generator that make many blocks at once.
  static constexpr std::uint32_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
  static constexpr std::uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
  static constexpr int kRounds = 10;
  struct SeedWords {
    std::array<std::uint32_t, 2> key;    ///< of the first round
    std::array<std::uint32_t, 2> upper;  ///< words 2 and 3 of the counter
  };
  const SeedWords& seedWords() const noexcept { return m_seed; }

 private:
  static constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  static constexpr std::uint32_t high(std::uint64_t x) {
    return static_cast<std::uint32_t>(x >> 32);
  }

  SeedWords m_seed;
};

/// The low 23 bits as a float in [0, 1).
float uniformFloat(std::uint32_t word) noexcept;

/// Fills values as tf.truncated_normal(mean 0) does on a CPU: normal values beyond two standard
/// deviations are drawn again. stddev is the one before truncation.
void fillTruncatedNormal(const Philox& random, float stddev, std::span<float> values) noexcept;

/// Counter indices that TensorFlow reserves for each output of a random op, whether used or not.
inline constexpr std::uint64_t kReservedPerOutput = 256;

}  // namespace engine
