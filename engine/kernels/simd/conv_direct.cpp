// Convolution without algebra: every multiplication of the definition, on the register tile. An
// image is copied into a frame of zeros, so that the inputs of an output pixel below one filter row
// are contiguous: kernel * inChannels floats.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/simd/conv_direct.cpp"
#include "hwy/foreach_target.h"

#include "engine/kernels/simd/conv.h"
#include "engine/kernels/simd/frame.h"
#include "engine/kernels/simd/pool-inl.h"
#include "engine/kernels/simd/targets.h"
#include "engine/kernels/simd/vector-inl.h"

#if ENGINE_TARGET_HAS_VECTORS
HWY_BEFORE_NAMESPACE();
namespace engine {
namespace HWY_NAMESPACE {
namespace {

// One row of a convolution: map[pixel] = sum over the filter rows of input * filter.
template <int kVectors>
struct ConvRow {
  const float* input;
  std::size_t inputRowStride, pixelStride;
  const float* filters;  // [kernel, rowDepth, outputs]
  int kernel;
  std::size_t rowDepth, outputs;
  float* map;

  template <int kRows>
  HWY_INLINE void rows(std::size_t first) const {
    Tile<kRows, kVectors> tile;
    tile.clear();
    for (int ky = 0; ky < kernel; ++ky)
      tile.multiplyAdd(input + ky * inputRowStride + first * pixelStride, pixelStride, 1,
                       filters + ky * rowDepth * outputs, outputs, rowDepth);
    tile.store(map + first * outputs, outputs);
  }
};

// The gradient of `taps` neighbouring rows of the filter, summed over all output pixels.
template <int kVectors>
struct FilterGradient {
  const float* input;  // below the first tap at output pixel (0, 0)
  std::size_t inputRowStep, pixelStride;
  const float* dMap;
  std::size_t height, width, outputs;
  bool accumulate;
  float* gradient;

  template <int kRows>
  HWY_INLINE void rows(std::size_t first) const {
    Tile<kRows, kVectors> tile;
    float* target = gradient + first * outputs;
    if (accumulate)
      tile.load(target, outputs);
    else
      tile.clear();
    for (std::size_t row = 0; row < height; ++row)
      tile.multiplyAdd(input + row * inputRowStep + first, 1, pixelStride,
                       dMap + row * width * outputs, outputs, width);
    tile.store(target, outputs);
  }
};

// Calls body.template columns<vectors>(first column) until all outputs are done.
template <typename Body>
HWY_INLINE void forEachColumns(std::size_t outputs, const Body& body) {
  std::size_t column = 0;
  for (; column + kTileVectors * kLanes <= outputs; column += kTileVectors * kLanes)
    body.template columns<kTileVectors>(column);
  for (; column < outputs; column += kLanes) body.template columns<1>(column);
}

// Row `row` of the map, all outputs.
struct ConvMapRow {
  const Frame& frame;
  const float* framed;
  const float* filters;
  int kernel, stride;
  std::size_t width, outputs;
  float* map;
  std::size_t row;

  template <int kVectors>
  HWY_INLINE void columns(std::size_t first) const {
    forEachRows<kTileRows>(
        ConvRow<kVectors>{framed + row * stride * frame.rowStride(), frame.rowStride(),
                          stride * frame.channels, filters + first, kernel, kernel * frame.channels,
                          outputs, map + row * width * outputs + first},
        width);
  }
};

// What rows firstRow .. firstRow + rowCount - 1 of the map's gradient add to that of the filters.
struct ConvFilterGradient {
  const ConvStageShape& shape;
  const Frame& frame;
  const float* framed;
  const float* dMap;
  std::size_t firstRow, rowCount;
  bool accumulate;
  float* gradient;

  template <int kVectors>
  HWY_INLINE void columns(std::size_t first) const {
    const auto outputs = static_cast<std::size_t>(shape.outChannels);
    const auto width = static_cast<std::size_t>(shape.convWidth());
    const std::size_t rowStep = shape.stride * frame.rowStride();
    const std::size_t rowDepth = shape.kernel * frame.channels;
    for (int ky = 0; ky < shape.kernel; ++ky)
      forEachRows<kTileRows>(
          FilterGradient<kVectors>{framed + ky * frame.rowStride() + firstRow * rowStep, rowStep,
                                   shape.stride * frame.channels,
                                   dMap + firstRow * width * outputs + first, rowCount, width,
                                   outputs, accumulate, gradient + ky * rowDepth * outputs + first},
          rowDepth);
  }
};

std::size_t roundUp(int channels) {
  return (channels + kBlock - 1) / kBlock * kBlock;
}

// The scratch memory of one thread. The gradient's frame and map follow the passes that need the
// input's.
struct Scratch {
  Scratch(const ConvStageShape& s, float* memory)
      : input(inputFrame(s)), gradient(gradientFrame(s)), map(memory), framed(map + s.convSize()) {}

  std::size_t size(const ConvStageShape& s) const {
    const std::size_t backward = gradient.size() + s.height * s.width * roundUp(s.inChannels);
    return s.convSize() + (input.size() > backward ? input.size() : backward);
  }

