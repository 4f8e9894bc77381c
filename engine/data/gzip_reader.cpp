#include "engine/data/gzip_reader.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "engine/error.h"
#include "engine/system_error_text.h"

namespace engine {
namespace {

constexpr std::size_t kBufferBytes = 1 << 18;
constexpr int kGzipWindowBits = MAX_WBITS + 16;  // zlib: +16 means a gzip wrapper and nothing else

// RFC 1952: the magic number, then the only compression method there is. The start of a file need
// only look like gzip to be read, or complained of, as such; what follows a member has to be gzip.
constexpr std::array<std::uint8_t, 3> kMemberStart{0x1F, 0x8B, 8};
constexpr auto kMagic = std::span(kMemberStart).first<2>();

}  // namespace

void GzipReader::EndInflate::operator()(z_stream_s* stream) const noexcept {
  inflateEnd(stream);
  delete stream;
}

GzipReader::GzipReader(const std::filesystem::path& path) : m_path(path), m_buffer(kBufferBytes) {
  std::error_code error;
  m_fileBytes = std::filesystem::file_size(path, error);
  if (!error) {
    m_file.open(path, std::ios::binary);
    if (!m_file) error.assign(errno, std::generic_category());
  }
  if (error)
    throw Error("Cannot open " + path.string() + ": " + systemErrorText(error.value()) + ".",
                path.string());

  refill();
  if (!continuesWith(kMagic)) return;
  auto stream = std::make_unique<z_stream>();
  if (inflateInit2(stream.get(), kGzipWindowBits) != Z_OK) throw std::bad_alloc();
  m_inflater.reset(stream.release());
}

GzipReader::~GzipReader() = default;

// Moves the unread bytes to the front and reads more behind them; false if there is no more.
bool GzipReader::refill() {
  std::copy(m_input.begin(), m_input.end(), m_buffer.begin());
  m_file.read(reinterpret_cast<char*>(m_buffer.data() + m_input.size()),
              static_cast<std::streamsize>(m_buffer.size() - m_input.size()));
  if (m_file.bad())
    throw Error("Cannot read " + m_path.string() + ": " + systemErrorText(errno) + ".",
                m_path.string());
  const auto added = static_cast<std::size_t>(m_file.gcount());
  m_input = {m_buffer.data(), m_input.size() + added};
  return added > 0;
}

bool GzipReader::continuesWith(std::span<const std::uint8_t> bytes) {
  while (m_input.size() < bytes.size() && refill()) continue;
  return m_input.size() >= bytes.size() && std::ranges::equal(m_input.first(bytes.size()), bytes);
}

// Archivers and tapes pad with zeros; anything else after the last member is worth a word.
void GzipReader::skipPadding() {
  std::uint64_t count = 0;
  bool onlyZeros = true;
  do {
    count += m_input.size();
    onlyZeros = onlyZeros && std::ranges::all_of(m_input, [](auto byte) { return byte == 0; });
    m_input = {};
  } while (refill());
  if (!onlyZeros) m_junkBytes = count;
}

std::size_t GzipReader::inflateInto(std::span<std::uint8_t> out) {
  z_stream& stream = *m_inflater;
  stream.next_in = const_cast<Bytef*>(m_input.data());
  stream.avail_in = static_cast<uInt>(m_input.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(std::min<std::size_t>(out.size(), 1u << 30));
  const int status = inflate(&stream, Z_NO_FLUSH);
  m_input = m_input.last(stream.avail_in);
  const auto written = static_cast<std::size_t>(stream.next_out - out.data());

  if (status == Z_STREAM_END) {
    if (continuesWith(kMemberStart)) {
      inflateReset(&stream);
    } else {
      skipPadding();
      m_finished = true;
    }
  } else if (status != Z_OK && status != Z_BUF_ERROR) {
    m_damage = stream.msg ? stream.msg : zError(status);
    m_finished = true;
  } else if (written == 0 && m_input.empty() && !refill()) {
    m_truncated = true;
    m_finished = true;
  }
  return written;
}

std::size_t GzipReader::read(std::span<std::uint8_t> out) {
  std::size_t total = 0;
  while (total < out.size() && !m_finished) {
    const auto rest = out.subspan(total);
    if (isGzip()) {
      total += inflateInto(rest);
    } else if (m_input.empty() && !refill()) {
      m_finished = true;
    } else {
      const std::size_t count = std::min(rest.size(), m_input.size());
      std::copy_n(m_input.begin(), count, rest.begin());
      m_input = m_input.subspan(count);
      total += count;
    }
  }
  return total;
}

}  // namespace engine
