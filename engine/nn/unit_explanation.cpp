#include "engine/nn/unit_explanation.h"

#include <algorithm>

namespace engine {
namespace {

float at(const Tensor& map, int row, int column, int channel) {
  return map.data()[(row * map.shape()[1] + column) * map.shape()[2] + channel];
}

void finish(UnitExplanation& result) {
  result.sum = result.bias;
  for (const UnitExplanation::Term& term : result.terms) result.sum += term.product();
  result.output = result.hasRelu ? std::max(result.sum, 0.0f) : result.sum;
}

UnitExplanation explainConv(const ActivationTracer& tracer, std::size_t stage,
                            const NetworkUnit& unit) {
  const auto& [name, shape, initialBias] = tracer.spec().conv[stage];
  const NetworkLayer below = stage == 0 ? NetworkLayer::Input : NetworkLayer::Pool1;
  const Tensor& input = valuesOf(tracer.activations(), below);
  const float* weight = tracer.parameter(name + "_weights").data() + unit.channel;
  UnitExplanation result;
  result.hasRelu = true;
  result.bias = tracer.parameter(name + "_biases").data()[unit.channel];
  for (int ky = 0; ky < shape.kernel; ++ky)
    for (int kx = 0; kx < shape.kernel; ++kx)
      for (int c = 0; c < shape.inChannels; ++c, weight += shape.outChannels) {
        const int row = unit.row + ky - shape.padTop(), column = unit.column + kx - shape.padLeft();
        if (row >= 0 && row < shape.height && column >= 0 && column < shape.width)
          result.terms.push_back({{below, row, column, c}, at(input, row, column, c), *weight});
      }
  finish(result);
  return result;
}

UnitExplanation explainPool(const ActivationTracer& tracer, std::size_t stage,
                            const NetworkUnit& unit) {
  const PoolShape& pool = tracer.spec().conv[stage].shape.pool;
  const NetworkLayer below = stage == 0 ? NetworkLayer::Conv1 : NetworkLayer::Conv2;
  UnitExplanation result;
  for (int y = 0; y < pool.window; ++y)
    for (int x = 0; x < pool.window; ++x) {
      const int row = unit.row * pool.stride + y, column = unit.column * pool.stride + x;
      result.terms.push_back({{below, row, column, unit.channel},
                              at(valuesOf(tracer.activations(), below), row, column, unit.channel),
                              0});
    }
  std::ranges::max_element(result.terms, {}, &UnitExplanation::Term::input)->weight = 1;
  finish(result);
  return result;
}

UnitExplanation explainDense(const ActivationTracer& tracer, const std::string& name,
                             NetworkLayer below, const NetworkUnit& unit, bool relu) {
  const Tensor& input = valuesOf(tracer.activations(), below);
  const Tensor& weights = tracer.parameter(name + "_weights");
  const auto outputs = static_cast<int>(weights.shape()[1]);
  const int channels = static_cast<int>(input.shape().back());
  const int width = input.shape().size() == 3 ? static_cast<int>(input.shape()[1]) : 1;
  UnitExplanation result;
  result.hasRelu = relu;
  result.bias = tracer.parameter(name + "_biases").data()[unit.channel];
  for (int i = 0; i < static_cast<int>(input.size()); ++i) {
    const int place = i / channels;
    result.terms.push_back({{below, place / width, place % width, i % channels},
                            input.data()[i],
                            weights.data()[i * outputs + unit.channel]});
  }
  finish(result);
  return result;
}

}  // namespace

const Tensor& valuesOf(const Activations& activations, NetworkLayer layer) {
  switch (layer) {
    case NetworkLayer::Input:
      return activations.input;
    case NetworkLayer::Conv1:
      return activations.conv[0];
    case NetworkLayer::Pool1:
      return activations.pooled[0];
    case NetworkLayer::Conv2:
      return activations.conv[1];
    case NetworkLayer::Pool2:
      return activations.pooled[1];
    case NetworkLayer::Hidden:
      return activations.hidden;
    case NetworkLayer::Output:
      break;
  }
  return activations.logits;
}

UnitExplanation explain(const ActivationTracer& tracer, const NetworkUnit& unit) {
  switch (unit.layer) {
    case NetworkLayer::Input:
      break;
    case NetworkLayer::Conv1:
      return explainConv(tracer, 0, unit);
    case NetworkLayer::Pool1:
      return explainPool(tracer, 0, unit);
    case NetworkLayer::Conv2:
      return explainConv(tracer, 1, unit);
    case NetworkLayer::Pool2:
      return explainPool(tracer, 1, unit);
    case NetworkLayer::Hidden:
      return explainDense(tracer, "fc1", NetworkLayer::Pool2, unit, true);
    case NetworkLayer::Output:
      return explainDense(tracer, "fc2", NetworkLayer::Hidden, unit, false);
  }
  UnitExplanation pixel;
  pixel.sum = pixel.output = at(tracer.activations().input, unit.row, unit.column, 0);
  return pixel;
}

ReceptiveField receptiveField(const NetworkSpec& spec, const NetworkUnit& unit) {
  switch (unit.layer) {
    case NetworkLayer::Input:
      return {unit.row, unit.column, 1};
    case NetworkLayer::Conv1:
      return receptiveField(spec, 0, false, unit.row, unit.column);
    case NetworkLayer::Pool1:
      return receptiveField(spec, 0, true, unit.row, unit.column);
    case NetworkLayer::Conv2:
      return receptiveField(spec, 1, false, unit.row, unit.column);
    case NetworkLayer::Pool2:
      return receptiveField(spec, 1, true, unit.row, unit.column);
    case NetworkLayer::Hidden:
    case NetworkLayer::Output:
      break;
  }
  return {0, 0, kImageSide};
}

}  // namespace engine
