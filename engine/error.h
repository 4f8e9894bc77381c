#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace engine {

/// What the engine throws at the borders of I/O and configuration. what() is one sentence for a
/// person: it names the file where there is one, what is wrong, and the remedy.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what, std::string path = {},
                 std::optional<std::uint64_t> offset = std::nullopt)
      : std::runtime_error(what), m_path(std::move(path)), m_offset(offset) {}

  /// The file or folder concerned, UTF-8; empty if there is none.
  const std::string& path() const noexcept { return m_path; }

  /// Byte offset in the file where the fault was seen.
  std::optional<std::uint64_t> offset() const noexcept { return m_offset; }

 private:
  std::string m_path;
  std::optional<std::uint64_t> m_offset;
};

}  // namespace engine
