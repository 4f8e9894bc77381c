#pragma once

#include <filesystem>
#include <functional>

#include "engine/data/dataset.h"

namespace cli {

/// Loads the data set in the folder, or where that is empty the bundled MNIST; prints its warnings.
/// Throws engine::Error.
engine::Dataset loadDataset(const std::filesystem::path& folder,
                            const std::function<void(const std::filesystem::path&)>& onFile = {});

}  // namespace cli
