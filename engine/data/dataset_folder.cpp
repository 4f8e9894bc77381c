#include "engine/data/dataset_folder.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "engine/error.h"
#include "engine/resources.h"
#include "engine/system_error_text.h"

namespace engine {
namespace {

namespace fs = std::filesystem;

void requireFolder(const fs::path& folder) {
  if (access((folder / ".").c_str(), X_OK) == 0) return;
  const int reason = errno;
  const std::string name = folder.string();
  std::error_code ignored;
  if (fs::exists(folder, ignored) && !fs::is_directory(folder, ignored))
    throw Error(name + " is a file, not a folder. Choose the folder that holds all four files.",
                name);
  if (reason == ENOENT) throw Error("There is no folder " + name + ".", name);
  throw Error("Cannot open the folder " + name + ": " + systemErrorText(reason) + ".", name);
}

std::optional<KnownDataset> ifPresent(KnownDataset dataset) {
  std::error_code ignored;
  if (!fs::is_directory(dataset.folder, ignored)) return {};
  return dataset;
}

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
  requireFolder(folder);
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

std::optional<KnownDataset> bundledMnist() {
  return ifPresent({"MNIST", resourcePath("mnist")});
}

std::vector<KnownDataset> knownDatasets() {
  std::vector<KnownDataset> known;
  for (auto& candidate :
       {bundledMnist(), ifPresent({"Fashion-MNIST", "/usr/share/datasets/fashion-mnist"})})
    if (candidate) known.push_back(*candidate);
  return known;
}

}  // namespace engine
