#pragma once

#include <filesystem>
#include <string>

#include "engine/data/dataset.h"
#include "engine/nn/network_spec.h"
#include "engine/weights/weights_file.h"

namespace engine {

/// In which order the rows of the first dense layer take the features of the last pool.
enum class FeatureOrder {
  Guess,
  ChannelsLast,   ///< (y, x, channel), as TensorFlow flattens
  ChannelsFirst,  ///< (channel, y, x), as PyTorch flattens
};

struct ImportedWeights {
  WeightsFile file;                                 ///< under the sample's names and in its layouts
  bool wasConverted = false;                        ///< from PyTorch's layouts
  FeatureOrder order = FeatureOrder::ChannelsLast;  ///< that was assumed; never Guess
};

/// Takes weights from a file of any of our formats. Two kinds of names and layouts are understood:
/// the sample's, and a PyTorch state dict under any names, with filters [out, in, kh, kw] and dense
/// weights [out, in]; its tensors are told by their shapes.
///
/// No shape tells the FeatureOrder. The guess: under the sample's names the channels are last. In a
/// state dict they are first, unless examples are given and more of them come out right the other
/// way round.
///
/// Throws Error with a table of expected and found shapes if the weights are of another network,
/// and for ChannelsFirst where the sample's names and the metadata tell a file of Burstlab's own.
ImportedWeights importWeights(const std::filesystem::path& path,
                              FeatureOrder order = FeatureOrder::Guess,
                              const LabeledImages& examples = {},
                              const NetworkSpec& spec = sampleLenet());

/// The same for what was read already; name is for messages.
ImportedWeights importWeights(WeightsFile file, const std::string& name, FeatureOrder order,
                              const LabeledImages& examples = {},
                              const NetworkSpec& spec = sampleLenet());

/// Throws Error, naming the first tensor with numbers that are not finite: such a network is
/// useless. Not part of the import, for a file of such weights can be copied and looked into.
void requireFinite(const Weights& weights, const std::filesystem::path& path);

}  // namespace engine
