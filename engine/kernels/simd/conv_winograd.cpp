// Convolution by Winograd's minimal filtering, F(4x4, 5x5) and F(4x4, 3x3). See winograd_plan.h for
// the data and winograd_matrices.h for the algebra. The backward passes are the exact adjoints of
// the forward formula:  dM = A dY A^T,  dU += V^T dM,  dV = dM U^T,  dX += B dV B^T.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/simd/conv_winograd.cpp"
#include "hwy/foreach_target.h"

#include <cstring>

#include "engine/kernels/simd/conv.h"
#include "engine/kernels/simd/matmul-inl.h"
#include "engine/kernels/simd/pool-inl.h"
#include "engine/kernels/simd/targets.h"
#include "engine/kernels/simd/tiles-inl.h"
#include "engine/kernels/simd/transform-inl.h"
#include "engine/kernels/simd/winograd_plan.h"

#if ENGINE_TARGET_HAS_VECTORS
HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {
namespace {

// U, in panels, from weights [kernel, kernel, rows, columns].
template <typename F>
HWY_INLINE void transformFilters(const float* weights, std::size_t rows, std::size_t columns,
                                 float* filters) {
  const std::size_t tap = rows * columns;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; column += kLanes)
      transform2d<F::kG>(LoadAt{weights + row * columns + column, F::kKernel * tap, tap},
                         StoreAt{filters + panelIndex(rows, row, column), F::kPatch * tap, tap});
}

// The passes of one shape.
template <typename F>
struct Winograd {
  const ConvStageShape& shape;
  WinogradPlan plan{shape};
  float *v, *m, *map, *framed, *du;

  Winograd(const ConvStageShape& s, float* scratch)
      : shape(s),
        v(scratch),
        m(scratch + plan.mOffset()),
        map(scratch + plan.mapOffset()),
        framed(scratch + plan.frameOffset()),
        du(scratch + plan.gradientOffset()) {}

  MapView mapView() const { return {map, plan.mapWidth() * plan.out}; }

  template <typename Access, typename Pointer>
  MatrixTiles<Access, Pointer> tilesIn(Pointer data, std::size_t stride, int image) const {
    return {data, stride, plan.patch, plan.tilesAcross, plan.rows, image * plan.tiles};
  }

  // V of one image of the group.
  void transformInput(int image, const float* x) const {
    fillFrame(plan.frame, shape.height, shape.width, x, framed);
    transformTiles<F::kBT>(
        plan, plan.in, ImageTiles<LoadAt, const float*>{framed, plan.frame.rowStride(), plan.in},
        tilesIn<StoreAt>(v, plan.vStride, image));
  }

  // The map of one image; the pooler follows.
  void transformOutput(int image, RowPooler pooler) const {
    for (std::size_t down = 0; down < plan.tilesDown; ++down) {
      transformTileRow<F::kAT>(plan, plan.out, down,
                               tilesIn<LoadAt>(static_cast<const float*>(m), plan.mStride, image),
                               ImageTiles<StoreAt, float*>{map, mapView().rowStride, plan.out});
      const std::size_t ready = (down + 1) * WinogradPlan::kTile;
      pooler.advance(static_cast<int>(ready));
    }
  }

  void transformOutputGradient(int image) const {
    transformTiles<winograd::kA<F>>(
        plan, plan.out, ImageTiles<LoadAt, const float*>{map, mapView().rowStride, plan.out},
        tilesIn<StoreAt>(m, plan.mStride, image));
  }

  // V holds dV by now. Neighbouring patches overlap, so the frame collects their sum.
  void transformInputGradient(int image, float* dx) const {
    std::memset(framed, 0, plan.frame.size() * sizeof(float));
    transformTiles<winograd::kB<F>>(
        plan, plan.in, tilesIn<LoadAt>(static_cast<const float*>(v), plan.vStride, image),
        ImageTiles<AddAt, float*>{framed, plan.frame.rowStride(), plan.in});
    const float* source =
        framed + plan.frame.top * plan.frame.rowStride() + plan.frame.left * plan.in;
    const std::size_t row = shape.width * plan.in;
    for (int y = 0; y < shape.height; ++y)
      std::memcpy(dx + y * row, source + y * plan.frame.rowStride(), row * sizeof(float));
  }

  void multiplyForward(std::size_t tiles, const float* u) const {
    for (std::size_t f = 0; f < plan.elements; ++f)
      matMul({tiles, plan.out, plan.in}, {v + f * plan.vStride, plan.rows},
             {u + f * plan.in * plan.out, plan.in}, {m + f * plan.mStride, plan.rows});
  }

  void multiplyFilterGradient(std::size_t tiles, bool accumulate) const {
    for (std::size_t f = 0; f < plan.elements; ++f)
      matMulTransposed({plan.in, plan.out, tiles}, {v + f * plan.vStride, plan.rows},
                       {m + f * plan.mStride, plan.rows}, {du + f * plan.in * plan.out, plan.in},
                       accumulate);
  }

  void multiplyInputGradient(std::size_t tiles, const float* ut) const {
    for (std::size_t f = 0; f < plan.elements; ++f)
      matMul({tiles, plan.in, plan.out}, {m + f * plan.mStride, plan.rows},
             {ut + f * plan.in * plan.out, plan.out}, {v + f * plan.vStride, plan.rows});
  }

  // The gradient [kernel, kernel, in, out] from that of U.
  void transformFilterGradient(float* gradient) const {
    const std::size_t tap = plan.in * plan.out;
    for (std::size_t in = 0; in < plan.in; ++in)
      for (std::size_t out = 0; out < plan.out; out += kLanes)
        transform2d<winograd::kGT<F>>(
            LoadAt{du + panelIndex(plan.in, in, out), F::kPatch * tap, tap},
            StoreAt{gradient + in * plan.out + out, F::kKernel * tap, tap});
  }

  void forward(int images, const float* x, const float* u, const float* biases, float* y,
               std::uint8_t* winners) const {
    for (int first = 0; first < images; first += static_cast<int>(plan.group)) {
      const int count = groupSize(images, first);
      for (int i = 0; i < count; ++i) transformInput(i, x + i * shape.inputSize());
      multiplyForward(count * plan.tiles, u);
      for (int i = 0; i < count; ++i) {
        const std::size_t offset = i * shape.outputSize();
        transformOutput(
            i, {shape, mapView(), biases, y + offset, winners ? winners + offset : nullptr});
      }
      x += count * shape.inputSize();
      y += count * shape.outputSize();
      if (winners) winners += count * shape.outputSize();
    }
  }

  void backward(int images, const float* x, const float* ut, const float* y,
                const std::uint8_t* winners, const float* dy, float* dx, float* partial) const {
    float* biasGradient = partial + shape.weightCount();
    std::memset(biasGradient, 0, plan.out * sizeof(float));
    for (int first = 0; first < images; first += static_cast<int>(plan.group)) {
      const int count = groupSize(images, first);
      for (int i = 0; i < count; ++i) {
        const std::size_t offset = (first + i) * shape.outputSize();
        Unpooler{shape, y + offset, winners + offset, dy + offset, mapView(), biasGradient}.all(
            plan.mapHeight());
        transformOutputGradient(i);
        // Transforming the input again is cheaper than having kept V of the forward pass.
        transformInput(i, x + (first + i) * shape.inputSize());
      }
      multiplyFilterGradient(count * plan.tiles, first > 0);
      if (!dx) continue;
      multiplyInputGradient(count * plan.tiles, ut);
      for (int i = 0; i < count; ++i)
        transformInputGradient(i, dx + (first + i) * shape.inputSize());
    }
    transformFilterGradient(partial);
  }

  int groupSize(int images, int first) const {
    const int left = images - first;
    return left < static_cast<int>(plan.group) ? left : static_cast<int>(plan.group);
  }
};

}  // namespace

