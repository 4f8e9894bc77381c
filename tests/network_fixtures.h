#pragma once

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/nn/network.h"

/// What the tests of the network and the trainer share.

using Bytes = std::vector<std::uint8_t>;

inline Bytes randomBytes(std::size_t count, unsigned limit, unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes(count);
  for (std::uint8_t& byte : bytes) byte = std::uint8_t(random() % limit);
  return bytes;
}

inline bool sameBits(const engine::Weights& a, const engine::Weights& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return x.name == y.name && x.tensor.shape() == y.tensor.shape() &&
           std::memcmp(x.tensor.data(), y.tensor.data(), x.tensor.values().size_bytes()) == 0;
  });
}

/// 8x8 -> 4x4x4 -> 2x2x8 -> 16 with dropout -> 10.
inline engine::NetworkSpec smallSpec() {
  const auto conv = [](int side, int in, int out) {
    return engine::ConvStageShape{side, side, in, out, 5, 1, {2, 2}};
  };
  return {.conv = {{"conv1", conv(8, 1, 4), 0.05f}, {"conv2", conv(4, 4, 8), 0.1f}},
          .dense = {{"fc1", {32, 16}, true, true, 0.1f}, {"fc2", {16, 10}, false, false, 0.2f}},
          .initialStddev = 0.3f};
}

constexpr std::size_t kSmallImage = 64;

inline engine::StepRule stepRule(float learningRate = 0.01f) {
  return {.momentum = {.learningRate = learningRate, .momentum = 0.9f, .weightDecay = 0.125f},
          .keepProbability = 0.5f,
          .dropout = engine::Philox(7),
          .dropoutCounter = 12345};
}

/// The small network with a pool of its own, ready to train on random images.
struct Small {
  explicit Small(const engine::Kernels& kernels = engine::selectKernels())
      : network(smallSpec(), kernels, pool, 11) {
    network.initialize(1);
  }
  engine::StepResult train(const engine::StepRule& rule = stepRule()) {
    return network.train(pixels, labels, rule);
  }

  engine::ThreadPool pool{2};
  engine::Network network;
  Bytes pixels = randomBytes(11 * kSmallImage, 256, 1), labels = randomBytes(11, 10, 2);
};
