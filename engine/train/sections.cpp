#include "engine/train/sections.h"

#include <zlib.h>

#include <algorithm>
#include <array>

#include "engine/train/byte_stream.h"

namespace engine {
namespace {

// As PNG's: the first byte is in no text, and the line ends show whether somebody converted them.
constexpr std::array<char, 8> kMagic{'\x89', 'B', 'L', 'C', '\r', '\n', '\x1a', '\n'};
constexpr std::size_t kNameBytes = 16;
constexpr std::size_t kPrefixBytes = kMagic.size() + 2 * sizeof(std::uint32_t);
constexpr std::size_t kEntryBytes = kNameBytes + sizeof(std::uint64_t) + sizeof(std::uint32_t);
// Far more than any version has; a damaged number must not make us wait for the rest of the table.
constexpr std::uint32_t kMostSections = 1000;

std::uint32_t checksum(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& predicate) {
  throw Error(path.string() + " " + predicate, path.string());
}

[[noreturn]] void refuseTruncated(const std::filesystem::path& path, std::size_t size,
                                  std::size_t expected) {
  refuse(path, "is truncated: it has " + std::to_string(size) + " of at least " +
                   std::to_string(expected) + " bytes.");
}

struct Entry {
  std::string name;
  std::uint64_t size = 0;
  std::uint32_t crc = 0;
};

}  // namespace

std::vector<std::byte> encodeSections(const std::vector<Section>& sections, std::uint32_t version) {
  ByteWriter head;
  head.putAll(std::span(kMagic));
  head.put(version);
  head.put(static_cast<std::uint32_t>(sections.size()));
  for (const Section& section : sections) {
    std::array<char, kNameBytes> name{};
    std::copy_n(section.name.begin(), std::min(section.name.size(), kNameBytes), name.begin());
    head.putAll(std::span(name));
    head.put(std::uint64_t{section.bytes.size()});
    head.put(checksum(section.bytes));
  }
  std::vector<std::byte> file = head.take();
  const std::uint32_t crc = checksum(file);
  const auto crcBytes = std::as_bytes(std::span(&crc, 1));
  file.insert(file.end(), crcBytes.begin(), crcBytes.end());
  for (const Section& section : sections)
    file.insert(file.end(), section.bytes.begin(), section.bytes.end());
  return file;
}

std::vector<Section> decodeSections(std::span<const std::byte> file, std::uint32_t newest,
                                    const std::filesystem::path& path) {
  const auto magic = std::as_bytes(std::span(kMagic));
  const std::size_t common = std::min(file.size(), magic.size());
  if (file.empty()) refuse(path, "is empty.");
  if (!std::ranges::equal(file.first(common), magic.first(common)))
    refuse(path, "is no checkpoint of Burstlab.");
  if (file.size() < kPrefixBytes) refuseTruncated(path, file.size(), kPrefixBytes);

  ByteReader reader(file.subspan(magic.size()));
  std::uint32_t version = 0, count = 0;
  reader.get(version);
  reader.get(count);
  // A later version may have another table, so this comes before its checksum.
  if (version > newest)
    throw NewerFormatError(path.string() + " was written by a newer Burstlab (format " +
                               std::to_string(version) + "; this one reads up to " +
                               std::to_string(newest) + "). Update Burstlab.",
                           path.string());
  if (count > kMostSections) refuse(path, "is damaged: its table of contents makes no sense.");
  const std::size_t tableEnd = kPrefixBytes + count * kEntryBytes;
  if (file.size() < tableEnd + sizeof(std::uint32_t))
    refuseTruncated(path, file.size(), tableEnd + sizeof(std::uint32_t));

  std::vector<Entry> entries(count);
  for (Entry& entry : entries) {
    std::array<char, kNameBytes> name{};
    reader.getAll(std::span(name));
    entry.name.assign(name.begin(), std::ranges::find(name, '\0'));
    reader.get(entry.size);
    reader.get(entry.crc);
  }
  std::uint32_t crc = 0;
  reader.get(crc);
  if (crc != checksum(file.first(tableEnd)))
    refuse(path, "is damaged: its table of contents does not match its checksum.");

  std::size_t expected = tableEnd + sizeof crc;
  for (const Entry& entry : entries) expected += entry.size;
  if (file.size() < expected) refuseTruncated(path, file.size(), expected);
  if (file.size() > expected) refuse(path, "is damaged: it has more bytes than it says.");
  std::vector<Section> sections;
  for (const Entry& entry : entries) {
    const auto bytes = reader.take(entry.size);
    if (checksum(bytes) != entry.crc)
      refuse(path, "is damaged: its part \"" + entry.name + "\" does not match its checksum.");
    sections.push_back({entry.name, {bytes.begin(), bytes.end()}});
  }
  return sections;
}

}  // namespace engine
