#include "engine/resources.h"

#include <system_error>

namespace engine {

std::filesystem::path resourcePath(std::string_view name) {
  std::error_code ignored;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return (program.parent_path() / "../share/burstlab" / name).lexically_normal();
}

}  // namespace engine
