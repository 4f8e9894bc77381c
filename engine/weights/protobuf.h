#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/weights/weights_file.h"

namespace engine {

/// Writes the fields of one message in protobuf's wire format
/// (https://protobuf.dev/programming-guides/encoding/).
class ProtobufWriter {
 public:
  void number(int field, std::uint64_t value);
  void text(int field, std::string_view value);
  void bytes(int field, ByteView value);
  void message(int field, const ProtobufWriter& value) { bytes(field, value.m_bytes); }

  const Bytes& result() const noexcept { return m_bytes; }

 private:
  void varint(std::uint64_t value);

  Bytes m_bytes;
};

struct ProtobufField {
  int number = 0;
  std::uint64_t value = 0;  ///< of a varint or a fixed-size number
  ByteView content{};       ///< of a text, byte string, message or packed list
  bool hasContent = false;  ///< which of the two it is

  std::string text() const {
    return {reinterpret_cast<const char*>(content.data()), content.size()};
  }
};

/// Goes through the fields of one message. The bytes must outlive it.
class ProtobufReader {
 public:
  explicit ProtobufReader(ByteView message) : m_rest(message) {}

  /// Nothing at the end. Throws Error("damaged protobuf") where the message breaks off.
  std::optional<ProtobufField> next();
  /// One number of a packed list.
  std::uint64_t varint();
  bool atEnd() const noexcept { return m_rest.empty(); }

 private:
  ByteView take(std::uint64_t count);

  ByteView m_rest;
};

}  // namespace engine
