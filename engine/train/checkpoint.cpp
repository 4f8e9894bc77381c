#include "engine/train/checkpoint.h"

#include <system_error>
#include <utility>

#include "engine/atomic_file.h"
#include "engine/data/fingerprint.h"
#include "engine/error.h"
#include "engine/read_file.h"
#include "engine/system_error_text.h"
#include "engine/train/checkpoint_format.h"
#include "engine/train/sections.h"

namespace engine {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOlder = "~";
constexpr const char* kUnreadable = ".unreadable";

Checkpoint readOne(const fs::path& path) {
  return decodeCheckpoint(readFile(path), path);
}

// NAME + suffix beside the file itself where path is a link to it.
fs::path sibling(const fs::path& path, const char* suffix) {
  std::error_code ignored;
  const fs::path file = fs::weakly_canonical(path, ignored);
  return (file.empty() ? path : file).string() + suffix;
}

bool isReadable(const fs::path& path) {
  try {
    readOne(path);
    return true;
  } catch (const NewerFormatError&) {
    throw;
  } catch (const Error&) {
    return false;
  }
}

// Gives the file that is about to be replaced another name. It is the second one for a moment, so
// that a kill finds a file at path.
void keepFormer(const fs::path& path) try {
  if (!fs::exists(path)) return;
  const fs::path former = sibling(path, isReadable(path) ? kOlder : kUnreadable);
  const fs::path link = sibling(path, ".link");
  fs::remove(link);
  std::error_code noLinks;
  fs::create_hard_link(fs::canonical(path), link, noLinks);
  // Not every file system has second names.
  if (noLinks) return fs::rename(fs::canonical(path), former);
  fs::rename(link, former);
  // rename() leaves both where they are already one file, after a kill at the wrong moment.
  fs::remove(link);
} catch (const fs::filesystem_error& error) {
  throw Error("Cannot keep the former " + path.string() + ": " +
                  systemErrorText(error.code().value()) + ".",
              path.string());
}

}  // namespace

DatasetIdentity DatasetIdentity::of(const Dataset& dataset) {
  return {.name = dataset.name,
          .folder = dataset.files.empty() ? fs::path()
                                          : fs::absolute(dataset.files.front()).parent_path(),
          .fingerprint = engine::fingerprint(dataset)};
}

void requireSameData(const Checkpoint& checkpoint, const Dataset& dataset) {
  if (checkpoint.dataset.fingerprint == fingerprint(dataset)) return;
  throw Error(
      "The run was trained on other data (" + checkpoint.dataset.name +
      (checkpoint.dataset.folder.empty() ? "" : " in " + checkpoint.dataset.folder.string()) +
      ") than these (" + dataset.name + "). Open the data set that it began with.");
}

std::string takeKernelsOfThisComputer(TrainConfig& config) {
  const auto available = availableKernels(config.convMethod);
  for (const Kernels* kernels : available)
    if (config.kernels == kernels->name) return {};
  const std::string former = std::exchange(config.kernels, available.front()->name);
  return "This computer has not the kernels that the run began with (" + former + "); with " +
         config.kernels + " the last bits may differ from here on.";
}

fs::path olderGeneration(const fs::path& path) {
  return sibling(path, kOlder);
}

void writeCheckpoint(const fs::path& path, const Checkpoint& checkpoint) {
  writeFileAtomically(path, encodeCheckpoint(checkpoint),
                      [&](const fs::path&) { keepFormer(path); });
}

void removeCheckpoint(const fs::path& path) noexcept {
  std::error_code ignored;
  fs::remove(olderGeneration(path), ignored);
  fs::remove(path, ignored);
}

LoadedCheckpoint readCheckpoint(const fs::path& path) {
  try {
    return {readOne(path), {}};
  } catch (const NewerFormatError&) {
    throw;
  } catch (const Error& error) {
    constexpr const char* kRemedy = " Go on from a copy of it, or begin a new run.";
    const fs::path older = olderGeneration(path);
    std::error_code ignored;
    if (!fs::exists(older, ignored))
      throw Error(error.what() + std::string(kRemedy), path.string());
    try {
      LoadedCheckpoint loaded{readOne(older), {}};
      loaded.warning = std::string(error.what()) + " The older " + older.string() +
                       " is used instead, from step " +
                       std::to_string(loaded.checkpoint.state.steps) + ".";
      if (fs::exists(path, ignored))
        loaded.warning += " The next checkpoint keeps the damaged one as " +
                          sibling(path, kUnreadable).string() + ".";
      return loaded;
    } catch (const Error& second) {
      throw Error(std::string(error.what()) + " " + second.what() + kRemedy, path.string());
    }
  }
}

}  // namespace engine
