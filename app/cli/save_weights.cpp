#include "app/cli/save_weights.h"

#include <stdlib.h>

#include <system_error>

#include "app/cli/weights_options.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/log/number_text.h"
#include "engine/weights/metadata.h"
#include "engine/weights/npz.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

// In a folder of its own, where no other user can have prepared a link.
fs::path rescue(const engine::Weights& weights, const fs::path& name) {
  std::error_code ignored;
  std::string folder = fs::temp_directory_path(ignored) / "burstlab-XXXXXX";
  if (!mkdtemp(folder.data())) return {};
  const fs::path path = (fs::path(folder) / name).replace_extension(".npz");
  try {
    engine::writeNpz(path, weights);
    return path;
  } catch (const engine::Error&) {
    fs::remove(folder, ignored);
    return {};
  }
}

fs::path freeName(const fs::path& path) {
  std::error_code ignored;
  fs::path free = path;
  for (int i = 2; fs::exists(fs::symlink_status(free, ignored)); ++i)
    free.replace_filename(path.stem().string() + '-' + std::to_string(i) +
                          path.extension().string());
  return free;
}

engine::Metadata metadataOf(const engine::RunFinished& run, const engine::TrainConfig& config,
                            const engine::Dataset& dataset) {
  engine::Metadata metadata = engine::describeRun(config, dataset, run.steps);
  if (run.test.count > 0)
    metadata["test_error_percent"] = engine::fixedText(run.test.errorRate(), 2);
  return metadata;
}

}  // namespace

void requireSavable(const fs::path& target, bool force) {
  const std::uintmax_t bytes = engine::expectedBytes(target);
  engine::requireWritable(target, bytes);
  requireFree(target, force);
}

void requireNoneOf(const std::vector<fs::path>& files, const fs::path& target) {
  std::error_code ignored;
  for (const fs::path& file : files)
    if (fs::equivalent(file, target, ignored))
      throw engine::Error(target.string() + " is a file of the data set. Save to another name.",
                          target.string());
}

SavedWeights saveWeights(const engine::RunFinished& run, const engine::TrainConfig& config,
                         const engine::Dataset& dataset, const fs::path& target, bool force) {
  fs::path path = target;
  const bool overflowed = run.reason == engine::StopReason::NonFinite;
  if (overflowed)
    path.replace_filename(target.stem().string() + ".last-finite" + target.extension().string());
  if (overflowed || !force) path = freeName(path);
  try {
    const auto report = engine::saveVerified(path, {*run.weights, metadataOf(run, config, dataset)},
                                             {}, dataset.test.pixels);
    return {path, *report};
  } catch (const engine::Error& error) {
    const fs::path rescued = rescue(*run.weights, path.filename());
    if (rescued.empty()) throw;
    throw engine::Error(std::string(error.what()) + " The weights are in " + rescued.string() + ".",
                        error.path());
  }
}

std::string reportLine(const fs::path& file, const engine::SaveReport& report) {
  return file.string() + ": " + report.format + ", " + report.summary() + " on " +
         std::to_string(report.images) + " images" +
         (report.hasNonFinite ? "; its numbers overflow: the network is useless" : "");
}

}  // namespace cli
