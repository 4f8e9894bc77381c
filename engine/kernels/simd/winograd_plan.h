#pragma once

#include <algorithm>
#include <cstddef>

#include "engine/kernels/shapes.h"
#include "engine/kernels/simd/frame.h"

namespace engine {

/// Sizes and places of everything in a Winograd convolution with tiles of kTile x kTile outputs.
///
/// Of every patch, element f = row * patch + column goes into a matrix of its own, so that the
/// convolution becomes patch * patch matrix products:
///     V [f][tile][in]   times   U [f][in][out]   =   M [f][tile][out]
/// all of them in panels (panels.h), with the tiles of `group` images. One cache line more per f
/// keeps the matrices off the same cache sets.
struct WinogradPlan {
  static constexpr std::size_t kTile = 4;

  explicit WinogradPlan(const ConvStageShape& s)
      : in(s.inChannels),
        out(s.outChannels),
        patch(kTile + s.kernel - 1),
        elements(patch * patch),
        tilesDown((s.convHeight() + kTile - 1) / kTile),
        tilesAcross((s.convWidth() + kTile - 1) / kTile),
        tiles(tilesDown * tilesAcross),
        group(std::max<std::size_t>(1, groupTiles() / tiles)),
        rows(group * tiles),
        vStride(rows * in + kCacheLine),
        mStride(rows * out + kCacheLine),
        frame{.top = static_cast<std::size_t>(s.padTop()),
              .left = static_cast<std::size_t>(s.padLeft()),
              .height = (tilesDown - 1) * kTile + patch,
              .width = (tilesAcross - 1) * kTile + patch,
              .channels = in} {}

  std::size_t in, out;
  std::size_t patch, elements;
  std::size_t tilesDown, tilesAcross, tiles;
  std::size_t group;             ///< images whose tiles are multiplied together
  std::size_t rows;              ///< of V and M: their tiles
  std::size_t vStride, mStride;  ///< distance of the matrices, in floats
  Frame frame;                   ///< of the input

  // The map before the pool, with the outputs of the last tiles that nobody wants.
  std::size_t mapHeight() const { return tilesDown * kTile; }
  std::size_t mapWidth() const { return tilesAcross * kTile; }
  std::size_t mapSize() const { return mapHeight() * mapWidth() * out; }

  std::size_t filterSize() const { return elements * in * out; }

  // One thread's scratch memory: V | M | map | framed input | gradient of U.
  std::size_t mOffset() const { return elements * vStride; }
  std::size_t mapOffset() const { return mOffset() + elements * mStride; }
  std::size_t frameOffset() const { return mapOffset() + mapSize(); }
  std::size_t gradientOffset() const { return frameOffset() + frame.size(); }
  std::size_t scratchSize() const { return gradientOffset() + filterSize(); }

 private:
  static constexpr std::size_t kCacheLine = 16;
  // Enough rows for the filters, once read, to pay. Small ones stay in the second-level cache and
  // let V and M do so. Large ones come from farther away, and with many rows less often. Measured.
  std::size_t groupTiles() const {
    constexpr std::size_t kMebibyte = (std::size_t{1} << 20) / sizeof(float);
    return filterSize() <= kMebibyte ? 32 : filterSize() <= 4 * kMebibyte ? 64 : 256;
  }
};

}  // namespace engine
