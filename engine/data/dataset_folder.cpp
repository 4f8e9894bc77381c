#include "engine/data/dataset_folder.h"

#include <array>
#include <system_error>

#include "engine/error.h"
#include "engine/resources.h"

namespace engine {
namespace {

namespace fs = std::filesystem;

// The first that exists is taken.
std::array<std::string, 4> spellings(const std::string& stem, const std::string& suffix) {
  const std::string dashed = stem + "-" + suffix;
  const std::string dotted = stem + "." + suffix;
  return {dashed + ".gz", dashed, dotted + ".gz", dotted};
}

fs::path findFile(const fs::path& folder, const std::array<std::string, 4>& names,
                  std::vector<std::string>& warnings) {
  fs::path found;
  for (const std::string& name : names) {
    std::error_code ignored;
    if (!fs::is_regular_file(folder / name, ignored)) continue;
    if (found.empty()) {
      found = folder / name;
    } else {
      warnings.push_back(folder.string() + " has both " + found.filename().string() + " and " +
                         name + "; the first is used.");
    }
  }
  return found;
}

}  // namespace

DatasetFiles findDatasetFiles(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    throw Error("There is no folder " + folder.string() + ".", folder.string());

  DatasetFiles files;
  std::string missing;
  const auto find = [&](const char* stem, const char* suffix) {
    const auto names = spellings(stem, suffix);
    const fs::path path = findFile(folder, names, files.warnings);
    if (path.empty()) missing += (missing.empty() ? "" : ", ") + names[0];
    return path;
  };
  files.trainImages = find("train-images", "idx3-ubyte");
  files.trainLabels = find("train-labels", "idx1-ubyte");
  files.testImages = find("t10k-images", "idx3-ubyte");
  files.testLabels = find("t10k-labels", "idx1-ubyte");
  if (!missing.empty())
    throw Error("The folder " + folder.string() + " lacks " + missing +
                    " (also looked for without .gz, and with a dot as in t10k-images.idx3-ubyte). "
                    "Choose the folder that holds all four files.",
                folder.string());
  return files;
}

std::vector<KnownDataset> knownDatasets() {
  std::vector<KnownDataset> known;
  for (KnownDataset candidate : {KnownDataset{"MNIST", resourcePath("mnist")},
                                 {"Fashion-MNIST", "/usr/share/datasets/fashion-mnist"}}) {
    std::error_code ignored;
    if (fs::is_directory(candidate.folder, ignored)) known.push_back(std::move(candidate));
  }
  return known;
}

}  // namespace engine
