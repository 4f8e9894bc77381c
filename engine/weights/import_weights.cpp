#include "engine/weights/import_weights.h"

#include <algorithm>
#include <cmath>

#include "engine/error.h"
#include "engine/nn/classifier.h"
#include "engine/nn/shape_table.h"
#include "engine/read_file.h"
#include "engine/weights/formats.h"
#include "engine/weights/layouts.h"

namespace engine {
namespace {

// Names and shapes; the numbers are zero.
Weights parametersOf(const NetworkSpec& spec) {
  Weights result;
  const auto add = [&](const std::string& name, const Shape& weights) {
    result.push_back({name + "_weights", Tensor(weights)});
    result.push_back({name + "_biases", Tensor({weights.back()})});
  };
  for (const auto& [name, shape, bias] : spec.conv)
    add(name, {shape.kernel, shape.kernel, shape.inChannels, shape.outChannels});
  for (const DenseSpec& layer : spec.dense)
    add(layer.name, {layer.shape.inputs, layer.shape.outputs});
  return result;
}

bool haveSameNames(const Weights& expected, const Weights& found) {
  return std::ranges::any_of(found, [&](const NamedTensor& entry) {
    return std::ranges::find(expected, entry.name, &NamedTensor::name) != expected.end();
  });
}

// [kh, kw, in, out] to [out, in, kh, kw], [in, out] to [out, in].
Shape stateDictShape(const Shape& shape) {
  if (shape.size() == 4) return {shape[3], shape[2], shape[0], shape[1]};
  return {shape.rbegin(), shape.rend()};
}

// The tensors of a state dict under the sample's names and in its layouts, but for the order of
// the features. Empty where they do not match one to one.
Weights fromStateDict(const Weights& expected, Weights found) {
  if (expected.size() != found.size()) return {};
  Weights result;
  for (const auto& [name, parameter] : expected) {
    const Shape shape = stateDictShape(parameter.shape());
    const auto match =
        std::ranges::find_if(found, [&](const auto& e) { return e.tensor.shape() == shape; });
    if (match == found.end()) return {};
    const Tensor& tensor = match->tensor;
    result.push_back({name, shape.size() == 4   ? transposed(tensor, {2, 3, 1, 0})
                            : shape.size() == 2 ? transposed(tensor, {1, 0})
                                                : tensor});
    found.erase(match);
  }
  return result;
}

std::int64_t rightAnswers(const Weights& weights, const LabeledImages& examples) {
  constexpr std::int64_t kEnough = 200;
  Classifier classifier(weights);
  std::int64_t right = 0;
  for (std::int64_t i = 0; i < std::min(kEnough, examples.count()); ++i) {
    const Probabilities answer = classifier.classify(examples.image(i));
    const auto winner = std::ranges::max_element(answer) - answer.begin();
    right += winner == examples.labels[static_cast<std::size_t>(i)] ? 1 : 0;
  }
  return right;
}

// The filters are right already.
Weights withChannelsLast(const Weights& weights, const NetworkSpec& spec) {
  Weights result = weights;
  const std::string rows = spec.dense.front().name + "_weights";
  const auto entry = std::ranges::find(result, rows, &NamedTensor::name);
  entry->tensor = fromChannelsFirst({*entry}, spec).front().tensor;
  return result;
}

}  // namespace

ImportedWeights importWeights(const std::filesystem::path& path, FeatureOrder order,
                              const LabeledImages& examples, const NetworkSpec& spec) {
  const std::string name = path.string();
  const WeightsFormat& format = formatOf(path);
  const Bytes bytes = readFile(path);
  if (bytes.empty()) throw Error(name + " is empty. Open another file.", name);
  return importWeights(format.decode(bytes, name), name, order, examples, spec);
}

ImportedWeights importWeights(WeightsFile file, const std::string& name, FeatureOrder order,
                              const LabeledImages& examples, const NetworkSpec& spec) {
  const Weights expected = parametersOf(spec);
  ImportedWeights result;
  result.wasConverted = !haveSameNames(expected, file.weights);
  Weights weights =
      result.wasConverted ? fromStateDict(expected, file.weights) : std::move(file.weights);
  if (!haveSameShapes(expected, weights)) {
    const std::string hint =
        result.wasConverted ? " (or, as PyTorch has them, the same shapes turned round)" : "";
    throw Error(name + " has the weights of another network" + hint + ":" +
                    shapeTable(expected, result.wasConverted ? file.weights : weights),
                name);
  }
  if (order == FeatureOrder::ChannelsFirst && !result.wasConverted &&
      file.metadata.contains("burstlab"))
    throw Error(name +
                    " is Burstlab's own, whose features are flattened channels last (nhwc); open "
                    "it without telling their order.",
                name);
  const bool guess = order == FeatureOrder::Guess;
  if (guess) order = result.wasConverted ? FeatureOrder::ChannelsFirst : FeatureOrder::ChannelsLast;
  if (order == FeatureOrder::ChannelsFirst) {
    Weights reordered = withChannelsLast(weights, spec);
    if (guess && rightAnswers(weights, examples) > rightAnswers(reordered, examples))
      order = FeatureOrder::ChannelsLast;
    else
      weights = std::move(reordered);
  }
  result.order = order;
  result.file = {std::move(weights), std::move(file.metadata)};
  return result;
}

void requireFinite(const Weights& weights, const std::filesystem::path& path) {
  for (const auto& [name, tensor] : weights)
    if (!std::ranges::all_of(tensor.values(), [](float value) { return std::isfinite(value); }))
      throw Error(path.string() + " has numbers that are not finite (" + name +
                      "): the network is useless. Open other weights.",
                  path.string());
}

}  // namespace engine
