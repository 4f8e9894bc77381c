#include "engine/weights/safetensors.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/error.h"
#include "engine/printable_name.h"
#include "engine/weights/float_bytes.h"

namespace engine {
namespace {

using nlohmann::json;

constexpr std::size_t kLengthBytes = sizeof(std::uint64_t);
constexpr std::uint64_t kLongestHeader = 100'000'000;
// Those of large language models have some thousands.
constexpr std::size_t kMostNames = 20'000;
constexpr auto kMetadata = "__metadata__";

struct Entry {
  std::string name;
  std::string type;
  Shape shape;
  std::size_t begin = 0, end = 0;
};

[[noreturn]] void refuse(const std::string& file, const std::string& reason) {
  throw Error(file + " " + reason);
}

std::size_t sizeOf(const std::string& type) {
  if (type == "F64") return 8;
  if (type == "F32") return 4;
  return type == "F16" || type == "BF16" ? 2 : 0;
}

float halfToFloat(std::uint16_t half) {
  const int exponent = (half >> 10) & 0x1f, mantissa = half & 0x3ff;
  const float sign = half & 0x8000 ? -1.0f : 1.0f;
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(mantissa), -24);
  if (exponent == 31) return sign * (mantissa ? NAN : INFINITY);
  return sign * std::ldexp(static_cast<float>(mantissa | 0x400), exponent - 25);
}

// Looks at the keys of the outermost object alone: the library keeps the last of two equal keys,
// silently, where the format forbids them. Its filter while parsing takes quadratic time.
class KeyCheck : public nlohmann::json_sax<json> {
 public:
  explicit KeyCheck(const std::string& file) : m_file(file) {}

  bool key(string_t& name) override {
    if (m_depth != 1) return true;
    if (!m_seen.insert(name).second)
      refuse(m_file, "is damaged: it names " + printableName(name) + " twice.");
    if (m_seen.size() > kMostNames)
      refuse(m_file, "has more than " + std::to_string(kMostNames) +
                         " tensors, the weights of another network.");
    return true;
  }
  bool start_object(std::size_t) override { return ++m_depth > 0; }
  bool end_object() override { return --m_depth >= 0; }
  bool start_array(std::size_t) override { return ++m_depth > 0; }
  bool end_array() override { return --m_depth >= 0; }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool parse_error(std::size_t, const std::string&, const json::exception&) override {
    return false;
  }

