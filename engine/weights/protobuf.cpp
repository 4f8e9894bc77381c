#include "engine/weights/protobuf.h"

#include "engine/error.h"
#include "engine/weights/float_bytes.h"

namespace engine {
namespace {

enum WireType { Varint = 0, Fixed64 = 1, LengthDelimited = 2, Fixed32 = 5 };

}  // namespace

void ProtobufWriter::varint(std::uint64_t value) {
  for (; value > 0x7f; value >>= 7) m_bytes.push_back(static_cast<std::byte>(value | 0x80));
  m_bytes.push_back(static_cast<std::byte>(value));
}

void ProtobufWriter::number(int field, std::uint64_t value) {
  varint(static_cast<std::uint64_t>(field) << 3 | Varint);
  varint(value);
}

void ProtobufWriter::text(int field, std::string_view value) {
  bytes(field, std::as_bytes(std::span(value)));
}

void ProtobufWriter::bytes(int field, ByteView value) {
  varint(static_cast<std::uint64_t>(field) << 3 | LengthDelimited);
  varint(value.size());
  m_bytes.insert(m_bytes.end(), value.begin(), value.end());
}

ByteView ProtobufReader::take(std::uint64_t count) {
  if (count > m_rest.size()) throw Error("damaged protobuf");
  const ByteView taken = m_rest.first(count);
  m_rest = m_rest.subspan(count);
  return taken;
}

std::uint64_t ProtobufReader::varint() {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const auto byte = std::to_integer<std::uint64_t>(take(1).front());
    value |= (byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return value;
  }
  throw Error("damaged protobuf");
}

std::optional<ProtobufField> ProtobufReader::next() {
  if (atEnd()) return {};
  const std::uint64_t key = varint();
  ProtobufField field{.number = static_cast<int>(key >> 3)};
  switch (key & 7) {
    case Varint:
      field.value = varint();
      return field;
    case Fixed64:
      field.value = littleEndian<std::uint64_t>(take(8).data());
      return field;
    case Fixed32:
      field.value = littleEndian<std::uint32_t>(take(4).data());
      return field;
    case LengthDelimited:
      field.content = take(varint());
      field.hasContent = true;
      return field;
    default:
      throw Error("damaged protobuf");
  }
}

}  // namespace engine
