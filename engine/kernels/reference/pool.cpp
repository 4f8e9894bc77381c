#include <algorithm>

#include "engine/kernels/reference/reference.h"

namespace engine::reference {
namespace {

// Offset of the upper left value of a pooling window.
std::size_t windowStart(const ConvStageShape& s, int row, int column) {
  return (static_cast<std::size_t>(row) * s.pool.stride * s.convWidth() +
          static_cast<std::size_t>(column) * s.pool.stride) *
         s.outChannels;
}

// Offset, from there, of place (row * window + column).
std::size_t placeOffset(const ConvStageShape& s, int place) {
  return (static_cast<std::size_t>(place / s.pool.window) * s.convWidth() +
          static_cast<std::size_t>(place % s.pool.window)) *
         s.outChannels;
}

}  // namespace

void maxPool(const ConvStageShape& s, const float* conv, float* y, std::uint8_t* winners) noexcept {
  const int places = s.pool.window * s.pool.window;
  for (int row = 0; row < s.outHeight(); ++row)
    for (int column = 0; column < s.outWidth(); ++column)
      for (int c = 0; c < s.outChannels; ++c, ++y) {
        const float* window = conv + windowStart(s, row, column) + c;
        int winner = 0;
        for (int place = 1; place < places; ++place)
          if (window[placeOffset(s, place)] > window[placeOffset(s, winner)]) winner = place;
        *y = window[placeOffset(s, winner)];
        if (winners) *winners++ = static_cast<std::uint8_t>(winner);
      }
}

void maxPoolReluBackward(const ConvStageShape& s, const float* y, const std::uint8_t* winners,
                         const float* dy, float* dConv) noexcept {
  std::fill_n(dConv, s.convSize(), 0.0f);
  for (int row = 0; row < s.outHeight(); ++row)
    for (int column = 0; column < s.outWidth(); ++column)
      for (int c = 0; c < s.outChannels; ++c, ++y, ++dy, ++winners)
        if (*y > 0.0f) dConv[windowStart(s, row, column) + placeOffset(s, *winners) + c] += *dy;
}

}  // namespace engine::reference
