#pragma once

#include <cstddef>

namespace engine {

/// A max pool of window x window at the given stride, VALID padding; window 1 means none.
struct PoolShape {
  int window = 1;
  int stride = 1;

  constexpr int output(int input) const { return (input - window) / stride + 1; }
};

/// A square convolution with SAME padding, bias and ReLU, followed by a max pool.
struct ConvStageShape {
  int height = 0, width = 0;  ///< of the input
  int inChannels = 0, outChannels = 0;
  int kernel = 0, stride = 1;
  PoolShape pool;

  // TensorFlow's SAME: output = ceil(input / stride); where the padding is odd, the end gets more.
  constexpr int convHeight() const { return (height + stride - 1) / stride; }
  constexpr int convWidth() const { return (width + stride - 1) / stride; }
  constexpr int padTop() const { return padBefore(height, convHeight()); }
  constexpr int padLeft() const { return padBefore(width, convWidth()); }

  constexpr int outHeight() const { return pool.output(convHeight()); }
  constexpr int outWidth() const { return pool.output(convWidth()); }

  constexpr std::size_t inputSize() const {
    return static_cast<std::size_t>(height) * width * inChannels;
  }
  constexpr std::size_t convSize() const {
    return static_cast<std::size_t>(convHeight()) * convWidth() * outChannels;
  }
  constexpr std::size_t outputSize() const {
    return static_cast<std::size_t>(outHeight()) * outWidth() * outChannels;
  }
  constexpr std::size_t patchSize() const {
    return static_cast<std::size_t>(kernel) * kernel * inChannels;
  }
  constexpr std::size_t weightCount() const { return patchSize() * outChannels; }

 private:
  constexpr int padBefore(int input, int output) const {
    const int total = (output - 1) * stride + kernel - input;
    return total > 0 ? total / 2 : 0;
  }
};

/// Memory that a convolution stage needs beside its activations, in floats.
struct ConvSizes {
  std::size_t filters = 0;  ///< weights as the passes read them; one per stage
  std::size_t partial = 0;  ///< one per block of images
  std::size_t scratch = 0;  ///< one per thread
};

/// y [N, outputs] = x [N, inputs] W [inputs, outputs] + b.
struct DenseShape {
  int inputs = 0, outputs = 0;

  constexpr std::size_t weightCount() const { return static_cast<std::size_t>(inputs) * outputs; }
};

}  // namespace engine
