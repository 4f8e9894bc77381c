#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "engine/weights/export_options.h"
#include "engine/weights/weights_file.h"

namespace engine {

/// How many images the verification looks at, where there are so many.
inline constexpr int kVerifiedImages = 100;

/// What the verification of a file found.
struct SaveReport {
  std::string format;           ///< name of the format
  int images = 0;               ///< that were classified both ways
  double maxDifference = 0;     ///< of any logit, the file's against the engine's
  bool hasNonFinite = false;    ///< weights or outputs are nan, inf or near it: a useless network
  std::string summary() const;  ///< "verified: 3e-6"
};

/// Asked now and then with the part done; false gives up.
using SaveProgress = std::function<bool(double part)>;

/// Saves the weights of the sample's network in the format that the name's ending tells, and makes
/// sure that it is the network before it replaces an older file: the file is read again, its
/// tensors must have the same bits, and its network, computed from the file alone in plain loops,
/// must give the engine's logits, within 1e-4 of the largest or of 1, on the first kVerifiedImages
/// of images (pixels as in LabeledImages; at least one).
///
/// Returns nothing if progress gave up. Throws Error. In both cases the older file is untouched.
std::optional<SaveReport> saveVerified(const std::filesystem::path& path, const WeightsFile& file,
                                       const ExportOptions& options,
                                       std::span<const std::uint8_t> images,
                                       const SaveProgress& progress = {});

/// The verification alone, of a file called written that is to be called path. Throws Error where
/// it is not the network of file; SavingGivenUp where progress gave up.
SaveReport verifySaved(const std::filesystem::path& written, const std::filesystem::path& path,
                       const WeightsFile& file, std::span<const std::uint8_t> images,
                       const SaveProgress& progress = {});
struct SavingGivenUp {};

/// About how many bytes a file of this format takes.
std::uintmax_t expectedBytes(const std::filesystem::path& path);

}  // namespace engine
