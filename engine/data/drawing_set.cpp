#include "engine/data/drawing_set.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/atomic_file.h"
#include "engine/data/idx.h"
#include "engine/error.h"

namespace engine {
namespace {

namespace fs = std::filesystem;

constexpr const char* kImagesName = "drawings-images-idx3-ubyte";
constexpr const char* kLabelsName = "drawings-labels-idx1-ubyte";

std::vector<std::uint8_t> read(const fs::path& path, std::size_t dimensions) {
  IdxReader reader(path);
  const auto& header = reader.header();
  const bool fits =
      header.type == 8 && header.sizes.size() == dimensions &&
      (dimensions == 1 || (header.sizes[1] == kImageSide && header.sizes[2] == kImageSide));
  if (!fits)
    throw Error(path.string() + " holds " + header.description() +
                    ", no drawings of Burstlab's; move it away to begin a new set.",
                path.string());
  return reader.readData();
}

}  // namespace

DrawingSet::DrawingSet(fs::path folder) : m_folder(std::move(folder)) {
  if (!fs::exists(m_folder / kImagesName) || !fs::exists(m_folder / kLabelsName)) return;
  LabeledImages images{read(m_folder / kImagesName, 3), read(m_folder / kLabelsName, 1)};
  if (std::ranges::any_of(images.labels, [](int label) { return label >= kClassCount; }))
    throw Error((m_folder / kLabelsName).string() +
                    " has a label above 9; move it away to begin a new set.",
                (m_folder / kLabelsName).string());
  // The images are written first: a kill between the two files leaves one without a label, or with
  // one too many.
  const std::size_t count = std::min(images.labels.size(), images.pixels.size() / kImagePixels);
  images.labels.resize(count);
  images.pixels.resize(count * kImagePixels);
  m_images = std::move(images);
}

void DrawingSet::append(std::span<const std::uint8_t> pixels, int label) {
  LabeledImages images = m_images;
  images.pixels.insert(images.pixels.end(), pixels.begin(), pixels.end());
  images.labels.push_back(static_cast<std::uint8_t>(label));
  replace(std::move(images));
}

void DrawingSet::removeLast() {
  if (m_images.count() == 0) return;
  LabeledImages images = m_images;
  images.labels.pop_back();
  images.pixels.resize(images.labels.size() * kImagePixels);
  replace(std::move(images));
}

void DrawingSet::replace(LabeledImages images) {
  std::error_code ignored;  // the writing tells what is wrong
  fs::create_directories(m_folder, ignored);
  const auto count = static_cast<std::uint32_t>(images.count());
  writeFileAtomically(m_folder / kImagesName,
                      idxBytes({count, kImageSide, kImageSide}, images.pixels));
  writeFileAtomically(m_folder / kLabelsName, idxBytes({count}, images.labels));
  m_images = std::move(images);
}

std::vector<std::byte> idxBytes(std::initializer_list<std::uint32_t> sizes,
                                std::span<const std::uint8_t> elements) {
  std::vector<std::byte> bytes{std::byte{0}, std::byte{0}, std::byte{8},
                               static_cast<std::byte>(sizes.size())};
  for (const std::uint32_t size : sizes)
    for (const int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<std::byte>(size >> shift));
  std::ranges::transform(elements, std::back_inserter(bytes),
                         [](std::uint8_t element) { return std::byte{element}; });
  return bytes;
}

}  // namespace engine
