#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/kernels/shapes.h"

/// The layers once more, in double and as plain loops that share nothing with the engine but the
/// shapes: what the tests of kernels and network compare with. Layouts are the engine's.
namespace naive {

using Values = std::vector<double>;
using engine::ConvStageShape;
using engine::DenseShape;

/// Calls visit(x index, weight index, y index) for every product of a SAME convolution.
template <typename Visit>
void forEachProduct(const ConvStageShape& s, int images, Visit visit) {
  const auto outputs = [&](int size) { return (size + s.stride - 1) / s.stride; };
  const auto padding = [&](int size) {
    return std::max(0, (outputs(size) - 1) * s.stride + s.kernel - size) / 2;
  };
  std::size_t y = 0;
  for (int n = 0; n < images; ++n)
    for (int row = 0; row < outputs(s.height); ++row)
      for (int column = 0; column < outputs(s.width); ++column)
        for (int out = 0; out < s.outChannels; ++out, ++y)
          for (int ky = 0; ky < s.kernel; ++ky)
            for (int kx = 0; kx < s.kernel; ++kx) {
              const int inRow = row * s.stride + ky - padding(s.height);
              const int inColumn = column * s.stride + kx - padding(s.width);
              if (inRow < 0 || inRow >= s.height || inColumn < 0 || inColumn >= s.width) continue;
              const std::size_t pixel = std::size_t(n * s.height + inRow) * s.width + inColumn;
              for (int in = 0; in < s.inChannels; ++in)
                visit(pixel * s.inChannels + in,
                      std::size_t((ky * s.kernel + kx) * s.inChannels + in) * s.outChannels + out,
                      y);
            }
}

struct Pooled {
  Values y;
  std::vector<int> winners;            ///< row * window + column; the first of equals
  std::vector<std::size_t> positions;  ///< where in the convolution each winner lies
};

/// Convolution, bias, ReLU and max pool.
inline Pooled convStage(const ConvStageShape& s, int images, const Values& x, const Values& weights,
                        const Values& biases) {
  Values conv(images * s.convSize());
  for (std::size_t i = 0; i < conv.size(); ++i) conv[i] = biases[i % std::size_t(s.outChannels)];
  forEachProduct(s, images, [&](std::size_t in, std::size_t weight, std::size_t out) {
    conv[out] += x[in] * weights[weight];
  });
  for (double& value : conv) value = std::max(0.0, value);

  Pooled pooled;
  for (int n = 0; n < images; ++n)
    for (int row = 0; row + s.pool.window <= s.convHeight(); row += s.pool.stride)
      for (int column = 0; column + s.pool.window <= s.convWidth(); column += s.pool.stride)
        for (int channel = 0; channel < s.outChannels; ++channel) {
          std::size_t best = 0;
          int winner = -1;
          for (int place = 0; place < s.pool.window * s.pool.window; ++place) {
            const int convRow = n * s.convHeight() + row + place / s.pool.window;
            const int convColumn = column + place % s.pool.window;
            const std::size_t at =
                std::size_t(convRow * s.convWidth() + convColumn) * s.outChannels + channel;
            if (winner >= 0 && conv[at] <= conv[best]) continue;
            best = at;
            winner = place;
          }
          pooled.y.push_back(conv[best]);
          pooled.winners.push_back(winner);
          pooled.positions.push_back(best);
        }
  return pooled;
}

struct ConvGradients {
  Values weights, biases, x;
};

inline ConvGradients convStageBackward(const ConvStageShape& s, int images, const Values& x,
                                       const Values& weights, const Pooled& forward,
                                       const Values& dy) {
  Values dConv(images * s.convSize());
  for (std::size_t i = 0; i < dy.size(); ++i)
    if (forward.y[i] > 0) dConv[forward.positions[i]] += dy[i];

  ConvGradients gradients{Values(s.weightCount()), Values(s.outChannels),
                          Values(images * s.inputSize())};
  for (std::size_t i = 0; i < dConv.size(); ++i)
    gradients.biases[i % std::size_t(s.outChannels)] += dConv[i];
  forEachProduct(s, images, [&](std::size_t in, std::size_t weight, std::size_t out) {
    gradients.weights[weight] += x[in] * dConv[out];
    gradients.x[in] += weights[weight] * dConv[out];
  });
  return gradients;
}

/// x W + b
inline Values dense(const DenseShape& s, int images, const Values& x, const Values& weights,
                    const Values& biases) {
  Values y(std::size_t(images) * s.outputs);
  for (int n = 0; n < images; ++n)
    for (int out = 0; out < s.outputs; ++out) {
      double& sum = y[std::size_t(n * s.outputs + out)];
      sum = biases[std::size_t(out)];
      for (int in = 0; in < s.inputs; ++in)
        sum += x[std::size_t(n * s.inputs + in)] * weights[std::size_t(in * s.outputs + out)];
    }
  return y;
}

/// Mean cross-entropy of softmax(logits [N, classes]).
inline double crossEntropy(int classes, const Values& logits,
                           const std::vector<std::uint8_t>& labels) {
  double loss = 0;
  for (std::size_t n = 0; n < labels.size(); ++n) {
    const double* row = logits.data() + n * classes;
    double sum = 0;
    for (int i = 0; i < classes; ++i) sum += std::exp(row[i] - row[labels[n]]);
    loss += std::log(sum);
  }
  return loss / double(labels.size());
}

}  // namespace naive
