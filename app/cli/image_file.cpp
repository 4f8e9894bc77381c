#include "app/cli/image_file.h"

#include <algorithm>
#include <cmath>

#include "engine/data/dataset.h"
#include "engine/data/idx.h"
#include "engine/error.h"
#include "engine/read_file.h"
#include "engine/weights/npy.h"

namespace cli {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& predicate) {
  throw engine::Error(path.string() + ' ' + predicate, path.string());
}

std::vector<std::uint8_t> readIdx(const std::filesystem::path& path) {
  engine::IdxReader reader(path);
  const auto& header = reader.header();
  constexpr std::uint8_t kBytes = 8;
  if (header.type != kBytes || header.sizes.size() != 3 || header.sizes[1] != engine::kImageSide ||
      header.sizes[2] != engine::kImageSide)
    refuse(path, "holds " + header.description() + "; expected images, uint8 [N, 28, 28].");
  return reader.readData();
}

std::vector<std::uint8_t> readNpy(const std::filesystem::path& path) {
  const engine::Tensor tensor = engine::decodeNpy(engine::readFile(path), path.string());
  const engine::Shape& shape = tensor.shape();
  const bool isOne = shape == engine::Shape{engine::kImageSide, engine::kImageSide};
  if (!isOne && (shape.size() < 2 || shape[0] * engine::kImagePixels != tensor.size()))
    refuse(path, "holds an array " + engine::toString(shape) + "; expected images, [N, 28, 28].");
  const auto values = tensor.values();
  if (!std::ranges::all_of(values, [](float v) { return v >= 0 && v <= 255; }))
    refuse(path, "has pixels outside 0 to 255, where 0 is the background.");
  if (!values.empty() && std::ranges::max(values) <= 1 &&
      std::ranges::any_of(values, [](float v) { return v > 0; }))
    refuse(path, "has pixels from 0 to 1 alone; multiply them by 255.");
  std::vector<std::uint8_t> pixels(values.size());
  std::ranges::transform(values, pixels.begin(),
                         [](float v) { return static_cast<std::uint8_t>(std::lround(v)); });
  return pixels;
}

}  // namespace

std::vector<std::uint8_t> readImages(const std::filesystem::path& path) {
  return path.extension() == ".npy" ? readNpy(path) : readIdx(path);
}

}  // namespace cli