bool winogradSupports(const ConvStageShape& s) noexcept {
  return (s.kernel == 5 || s.kernel == 3) && s.stride == 1 && s.inChannels % (2 * kBlock) == 0 &&
         s.outChannels % (2 * kBlock) == 0 && canPool(s.pool);
}

// Filters: U [f, in, out], then its transpose UT [f, out, in], both in panels, then room for
// transposed weights.
ConvSizes winogradSizes(const ConvStageShape& s) noexcept {
  const WinogradPlan plan(s);
  return {.filters = 2 * plan.filterSize() + s.weightCount(),
          .partial = s.weightCount() + s.outChannels,
          .scratch = plan.scratchSize()};
}

void winogradPrepare(const ConvStageShape& s, const float* weights, float* filters) noexcept {
  const WinogradPlan plan(s);
  float* ut = filters + plan.filterSize();
  float* transposed = ut + plan.filterSize();
  for (int tap = 0; tap < s.kernel * s.kernel; ++tap)
    for (std::size_t in = 0; in < plan.in; ++in)
      for (std::size_t out = 0; out < plan.out; ++out)
        transposed[(tap * plan.out + out) * plan.in + in] =
            weights[(tap * plan.in + in) * plan.out + out];
  const auto transformBoth =
      s.kernel == 5 ? transformFilters<winograd::F4x5> : transformFilters<winograd::F4x3>;
  transformBoth(weights, plan.in, plan.out, filters);
  transformBoth(transposed, plan.out, plan.in, ut);
}

void winogradForward(const ConvStageShape& s, int images, const float* x, const float* filters,
                     const float* biases, float* y, std::uint8_t* winners,
                     float* scratch) noexcept {
  if (s.kernel == 5)
    Winograd<winograd::F4x5>(s, scratch).forward(images, x, filters, biases, y, winners);
  else
    Winograd<winograd::F4x3>(s, scratch).forward(images, x, filters, biases, y, winners);
}

void winogradBackward(const ConvStageShape& s, int images, const float* x, const float* filters,
                      const float* y, const std::uint8_t* winners, const float* dy, float* dx,
                      float* partial, float* scratch) noexcept {
  const float* ut = filters + WinogradPlan(s).filterSize();
  if (s.kernel == 5)
    Winograd<winograd::F4x5>(s, scratch).backward(images, x, ut, y, winners, dy, dx, partial);
  else
    Winograd<winograd::F4x3>(s, scratch).backward(images, x, ut, y, winners, dy, dx, partial);
}

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();
#endif
