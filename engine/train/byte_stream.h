#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace engine {

static_assert(std::endian::native == std::endian::little, "files are little-endian");

/// Puts values one behind the other, without gaps.
class ByteWriter {
 public:
  template <typename Value>
  void put(const Value& value) {
    putAll(std::span(&value, 1));
  }

  template <typename Value, std::size_t kCount>
  void putAll(std::span<Value, kCount> values) {
    static_assert(std::is_arithmetic_v<std::remove_const_t<Value>>);
    const auto bytes = std::as_bytes(values);
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
  }

  void putText(const std::string& text) {
    put(std::uint64_t{text.size()});
    putAll(std::span(text));
  }

  std::vector<std::byte> take() { return std::move(m_bytes); }

 private:
  std::vector<std::byte> m_bytes;
};

/// Reads what ByteWriter wrote. Throws std::out_of_range where more is asked for than there is.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

  template <typename Value>
  void get(Value& value) {
    getAll(std::span(&value, 1));
  }

  void get(bool& value) {
    std::uint8_t byte = 0;
    get(byte);
    value = byte != 0;
  }

  template <typename Value, std::size_t kCount>
  void getAll(std::span<Value, kCount> values) {
    static_assert(std::is_arithmetic_v<Value>);
    if (values.empty()) return;
    std::memcpy(values.data(), take(values.size_bytes()).data(), values.size_bytes());
  }

  std::string getText() {
    std::string text(getCount(1), '\0');
    getAll(std::span(text));
    return text;
  }

  /// How many elements follow that have at least so many bytes each: a count that cannot be true
  /// makes nobody allocate.
  std::size_t getCount(std::size_t bytesEach) {
    std::uint64_t count = 0;
    get(count);
    if (count > m_bytes.size() / bytesEach) throw std::out_of_range("count");
    return static_cast<std::size_t>(count);
  }

  std::span<const std::byte> take(std::size_t size) {
    if (size > m_bytes.size()) throw std::out_of_range("end");
    const auto taken = m_bytes.first(size);
    m_bytes = m_bytes.subspan(size);
    return taken;
  }

  std::size_t left() const { return m_bytes.size(); }

 private:
  std::span<const std::byte> m_bytes;
};

}  // namespace engine
