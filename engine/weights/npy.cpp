#include "engine/weights/npy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <regex>
#include <string_view>

#include "engine/error.h"

namespace engine {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kDataAlignment = 64;
// NumPy's own limit: a header that is read by a general parser must not be huge.
constexpr std::size_t kLongestHeader = 10'000;

struct Header {
  std::endian order = std::endian::little;
  std::size_t itemSize = 0;
  bool fortranOrder = false;
  Shape shape;
  std::size_t dataBegin = 0;
};

[[noreturn]] void refuse(const std::string& name, const std::string& reason) {
  throw Error(name + " " + reason);
}

template <typename Number>
Number readNumber(const std::byte* bytes, std::endian order) {
  std::array<std::byte, sizeof(Number)> raw;
  std::copy_n(bytes, raw.size(), raw.begin());
  if (order != std::endian::native) std::ranges::reverse(raw);
  return std::bit_cast<Number>(raw);
}

std::string shapeLiteral(const Shape& shape) {
  std::string text;
  for (const std::int64_t extent : shape) text += std::to_string(extent) + ", ";
  // A Python tuple of one element keeps its comma.
  if (!text.empty()) text.resize(text.size() - (shape.size() == 1 ? 1 : 2));
  return "(" + text + ")";
}

Shape parseShape(std::string_view text, const std::string& name) {
  Shape shape;
  const auto skipBlanks = [&] {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  };
  for (skipBlanks(); !text.empty(); skipBlanks()) {
    std::int64_t extent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
    if (error != std::errc() || extent < 0) refuse(name, "has a shape that is not one of sizes.");
    shape.push_back(extent);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    skipBlanks();
    if (text.starts_with(',')) text.remove_prefix(1);
  }
  return shape;
}

// Empty where the product does not fit: such a shape cannot match any file.
std::optional<std::size_t> checkedByteCount(const Header& header) {
  std::size_t bytes = header.itemSize;
  for (const std::int64_t extent : header.shape)
    if (__builtin_mul_overflow(bytes, static_cast<std::size_t>(extent), &bytes)) return {};
  return bytes;
}

Header parseHeader(const std::string& text, const std::string& name) {
  const auto field = [&](const char* pattern) {
    std::smatch match;
    if (!std::regex_search(text, match, std::regex(pattern)))
      refuse(name, "is not a plain NumPy array (its header reads " + text.substr(0, 80) + ").");
    return match[1].str();
  };
  const std::string type = field("'descr': *'([^']*)'");
  Header header;
  if (type == "<f4" || type == ">f4") header.itemSize = sizeof(float);
  if (type == "<f8" || type == ">f8") header.itemSize = sizeof(double);
  if (type == "|u1") header.itemSize = sizeof(std::uint8_t);
  if (header.itemSize == 0)
    refuse(name, "holds elements of type '" + type + "'; save it as float32 (astype('<f4')).");
  header.order = type[0] == '>' ? std::endian::big : std::endian::little;
  header.fortranOrder = field("'fortran_order': *(True|False)") == "True";
  header.shape = parseShape(field("'shape': *\\(([^)]*)\\)"), name);
  return header;
}

Header readHeader(std::span<const std::byte> bytes, const std::string& name) {
  const std::size_t size = bytes.size();
  constexpr std::size_t kVersionEnd = kMagic.size() + 2;
  if (bytes.size() < kVersionEnd + 4 ||
      std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0)
    refuse(name, "is not a NumPy array: it does not start with the .npy signature.");
  const int major = std::to_integer<int>(bytes[kMagic.size()]);
  const int minor = std::to_integer<int>(bytes[kMagic.size() + 1]);
  if (major < 1 || major > 3 || minor != 0)
    refuse(name, "is in .npy format " + std::to_string(major) + "." + std::to_string(minor) +
                     "; formats 1.0, 2.0 and 3.0 can be read.");

  bytes = bytes.subspan(kVersionEnd);
  const std::size_t lengthSize = major == 1 ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
  const std::size_t length = major == 1
                                 ? readNumber<std::uint16_t>(bytes.data(), std::endian::little)
                                 : readNumber<std::uint32_t>(bytes.data(), std::endian::little);
  bytes = bytes.subspan(lengthSize);
  if (length > kLongestHeader || length > bytes.size())
    refuse(name, "is damaged: its header claims " + std::to_string(length) + " bytes.");
  Header header = parseHeader({reinterpret_cast<const char*>(bytes.data()), length}, name);
  header.dataBegin = size - bytes.size() + length;
  return header;
}

// Calls visit(i, place) for every element: i counts in C order, place is where Fortran order has
// the same element.
template <typename Visit>
void forEachInFortranOrder(const Shape& shape, Visit visit) {
  Shape index(shape.size(), 0);
  const std::int64_t count = elementCount(shape);
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t place = 0;
    for (std::size_t axis = shape.size(); axis-- > 0;) place = place * shape[axis] + index[axis];
    visit(i, place);
    for (std::size_t axis = shape.size(); axis-- > 0 && ++index[axis] == shape[axis];)
      index[axis] = 0;
  }
}

