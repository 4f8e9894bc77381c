#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/error.h"

namespace engine {

/// A file of named parts, each with a checksum:
///     magic (8 bytes), format version (u32), number of parts (u32),
///     per part its name (16 bytes, filled with 0), size (u64) and CRC-32 (u32),
///     CRC-32 of all that so far (u32), then the parts, one behind the other.
/// Numbers are little-endian. No byte can change without being noticed.
struct Section {
  std::string name;  ///< 1..16 bytes
  std::vector<std::byte> bytes;
};

std::vector<std::byte> encodeSections(const std::vector<Section>& sections, std::uint32_t version);

/// The file is of a version above the newest that this program knows: it may be whole.
struct NewerFormatError : Error {
  using Error::Error;
};

/// path is for messages only. Throws NewerFormatError, or Error if the file is of another kind,
/// truncated or damaged.
std::vector<Section> decodeSections(std::span<const std::byte> file, std::uint32_t newest,
                                    const std::filesystem::path& path);

}  // namespace engine
