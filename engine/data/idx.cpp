#include "engine/data/idx.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <new>

#include "engine/error.h"

namespace engine {
namespace {

constexpr std::size_t kChunkBytes = 1 << 20;

struct ElementType {
  std::uint8_t code;
  std::uint8_t bytes;
  const char* name;
};
constexpr std::array<ElementType, 6> kTypes{{{0x08, 1, "uint8"},
                                             {0x09, 1, "int8"},
                                             {0x0B, 2, "int16"},
                                             {0x0C, 4, "int32"},
                                             {0x0D, 4, "float32"},
                                             {0x0E, 8, "float64"}}};

const ElementType* findType(std::uint8_t code) {
  const auto* type = std::ranges::find(kTypes, code, &ElementType::code);
  return type == kTypes.end() ? nullptr : type;
}

std::string hex(std::uint8_t byte) {
  char text[3];
  std::snprintf(text, sizeof text, "%02X", byte);
  return text;
}

std::string bytes(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

}  // namespace

std::string IdxHeader::description() const {
  std::string text = std::string(findType(type)->name) + " [";
  for (std::size_t i = 0; i < sizes.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(sizes[i]);
  return text + "]";
}

IdxReader::IdxReader(const std::filesystem::path& path, std::uint64_t usualFileBytes)
    : m_path(path), m_source(path) {
  readHeader(usualFileBytes);
}

void IdxReader::fail(const std::string& predicate) const {
  throw Error(m_path.string() + " " + predicate, m_path.string(), m_position);
}

void IdxReader::failShort(std::uint64_t present, std::uint64_t needed) const {
  const std::string there = std::to_string(present) + " of " + bytes(needed);
  const std::string packed = bytes(m_source.fileBytes()) + " of gzip data ";
  const std::string remedy = " Download or copy it again.";
  if (!m_source.damage().empty())
    fail("is damaged: its " + packed + "unpack to " + there + ", then: " + m_source.damage() + "." +
         remedy);
  if (!m_source.isGzip()) fail("is cut short: " + there + " are there." + remedy);
  if (present < needed) fail("is cut short: its " + packed + "unpack to " + there + "." + remedy);
  fail("is cut short: its " + packed + "unpack to all " + bytes(needed) +
       ", but the check sum at their end is missing." + remedy);
}

void IdxReader::take(std::uint8_t* out, std::size_t count, std::uint64_t needed) {
  const std::size_t got = m_source.read({out, count});
  m_position += got;
  if (got < count) failShort(m_position, needed);
}

void IdxReader::readHeader(std::uint64_t usualFileBytes) {
  std::array<std::uint8_t, 4> start{};
  const std::size_t got = m_source.read(start);
  if (start[0] != 0 || start[1] != 0) {
    const std::string sizes =
        "It has " + bytes(m_source.fileBytes()) +
        (usualFileBytes > 0 ? ", MNIST's own file has " + std::to_string(usualFileBytes) : "") +
        ".";
    const auto* text = std::ranges::find_if_not(start, [](int c) { return std::isspace(c); });
    if (text != start.end() && *text == '<')
      fail("looks like a web page, perhaps an error message of the server, not like an IDX file. " +
           sizes + " Download it again.");
    fail("is not IDX (bytes " + hex(start[0]) + " " + hex(start[1]) + "). " + sizes);
  }
  m_position = got;
  if (got < start.size()) failShort(got, start.size());

  const ElementType* type = findType(start[2]);
  if (!type) fail("is not IDX: the type code " + hex(start[2]) + " is undefined.");
  m_header.type = type->code;
  m_header.dataBytes = type->bytes;
  const std::size_t dimensions = start[3];
  for (std::size_t i = 0; i < dimensions; ++i) {
    std::array<std::uint8_t, 4> size{};
    take(size.data(), size.size(), start.size() + 4 * dimensions);
    m_header.sizes.push_back(std::uint64_t{size[0]} << 24 | size[1] << 16 | size[2] << 8 | size[3]);
    if (__builtin_mul_overflow(m_header.dataBytes, m_header.sizes.back(), &m_header.dataBytes))
      fail("cannot be right: its header announces more than 2^64 bytes.");
  }
}

std::vector<std::uint8_t> IdxReader::readData() {
  const std::uint64_t headerBytes = m_position;
  const std::uint64_t total = headerBytes + m_header.dataBytes;
  std::vector<std::uint8_t> data;
  try {
    while (data.size() < m_header.dataBytes) {
      const std::size_t have = data.size();
      const auto count = static_cast<std::size_t>(
          std::min<std::uint64_t>(m_header.dataBytes - have, std::max(kChunkBytes, have)));
      data.reserve(have + count);
      for (std::size_t done = 0; done < count;) {
        const std::size_t chunk = std::min(kChunkBytes, count - done);
        data.resize(data.size() + chunk);
        take(data.data() + have + done, chunk, total);
        done += chunk;
      }
    }
  } catch (const std::bad_alloc&) {
    fail("needs " + bytes(m_header.dataBytes) + " of memory, which this computer does not have.");
  }
  finish();
  return data;
}

// Reads on to the end: the gzip check sum comes last, and surplus bytes deserve a warning.
void IdxReader::finish() {
  const std::uint64_t total = m_position;
  std::vector<std::uint8_t> chunk(kChunkBytes);
  std::uint64_t surplus = 0;
  bool onlyZeros = true;
  while (const std::size_t got = m_source.read(chunk)) {
    surplus += got;
    onlyZeros = onlyZeros && std::all_of(chunk.begin(), chunk.begin() + got,
                                         [](std::uint8_t byte) { return byte == 0; });
  }
  if (m_source.isTruncated() || !m_source.damage().empty()) failShort(total, total);
  surplus = (onlyZeros ? 0 : surplus) + m_source.junkBytes();
  if (surplus > 0)
    m_warning = m_path.string() + " has " + bytes(surplus) + " after its data; they were ignored.";
}

}  // namespace engine
