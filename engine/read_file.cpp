#include "engine/read_file.h"

#include <cerrno>
#include <fstream>

#include "engine/error.h"
#include "engine/system_error_text.h"

namespace engine {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& reason) {
  throw Error("Cannot read " + path.string() + ": " + reason + ".", path.string());
}

}  // namespace

std::vector<std::byte> readFile(const std::filesystem::path& path, std::uintmax_t mostBytes) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) fail(path, systemErrorText(EISDIR));
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) fail(path, systemErrorText(error.value()));
  if (size > mostBytes) fail(path, "It is larger than " + std::to_string(mostBytes) + " bytes");

  std::vector<std::byte> bytes(size);
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail(path, systemErrorText(errno));
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (static_cast<std::uintmax_t>(stream.gcount()) != size) fail(path, "It ends before its end");
  return bytes;
}

}  // namespace engine
