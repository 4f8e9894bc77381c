#include "app/cli/save_weights.h"

#include <stdlib.h>

#include <system_error>

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/weights/npz.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kWeightsBytes = 7'000'000;  // 1,663,370 numbers and their names

// In a folder of its own, where no other user can have prepared a link.
fs::path rescue(const engine::Weights& weights, const fs::path& name) {
  std::error_code ignored;
  std::string folder = fs::temp_directory_path(ignored) / "burstlab-XXXXXX";
  if (!mkdtemp(folder.data())) return {};
  const fs::path path = fs::path(folder) / name;
  try {
    engine::writeNpz(path, weights);
    return path;
  } catch (const engine::Error&) {
    fs::remove(folder, ignored);
    return {};
  }
}

}  // namespace

void requireSavable(const fs::path& target) {
  engine::requireWritable(target, kWeightsBytes);
}

void requireNoneOf(const std::vector<fs::path>& files, const fs::path& target) {
  std::error_code ignored;
  for (const fs::path& file : files)
    if (fs::equivalent(file, target, ignored))
      throw engine::Error(target.string() + " is a file of the data set. Save to another name.",
                          target.string());
}

fs::path saveWeights(const engine::RunFinished& run, const fs::path& target) {
  fs::path path = target;
  if (run.reason == engine::StopReason::NonFinite)
    path.replace_filename(target.stem().string() + ".last-finite.npz");
  try {
    engine::writeNpz(path, *run.weights);
    return path;
  } catch (const engine::Error& error) {
    const fs::path rescued = rescue(*run.weights, path.filename());
    if (rescued.empty()) throw;
    throw engine::Error(std::string(error.what()) + " The weights are in " + rescued.string() + ".",
                        error.path());
  }
}

}  // namespace cli
