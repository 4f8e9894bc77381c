#include "app/cli/dataset_option.h"

#include <cstdio>

#include "engine/data/dataset_folder.h"
#include "engine/error.h"

namespace cli {
namespace {

std::filesystem::path bundledFolder() {
  const auto mnist = engine::bundledMnist();
  if (!mnist)
    throw engine::Error("The bundled MNIST is missing. Name a folder of IDX files with --data.");
  return mnist->folder;
}

}  // namespace

engine::Dataset loadDataset(const std::filesystem::path& folder,
                            const std::function<void(const std::filesystem::path&)>& onFile) {
  engine::Dataset dataset = engine::loadDataset(folder.empty() ? bundledFolder() : folder, onFile);
  for (const std::string& warning : dataset.warnings)
    std::fprintf(stderr, "burstlab-cli: warning: %s\n", warning.c_str());
  return dataset;
}

}  // namespace cli
