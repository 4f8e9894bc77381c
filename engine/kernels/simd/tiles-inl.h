// Where the tiles of a Winograd convolution lie, in an image and in the matrices of
// winograd_plan.h.

#if defined(ENGINE_KERNELS_SIMD_TILES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ENGINE_KERNELS_SIMD_TILES_INL_H_
#undef ENGINE_KERNELS_SIMD_TILES_INL_H_
#else
#define ENGINE_KERNELS_SIMD_TILES_INL_H_
#endif

#include "engine/kernels/simd/panels.h"
#include "engine/kernels/simd/transform-inl.h"
#include "engine/kernels/simd/vector-inl.h"
#include "engine/kernels/simd/winograd_plan.h"

HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {

/// Element (row, column) of a patch is the vector at data + row * rowStride + column *
/// columnStride.
struct LoadAt {
  const float* data;
  std::size_t rowStride, columnStride;
  HWY_INLINE Vector operator()(std::size_t row, std::size_t column) const {
    return hn::LoadU(kFloat, data + row * rowStride + column * columnStride);
  }
};

struct StoreAt {
  float* data;
  std::size_t rowStride, columnStride;
  HWY_INLINE void operator()(std::size_t row, std::size_t column, Vector v) const {
    hn::StoreU(v, kFloat, data + row * rowStride + column * columnStride);
  }
};

struct AddAt {
  float* data;
  std::size_t rowStride, columnStride;
  HWY_INLINE void operator()(std::size_t row, std::size_t column, Vector v) const {
    float* target = data + row * rowStride + column * columnStride;
    hn::StoreU(hn::Add(hn::LoadU(kFloat, target), v), kFloat, target);
  }
};

/// Applies a 2-D transform to kPanel channels of a row of tiles, to all of that row, or to all of
/// an image. From and To say where the element (0, 0) of a tile's vector of channels lies and how
/// elements follow.
template <const auto& M, typename From, typename To>
HWY_INLINE void transformTilePanel(const WinogradPlan& plan, std::size_t firstChannel,
                                   std::size_t down, const From& from, const To& to) {
  for (std::size_t across = 0; across < plan.tilesAcross; ++across)
    for (std::size_t c = firstChannel; c < firstChannel + kPanel; c += kLanes)
      transform2d<M>(from(down, across, c), to(down, across, c));
}

template <const auto& M, typename From, typename To>
HWY_INLINE void transformTileRow(const WinogradPlan& plan, std::size_t channels, std::size_t down,
                                 const From& from, const To& to) {
  for (std::size_t c = 0; c < channels; c += kPanel) transformTilePanel<M>(plan, c, down, from, to);
}

template <const auto& M, typename From, typename To>
HWY_INLINE void transformTiles(const WinogradPlan& plan, std::size_t channels, const From& from,
                               const To& to) {
  for (std::size_t c = 0; c < channels; c += kPanel)
    for (std::size_t down = 0; down < plan.tilesDown; ++down)
      transformTilePanel<M>(plan, c, down, from, to);
}

/// Tiles inside an image: kTile rows and columns apart.
template <typename Access, typename Pointer>
struct ImageTiles {
  Pointer data;
  std::size_t rowStride, channels;
  HWY_INLINE Access operator()(std::size_t down, std::size_t across, std::size_t c) const {
    constexpr std::size_t kTile = WinogradPlan::kTile;
    return {data + down * kTile * rowStride + across * kTile * channels + c, rowStride, channels};
  }
};

/// Tiles inside the matrices, which are in panels: element f of a tile lies in matrix f, the tiles
/// of an image in the rows from firstTile on.
template <typename Access, typename Pointer>
struct MatrixTiles {
  Pointer data;
  std::size_t matrixStride, patch, tilesAcross, rows, firstTile;
  HWY_INLINE Access operator()(std::size_t down, std::size_t across, std::size_t c) const {
    return {data + panelIndex(rows, firstTile + down * tilesAcross + across, c),
            patch * matrixStride, matrixStride};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();

#endif
