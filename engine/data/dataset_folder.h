#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/data/dataset.h"

namespace engine {

/// The four files of a data set in the sample's order (train images, train labels, test images,
/// test labels). Both spellings (train-images-idx3-ubyte, train-images.idx3-ubyte), with and
/// without .gz, are found; where several exist the dashed .gz name wins and a warning says so.
struct DatasetFiles {
  std::filesystem::path trainImages, trainLabels, testImages, testLabels;
  std::vector<std::string> warnings;
};

/// Throws Error if folder is none or cannot be entered, or listing the names looked for if one of
/// the four is missing.
DatasetFiles findDatasetFiles(const std::filesystem::path& folder);

/// Loads and checks a whole folder. onFile, if given, is called before each file is read.
/// Throws Error; nothing of a half-read set is returned.
Dataset loadDataset(const std::filesystem::path& folder,
                    const std::function<void(const std::filesystem::path&)>& onFile = {});

/// A data set that is on this computer without asking.
struct KnownDataset {
  std::string name;
  std::filesystem::path folder;
};

/// The MNIST in ../share/burstlab/mnist beside the program's folder, which is there after an
/// installation and in a build tree, but not where the program alone was copied.
std::optional<KnownDataset> bundledMnist();

/// The bundled MNIST and Debian's Fashion-MNIST, in this order, each only if present.
std::vector<KnownDataset> knownDatasets();

}  // namespace engine
