#pragma once

#include <filesystem>
#include <string_view>

namespace engine {

/// Where a file or folder that comes with Burstlab lies ("instances.json", "mnist"):
/// ../share/burstlab beside the folder of the running program. The build tree is laid out like an
/// installation. Whether it exists is for the reader to find out.
std::filesystem::path resourcePath(std::string_view name);

}  // namespace engine
