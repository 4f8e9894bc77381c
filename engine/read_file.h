#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace engine {

/// The bytes of a whole file. Throws Error where it cannot be read or has more than mostBytes: a
/// film that was taken for weights must not fill the memory.
std::vector<std::byte> readFile(const std::filesystem::path& path,
                                std::uintmax_t mostBytes = 1'000'000'000);

}  // namespace engine
