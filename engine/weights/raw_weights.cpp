#include "engine/weights/raw_weights.h"

#include <nlohmann/json.hpp>

#include "engine/error.h"
#include "engine/weights/float_bytes.h"
#include "engine/weights/metadata.h"

namespace engine {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kLongestHeader = 1'000'000;

[[noreturn]] void refuse(const std::string& file, const std::string& reason) {
  throw Error(file + " " + reason);
}

std::string header(const WeightsFile& file, std::size_t firstOffset) {
  Json tensors = Json::array();
  std::size_t offset = firstOffset;
  for (const auto& [name, tensor] : file.weights) {
    tensors.push_back({{"name", name}, {"shape", tensor.shape()}, {"offset", offset}});
    offset += tensor.values().size_bytes();
  }
  const Json json{{"burstlab_raw", 1}, {"tensors", tensors}, {"metadata", file.metadata}};
  return json.dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
}

}  // namespace

Bytes encodeRaw(const WeightsFile& file) {
  // The offsets are part of the header whose length they depend on; its length only grows.
  std::size_t size = 0;
  std::string text;
  do {
    size = (text.size() + 1 + kAlignment - 1) / kAlignment * kAlignment;
    text = header(file, size);
  } while (text.size() + 1 > size);
  text.resize(size - 1, ' ');
  text += '\n';

  const auto raw = std::as_bytes(std::span(text));
  Bytes bytes(raw.begin(), raw.end());
  for (const NamedTensor& entry : file.weights) appendFloats(bytes, entry.tensor.values());
  return bytes;
}

WeightsFile decodeRaw(ByteView bytes, const std::string& name) {
  const ByteView start = bytes.first(std::min(bytes.size(), kLongestHeader));
  const auto end = std::ranges::find(start, std::byte{'\n'});
  const std::string text(reinterpret_cast<const char*>(bytes.data()),
                         static_cast<std::size_t>(end - start.begin()));
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("burstlab_raw") || !json.contains("tensors"))
    refuse(name, "is no raw file of Burstlab: its first line does not say so.");
  if (json["burstlab_raw"] != 1)
    refuse(name, "is of a newer raw format (" + json["burstlab_raw"].dump() +
                     "); format 1 can be read. Get a newer Burstlab.");

  WeightsFile file;
  std::size_t place = text.size() + 1;
  try {
    for (const Json& entry : json["tensors"]) {
      const Shape shape = entry.at("shape");
      std::size_t size = sizeof(float);
      for (const std::int64_t extent : shape)
        if (extent < 0 || __builtin_mul_overflow(size, static_cast<std::size_t>(extent), &size))
          refuse(name, "is damaged: it has the shape " + toString(shape) + ".");
      if (entry.at("offset") != place || size > bytes.size() - place)
        refuse(name, "is damaged: " + entry.at("name").dump() + " does not lie where it should.");
      Tensor tensor(shape);
      readFloats(bytes.subspan(place, size), tensor.values());
      file.weights.push_back({entry.at("name"), std::move(tensor)});
      place += size;
    }
  } catch (const Json::exception&) {
    refuse(name, "is damaged: its list of tensors cannot be read.");
  }
  if (place != bytes.size()) refuse(name, "is damaged: it has more bytes than its tensors.");
  if (json.contains("metadata")) file.metadata = parseMetadata(json["metadata"].dump());
  return file;
}

}  // namespace engine
