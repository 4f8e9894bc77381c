#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace cli {

/// Images of 28x28 bytes from an IDX file (raw or gzip) or a NumPy .npy file of shape [N, 28, 28],
/// [N, 1, 28, 28], [N, 28, 28, 1], [N, 784] or [28, 28] with numbers from 0 to 255. Throws
/// engine::Error.
std::vector<std::uint8_t> readImages(const std::filesystem::path& path);

}  // namespace cli
