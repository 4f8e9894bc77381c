#pragma once

#include <filesystem>
#include <string_view>

namespace engine {

/// Finds a file or folder that comes with Burstlab ("instances.json", "mnist"): beside the running
/// program, in its installation (../share/burstlab), or in the source tree that it was built from.
/// Returns an empty path if it is in none of them.
std::filesystem::path findResource(std::string_view name);

}  // namespace engine