  Frame input, gradient;
  float* map;     // [H', W', out] before the pool, or its gradient
  float* framed;  // the input, or the gradient and behind it that for the input
};

}  // namespace

bool directSupports(const ConvStageShape& s) noexcept {
  return s.outChannels % kBlock == 0 && canPool(s.pool);
}

// Filters: [kernel, kernel, in, out] as they are, then turned by half a turn and transposed,
// [kernel, kernel, out, in rounded up].
ConvSizes directSizes(const ConvStageShape& s) noexcept {
  const std::size_t turned = s.weightCount() / s.inChannels * roundUp(s.inChannels);
  return {.filters = s.weightCount() + turned,
          .partial = s.weightCount() + s.outChannels,
          .scratch = Scratch(s, nullptr).size(s)};
}

void directPrepare(const ConvStageShape& s, const float* weights, float* filters) noexcept {
  std::memcpy(filters, weights, s.weightCount() * sizeof(float));
  float* turned = filters + s.weightCount();
  for (int tap = s.kernel * s.kernel - 1; tap >= 0; --tap)
    for (int out = 0; out < s.outChannels; ++out)
      for (std::size_t in = 0; in < roundUp(s.inChannels); ++in)
        *turned++ = in < static_cast<std::size_t>(s.inChannels)
                        ? weights[(tap * s.inChannels + in) * s.outChannels + out]
                        : 0.0f;
}

void directForward(const ConvStageShape& s, int images, const float* x, const float* filters,
                   const float* biases, float* y, std::uint8_t* winners, float* memory) noexcept {
  const Scratch scratch(s, memory);
  const auto height = static_cast<std::size_t>(s.convHeight());
  const auto width = static_cast<std::size_t>(s.convWidth());
  const auto outputs = static_cast<std::size_t>(s.outChannels);
  for (int image = 0; image < images; ++image) {
    fillFrame(scratch.input, s.height, s.width, x, scratch.framed);
    RowPooler pooler{s, {scratch.map, width * outputs}, biases, y, winners};
    for (std::size_t row = 0; row < height; ++row) {
      forEachColumns(outputs, ConvMapRow{scratch.input, scratch.framed, filters, s.kernel, s.stride,
                                         width, outputs, scratch.map, row});
      pooler.advance(static_cast<int>(row) + 1);
    }
    x += s.inputSize();
    y += s.outputSize();
    if (winners) winners += s.outputSize();
  }
}

void directBackward(const ConvStageShape& s, int images, const float* x, const float* filters,
                    const float* y, const std::uint8_t* winners, const float* dy, float* dx,
                    float* partial, float* memory) noexcept {
  const Scratch scratch(s, memory);
  const auto height = static_cast<std::size_t>(s.convHeight());
  const auto width = static_cast<std::size_t>(s.convWidth());
  const auto outputs = static_cast<std::size_t>(s.outChannels);
  const std::size_t inputs = roundUp(s.inChannels);
  float* biasGradient = partial + s.weightCount();
  std::memset(biasGradient, 0, outputs * sizeof(float));
  for (int image = 0; image < images; ++image) {
    fillFrame(scratch.input, s.height, s.width, x, scratch.framed);
    const Unpooler unpooler{s, y, winners, dy, {scratch.map, width * outputs}, biasGradient};
    const auto addGradient = [&](std::size_t firstRow, std::size_t rowCount) {
      forEachColumns(outputs,
                     ConvFilterGradient{s, scratch.input, scratch.framed, scratch.map, firstRow,
                                        rowCount, image > 0 || firstRow > 0, partial});
    };
    if (unpooler.isDisjoint()) {
      const auto step = static_cast<std::size_t>(s.pool.stride);
      unpooler.clear(height);
      for (int row = 0; row < s.outHeight(); ++row) {
        unpooler.row(row);
        addGradient(row * step, step);
      }
    } else {
      unpooler.all(height);
      addGradient(0, height);
    }
    if (dx) {
      float* dInput = scratch.framed + scratch.gradient.size();
      fillFrame(scratch.gradient, height, width, scratch.map, scratch.framed);
      for (std::size_t row = 0; row < static_cast<std::size_t>(s.height); ++row)
        forEachColumns(inputs, ConvMapRow{scratch.gradient, scratch.framed,
                                          filters + s.weightCount(), s.kernel, 1,
                                          static_cast<std::size_t>(s.width), inputs, dInput, row});
      for (int pixel = 0; pixel < s.height * s.width; ++pixel, dx += s.inChannels)
        std::memcpy(dx, dInput + pixel * inputs, s.inChannels * sizeof(float));
    }
    x += s.inputSize();
    y += s.outputSize();
    dy += s.outputSize();
    winners += s.outputSize();
  }
}

void sumGradients(const ConvStageShape& s, int partials, const float* partial,
                  float* weightGradient, float* biasGradient) noexcept {
  const std::size_t weights = s.weightCount(), stride = weights + s.outChannels;
  for (std::size_t i = 0; i < stride; i += kLanes) {
    Vector sum = hn::LoadU(kFloat, partial + i);
    for (int block = 1; block < partials; ++block)
      sum = hn::Add(sum, hn::LoadU(kFloat, partial + block * stride + i));
    hn::StoreU(sum, kFloat, i < weights ? weightGradient + i : biasGradient + (i - weights));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace engine
HWY_AFTER_NAMESPACE();
#endif
