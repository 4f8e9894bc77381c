#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <vector>

struct z_stream_s;

namespace engine {

/// Reads a file front to back and inflates it where its content, whatever its name, is gzip
/// (RFC 1952, any number of members). Memory use does not depend on what the file claims.
class GzipReader {
 public:
  /// Throws Error if the file cannot be opened.
  explicit GzipReader(const std::filesystem::path& path);
  ~GzipReader();
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;

  /// Fills out as far as the content goes and returns the number of bytes written; fewer than
  /// out.size() only at the end or at a fault. Throws Error if the disk fails.
  std::size_t read(std::span<std::uint8_t> out);

  /// Size on the disk.
  std::uint64_t fileBytes() const noexcept { return m_fileBytes; }
  bool isGzip() const noexcept { return m_inflater != nullptr; }

  /// True if the gzip data stop before their end, be it in the header, the data or the check sum.
  bool isTruncated() const noexcept { return m_truncated; }

  /// Empty, or why the gzip data could not be inflated any further.
  const std::string& damage() const noexcept { return m_damage; }

  /// Bytes after the last gzip member if they are more than zero padding; known at the end.
  std::uint64_t junkBytes() const noexcept { return m_junkBytes; }

 private:
  bool refill();
  bool continuesWith(std::span<const std::uint8_t> bytes);
  void skipPadding();
  std::size_t inflateInto(std::span<std::uint8_t> out);

  struct EndInflate {
    void operator()(z_stream_s* stream) const noexcept;
  };

  std::filesystem::path m_path;
  std::ifstream m_file;
  std::uint64_t m_fileBytes = 0;
  std::vector<std::uint8_t> m_buffer;
  std::span<const std::uint8_t> m_input;  // the unread part of m_buffer
  std::unique_ptr<z_stream_s, EndInflate> m_inflater;
  bool m_finished = false;
  bool m_truncated = false;
  std::string m_damage;
  std::uint64_t m_junkBytes = 0;
};

}  // namespace engine
