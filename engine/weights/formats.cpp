#include "engine/weights/formats.h"

#include <algorithm>
#include <cctype>

#include "engine/error.h"
#include "engine/weights/c_header.h"
#include "engine/weights/npz.h"
#include "engine/weights/onnx.h"
#include "engine/weights/raw_weights.h"
#include "engine/weights/safetensors.h"

namespace engine {
namespace {

template <auto encode>
Bytes withoutOptions(const WeightsFile& file, const ExportOptions&) {
  return encode(file);
}

template <auto decode>
LogitsOfImage networkOfWeights(ByteView bytes, const std::string& name) {
  return plainNetwork(decode(bytes, name).weights);
}

template <auto encode, auto decode>
constexpr WeightsFormat tensorsIn(const char* suffix, const char* name) {
  return {suffix, name, withoutOptions<encode>, decode, networkOfWeights<decode>};
}

Bytes toCHeader(const WeightsFile& file) {
  return encodeCHeader(file);
}

Bytes toOnnx(const WeightsFile& file, const ExportOptions& options) {
  return encodeOnnx(file, options);
}

WeightsFile fromOnnx(ByteView bytes, const std::string& name) {
  return decodeOnnx(bytes, name);
}

LogitsOfImage networkOfOnnx(ByteView bytes, const std::string& name) {
  return onnxNetwork(decodeOnnxModel(bytes, name), name);
}

}  // namespace

std::span<const WeightsFormat> weightsFormats() {
  static constexpr WeightsFormat kFormats[] = {
      tensorsIn<encodeNpz, decodeNpz>(".npz", "NumPy archive"),
      tensorsIn<encodeSafetensors, decodeSafetensors>(".safetensors", "safetensors"),
      {".onnx", "ONNX model", toOnnx, fromOnnx, networkOfOnnx},
      tensorsIn<toCHeader, decodeCHeader>(".h", "C header"),
      tensorsIn<encodeRaw, decodeRaw>(".raw", "raw floats"),
  };
  return kFormats;
}

const WeightsFormat& formatOf(const std::filesystem::path& path) {
  std::string suffix = path.extension().string();
  std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto found =
      std::ranges::find_if(weightsFormats(), [&](const auto& f) { return f.suffix == suffix; });
  if (found != weightsFormats().end()) return *found;
  if (suffix == ".pt" || suffix == ".pth")
    throw Error(path.string() +
                    " is for pickles, which can run any program; Burstlab neither reads nor writes "
                    "them. In Python: safetensors.torch.save_file(model.state_dict(), NAME).",
                path.string());
  std::string endings;
  for (const WeightsFormat& format : weightsFormats())
    endings += (endings.empty() ? "" : ", ") + std::string(format.suffix);
  throw Error("The name " + path.string() + " tells no format of weights. End it in one of " +
                  endings + ".",
              path.string());
}

}  // namespace engine