 private:
  const std::string& m_file;
  std::set<std::string> m_seen;
  int m_depth = 0;
};

json parseHeader(const std::string& text, const std::string& file) {
  KeyCheck check(file);
  json header = json::sax_parse(text, &check)
                    ? json::parse(text, nullptr, /*allow_exceptions=*/false)
                    : json();
  if (!header.is_object()) refuse(file, "is no safetensors file: its header is not JSON.");
  return header;
}

Entry parseEntry(const std::string& name, const json& value, const std::string& file) {
  const auto bad = [&](const std::string& what) {
    refuse(file, "is damaged: " + printableName(name) + what);
  };
  const auto isSizes = [](const json& list) {
    return list.is_array() && std::ranges::all_of(list, [](const json& number) {
             return number.is_number_unsigned() && number.get<std::uint64_t>() <= INT64_MAX;
           });
  };
  if (!value.is_object() || !value.contains("dtype") || !value["dtype"].is_string() ||
      !value.contains("shape") || !value.contains("data_offsets"))
    bad(" lacks its type, shape or offsets.");
  const json& offsets = value["data_offsets"];
  if (!isSizes(value["shape"])) bad(" has a shape that is not one of sizes.");
  if (!isSizes(offsets) || offsets.size() != 2) bad(" has offsets that are not two places.");

  Entry entry{name, value["dtype"], value["shape"], offsets[0], offsets[1]};
  std::size_t bytes = sizeOf(entry.type);
  if (bytes == 0)
    refuse(file, "holds " + printableName(name) + " as " + printableName(entry.type) +
                     "; save it as float32 (F32).");
  for (const std::int64_t extent : entry.shape)
    if (__builtin_mul_overflow(bytes, static_cast<std::size_t>(extent), &bytes))
      bad(" has a shape that is too large.");
  if (entry.begin > entry.end || entry.end - entry.begin != bytes)
    bad(" has " + toString(entry.shape) + " at offsets that do not fit.");
  return entry;
}

void requireNoGaps(std::vector<Entry>& entries, std::size_t dataBytes, const std::string& file) {
  std::ranges::stable_sort(entries, {}, [](const Entry& e) { return std::pair(e.begin, e.end); });
  std::size_t place = 0;
  for (const Entry& entry : entries) {
    if (entry.begin != place)
      refuse(file, "is damaged: " + printableName(entry.name) +
                       " does not start where the tensor before ends.");
    place = entry.end;
  }
  if (place != dataBytes)
    refuse(file, "is damaged: its tensors have " + std::to_string(place) + " bytes, its data " +
                     std::to_string(dataBytes) + ".");
}

Tensor readTensor(const Entry& entry, ByteView data) {
  Tensor tensor(entry.shape);
  const std::byte* bytes = data.data() + entry.begin;
  const std::size_t size = sizeOf(entry.type);
  for (float& value : tensor.values()) {
    if (entry.type == "F32")
      value = littleEndian<float>(bytes);
    else if (entry.type == "F64")
      value = static_cast<float>(littleEndian<double>(bytes));
    else if (entry.type == "F16")
      value = halfToFloat(littleEndian<std::uint16_t>(bytes));
    else
      value = std::bit_cast<float>(std::uint32_t{littleEndian<std::uint16_t>(bytes)} << 16);
    bytes += size;
  }
  return tensor;
}

}  // namespace

Bytes encodeSafetensors(const WeightsFile& file) {
  auto header = nlohmann::ordered_json::object();
  if (!file.metadata.empty()) header[kMetadata] = file.metadata;
  std::size_t place = 0;
  for (const auto& [name, tensor] : file.weights) {
    const std::size_t end = place + tensor.values().size_bytes();
    header[name] = {{"dtype", "F32"}, {"shape", tensor.shape()}, {"data_offsets", {place, end}}};
    place = end;
  }
  std::string text = header.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  text.append((8 - (kLengthBytes + text.size()) % 8) % 8, ' ');

  Bytes bytes;
  bytes.reserve(kLengthBytes + text.size() + place);
  appendLittleEndian<std::uint64_t>(bytes, text.size());
  const auto raw = std::as_bytes(std::span(text));
  bytes.insert(bytes.end(), raw.begin(), raw.end());
  for (const NamedTensor& entry : file.weights) appendFloats(bytes, entry.tensor.values());
  return bytes;
}

WeightsFile decodeSafetensors(ByteView bytes, const std::string& name) {
  if (bytes.size() < kLengthBytes) refuse(name, "is no safetensors file: it is too short.");
  const auto length = littleEndian<std::uint64_t>(bytes.data());
  bytes = bytes.subspan(kLengthBytes);
  if (length > kLongestHeader || length > bytes.size())
    refuse(name, "is no safetensors file: its header claims " + std::to_string(length) + " bytes.");
  const json header =
      parseHeader({reinterpret_cast<const char*>(bytes.data()), std::size_t{length}}, name);
  bytes = bytes.subspan(length);

  WeightsFile file;
  std::vector<Entry> entries;
  for (const auto& [key, value] : header.items()) {
    if (key != kMetadata) {
      entries.push_back(parseEntry(key, value, name));
      continue;
    }
    if (!value.is_object()) continue;
    for (const auto& [title, text] : value.items())
      if (text.is_string()) file.metadata[title] = text;
  }
  requireNoGaps(entries, bytes.size(), name);
  for (const Entry& entry : entries) file.weights.push_back({entry.name, readTensor(entry, bytes)});
  return file;
}

}  // namespace engine
