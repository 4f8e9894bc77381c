#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>

namespace engine {

/// Replaces the file at path as a whole: writes a temporary file beside it, flushes it to the disk
/// and renames it. A kill at any moment leaves the old file or the new one, never a mixture. Where
/// path is a symbolic link, the file that it points to is replaced and the link stays; permissions
/// stay as well. Temporary files that a killed process left behind are removed.
/// Throws Error (folder missing or not writable, target protected or no regular file, disk full);
/// the old file is then untouched. verify, if given, is called with the name of the temporary file
/// when that is on the disk; where it throws, the exception goes on and the old file stays.
void writeFileAtomically(const std::filesystem::path& path, std::span<const std::byte> bytes,
                         const std::function<void(const std::filesystem::path&)>& verify = {});

/// Throws the Error that writeFileAtomically(path) would throw now for so many bytes, as far as can
/// be told from making an empty temporary file. For work whose result is saved hours later.
void requireWritable(const std::filesystem::path& path, std::uintmax_t bytes = 0);

}  // namespace engine