template <typename Number>
void copyValues(const Header& header, const std::byte* bytes, float* out) {
  const auto copy = [&](std::int64_t to, std::int64_t from) {
    out[to] = static_cast<float>(
        readNumber<Number>(bytes + from * static_cast<std::int64_t>(sizeof(Number)), header.order));
  };
  if (header.fortranOrder) {
    forEachInFortranOrder(header.shape, copy);
  } else {
    for (std::int64_t i = 0, count = elementCount(header.shape); i < count; ++i) copy(i, i);
  }
}

}  // namespace

std::vector<std::byte> encodeNpy(const Tensor& tensor) {
  std::string header =
      "{'descr': '<f4', 'fortran_order': False, 'shape': " + shapeLiteral(tensor.shape()) + ", }";
  constexpr std::size_t kPrefix = kMagic.size() + 2 + sizeof(std::uint16_t);
  const std::size_t unpadded = kPrefix + header.size() + 1;
  header.append((kDataAlignment - unpadded % kDataAlignment) % kDataAlignment, ' ');
  header += '\n';

  std::string prefix(kMagic);
  prefix += {'\x01', '\x00', static_cast<char>(header.size() & 0xff),
             static_cast<char>(header.size() >> 8)};
  const auto text = std::as_bytes(std::span(prefix += header));
  std::vector<std::byte> bytes(text.begin(), text.end());
  bytes.reserve(bytes.size() + tensor.values().size_bytes());
  for (const float value : tensor.values()) {
    auto raw = std::bit_cast<std::array<std::byte, sizeof(float)>>(value);
    if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(raw);
    bytes.insert(bytes.end(), raw.begin(), raw.end());
  }
  return bytes;
}

std::size_t npyBytes(std::span<const std::byte> start, const std::string& name) {
  const Header header = readHeader(start, name);
  if (header.itemSize == sizeof(std::uint8_t))
    refuse(name,
           "holds whole numbers of type '|u1', no weights; save it as float32 "
           "(astype('<f4')).");
  std::size_t bytes = checkedByteCount(header).value_or(SIZE_MAX);
  return __builtin_add_overflow(bytes, header.dataBegin, &bytes) ? SIZE_MAX : bytes;
}

Tensor decodeNpy(std::span<const std::byte> bytes, const std::string& name) {
  const Header header = readHeader(bytes, name);
  bytes = bytes.subspan(header.dataBegin);
  if (checkedByteCount(header) != bytes.size())
    refuse(name, "is damaged: " + std::to_string(bytes.size()) + " bytes of data do not fit " +
                     "shape " + toString(header.shape) + ".");

  Tensor tensor(header.shape);
  if (header.itemSize == sizeof(float))
    copyValues<float>(header, bytes.data(), tensor.data());
  else if (header.itemSize == sizeof(std::uint8_t))
    copyValues<std::uint8_t>(header, bytes.data(), tensor.data());
  else
    copyValues<double>(header, bytes.data(), tensor.data());
  return tensor;
}

}  // namespace engine
