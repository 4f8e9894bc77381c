#pragma once

#include <string>

#include "engine/nn/network_spec.h"
#include "engine/weights/weights_file.h"

namespace engine {

/// The network as one C99 header that needs no library: a macro per dimension, a constant array per
/// tensor (the sample's names and layouts), burstlab_logits() and burstlab_classify(). Some 20 MB
/// of text. Throws Error for numbers that are not finite, which C cannot spell without a library.
Bytes encodeCHeader(const WeightsFile& file, const NetworkSpec& spec = sampleLenet());

/// Reads the arrays and metadata back. Throws Error, its message starting with name, for any other
/// text.
WeightsFile decodeCHeader(ByteView bytes, const std::string& name);

}  // namespace engine
