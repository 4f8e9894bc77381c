#include "engine/data/distortion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/tensor/philox.h"

namespace engine {
namespace {

constexpr float kTurn = 12 * std::numbers::pi_v<float> / 180;
constexpr float kSlant = 0.2f;
constexpr float kScale = 0.14f;   // of the logarithm
constexpr float kShift = 1.5f;    // pixels
constexpr float kElastic = 3.0f;  // pixels, of a control value; the spline halves it
constexpr float kGridStep = 7;    // pixels
constexpr float kCentre = (kImageSide - 1) / 2.0f;

// Any key that nothing else of a run uses.
constexpr std::uint64_t kKey = Philox::kGraphSeed ^ 0x64697374;
constexpr std::uint64_t kBlocksPerImage = 32;

// Numbers in [-1, 1) in a row.
class Uniform {
 public:
  Uniform(std::uint64_t seed, std::uint64_t index) noexcept
      : m_random(seed, kKey), m_next(index * kBlocksPerImage) {}

  float operator()() noexcept {
    if (m_used == 4) {
      m_block = m_random(m_next++);
      m_used = 0;
    }
    return 2 * uniformFloat(m_block[static_cast<std::size_t>(m_used++)]) - 1;
  }

 private:
  Philox m_random;
  std::uint64_t m_next;
  Philox::Block m_block{};
  int m_used = 4;
};

// Of the way back, from a pixel of the result to its place in the original.
struct Affine {
  float xx, xy, yx, yy, shiftX, shiftY;

  explicit Affine(Uniform& random) noexcept {
    const float angle = kTurn * random();
    const float slant = kSlant * random();
    const float scaleX = std::exp(kScale * random());
    const float scaleY = std::exp(kScale * random());
    xx = scaleX * std::cos(angle);
    xy = scaleX * (slant * std::cos(angle) - std::sin(angle));
    yx = scaleY * std::sin(angle);
    yy = scaleY * (slant * std::sin(angle) + std::cos(angle));
    shiftX = kCentre + kShift * random();
    shiftY = kCentre + kShift * random();
  }
};

// With a border of background, so that no place has to be looked at twice.
class Framed {
 public:
  explicit Framed(std::span<const std::uint8_t> pixels) noexcept {
    for (int y = 0; y < kImageSide; ++y)
      std::ranges::copy(pixels.subspan(static_cast<std::size_t>(y) * kImageSide, kImageSide),
                        m_values.begin() + (y + 1) * kSide + 1);
  }

  // Bilinear; background outside.
  float at(float x, float y) const noexcept {
    x = std::clamp(x + 1, 0.0f, kSide - 1.001f);
    y = std::clamp(y + 1, 0.0f, kSide - 1.001f);
    const int column = static_cast<int>(x);
    const int row = static_cast<int>(y);
    const float right = x - static_cast<float>(column);
    const float down = y - static_cast<float>(row);
    const float* place = m_values.data() + row * kSide + column;
    const float above = place[0] + right * (place[1] - place[0]);
    const float below = place[kSide] + right * (place[kSide + 1] - place[kSide]);
    return above + down * (below - above);
  }

 private:
  static constexpr int kSide = kImageSide + 2;
  std::array<float, kSide * kSide> m_values{};
};

}  // namespace

Distortion::Distortion(std::uint64_t seed) noexcept : m_seed(seed) {
  for (int i = 0; i < kImageSide; ++i) {
    const float place = static_cast<float>(i) / kGridStep;
    const float t = place - std::floor(place);
    const float u = 1 - t;
    m_splines[static_cast<std::size_t>(i)] = {static_cast<int>(place),
                                              {u * u * u / 6, (3 * t * t * t - 6 * t * t + 4) / 6,
                                               (3 * u * u * u - 6 * u * u + 4) / 6, t * t * t / 6}};
  }
}

void Distortion::apply(std::span<const std::uint8_t> in, std::span<std::uint8_t> out,
                       std::uint64_t index) const noexcept {
  Uniform random(m_seed, index);
  const Affine affine(random);
  const Framed original(in);
  std::array<std::array<float, kGrid>, kGrid> moveX, moveY;
  for (auto& row : moveX)
    for (float& value : row) value = kElastic * random();
  for (auto& row : moveY)
    for (float& value : row) value = kElastic * random();

  std::uint8_t* pixel = out.data();
  for (int y = 0; y < kImageSide; ++y) {
    const Spline& down = m_splines[static_cast<std::size_t>(y)];
    std::array<float, kGrid> rowX{}, rowY{};
    for (int i = 0; i < 4; ++i)
      for (int column = 0; column < kGrid; ++column) {
        rowX[column] += down.shares[i] * moveX[down.first + i][column];
        rowY[column] += down.shares[i] * moveY[down.first + i][column];
      }
    const float dy = static_cast<float>(y) - kCentre;
    for (int x = 0; x < kImageSide; ++x) {
      const Spline& across = m_splines[static_cast<std::size_t>(x)];
      const float dx = static_cast<float>(x) - kCentre;
      float fromX = affine.xx * dx + affine.xy * dy + affine.shiftX;
      float fromY = affine.yx * dx + affine.yy * dy + affine.shiftY;
      for (int i = 0; i < 4; ++i) {
        fromX += across.shares[i] * rowX[across.first + i];
        fromY += across.shares[i] * rowY[across.first + i];
      }
      *pixel++ = static_cast<std::uint8_t>(original.at(fromX, fromY) + 0.5f);
    }
  }
}

}  // namespace engine
