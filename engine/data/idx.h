#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/data/gzip_reader.h"

namespace engine {

/// What an IDX file says about itself. Layout of the file: the bytes 0, 0, type, number of
/// dimensions; one big-endian 32-bit size per dimension; the elements, big-endian, last index
/// fastest (http://yann.lecun.com/exdb/mnist/).
struct IdxHeader {
  std::uint8_t type = 0;  ///< 08 uint8, 09 int8, 0B int16, 0C int32, 0D float32, 0E float64
  std::vector<std::uint64_t> sizes;
  std::uint64_t dataBytes = 0;

  /// The first four bytes as a number, e.g. 2051 for images and 2049 for labels.
  std::uint32_t magic() const noexcept {
    return (std::uint32_t{type} << 8) | static_cast<std::uint32_t>(sizes.size());
  }
  /// For people, e.g. "float32 [100, 20, 20]".
  std::string description() const;
};

/// Reads one IDX file, raw or gzip. The header can be judged before the data are read.
class IdxReader {
 public:
  /// Reads the header. usualFileBytes, if not 0, is quoted as MNIST's size where the file is
  /// something else altogether. Throws Error for files that are no IDX or end within the header.
  explicit IdxReader(const std::filesystem::path& path, std::uint64_t usualFileBytes = 0);

  const IdxHeader& header() const noexcept { return m_header; }

  /// The elements as they stand in the file. Memory grows with the bytes that are really there,
  /// never by what the header claims. Throws Error if the file is cut short or damaged. Call once.
  std::vector<std::uint8_t> readData();

  /// After readData(): empty, or one sentence about surplus bytes that were ignored.
  const std::string& warning() const noexcept { return m_warning; }

 private:
  void readHeader(std::uint64_t usualFileBytes);
  void take(std::uint8_t* out, std::size_t count, std::uint64_t needed);
  void finish();
  [[noreturn]] void fail(const std::string& predicate) const;
  [[noreturn]] void failShort(std::uint64_t present, std::uint64_t needed) const;

  std::filesystem::path m_path;
  GzipReader m_source;
  IdxHeader m_header;
  std::uint64_t m_position = 0;  // in the unpacked content
  std::string m_warning;
};

}  // namespace engine
