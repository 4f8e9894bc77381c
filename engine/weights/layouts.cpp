#include "engine/weights/layouts.h"

#include <algorithm>

namespace engine {
namespace {

Tensor reshaped(const Tensor& tensor, Shape shape) {
  Tensor result(std::move(shape));
  std::ranges::copy(tensor.values(), result.data());
  return result;
}

// The rows [features, outputs] of the first dense layer, seen as [a, b, c, outputs], with the three
// feature axes in another order.
Tensor featuresReordered(const Tensor& rows, const Shape& features, const std::vector<int>& axes) {
  Shape shape = features;
  shape.push_back(rows.shape()[1]);
  return reshaped(transposed(reshaped(rows, shape), axes), rows.shape());
}

template <typename ChangeFilter, typename ChangeRows>
Weights changed(const Weights& weights, const NetworkSpec& spec, ChangeFilter changeFilter,
                ChangeRows changeRows) {
  const ConvStageShape& last = spec.conv.back().shape;
  const Shape rows{spec.dense.front().shape.inputs, spec.dense.front().shape.outputs};
  Weights result;
  for (const auto& [name, tensor] : weights) {
    const bool isFilter = tensor.shape().size() == 4 &&
                          std::ranges::any_of(spec.conv, [&, &key = name](const ConvSpec& layer) {
                            return layer.name + "_weights" == key;
                          });
    const bool isRows = name == spec.dense.front().name + "_weights" && tensor.shape() == rows;
    result.push_back({name, isFilter ? changeFilter(tensor)
                            : isRows ? changeRows(tensor, last)
                                     : tensor});
  }
  return result;
}

}  // namespace

Tensor transposed(const Tensor& tensor, const std::vector<int>& axes) {
  const std::size_t rank = axes.size();
  Shape strides(rank, 1), shape(rank), step(rank);
  for (std::size_t i = rank - 1; i-- > 0;) strides[i] = strides[i + 1] * tensor.shape()[i + 1];
  for (std::size_t i = 0; i < rank; ++i) {
    shape[i] = tensor.shape()[static_cast<std::size_t>(axes[i])];
    step[i] = strides[static_cast<std::size_t>(axes[i])];
  }
  Tensor result(shape);
  Shape index(rank, 0);
  const float* from = tensor.data();
  for (float& value : result.values()) {
    value = *from;
    for (std::size_t axis = rank; axis-- > 0;) {
      from += step[axis];
      if (++index[axis] < shape[axis]) break;
      from -= step[axis] * shape[axis];
      index[axis] = 0;
    }
  }
  return result;
}

Weights toChannelsFirst(const Weights& weights, const NetworkSpec& spec) {
  return changed(
      weights, spec,
      [](const Tensor& filter) {
        return transposed(filter, {3, 2, 0, 1});
      },
      [](const Tensor& rows, const ConvStageShape& last) {
        return featuresReordered(rows, {last.outHeight(), last.outWidth(), last.outChannels},
                                 {2, 0, 1, 3});
      });
}

Weights fromChannelsFirst(const Weights& weights, const NetworkSpec& spec) {
  return changed(
      weights, spec,
      [](const Tensor& filter) {
        return transposed(filter, {2, 3, 1, 0});
      },
      [](const Tensor& rows, const ConvStageShape& last) {
        return featuresReordered(rows, {last.outChannels, last.outHeight(), last.outWidth()},
                                 {1, 2, 0, 3});
      });
}

}  // namespace engine
