#include <zlib.h>

#include <algorithm>
#include <array>

#include "engine/data/dataset_folder.h"
#include "engine/data/idx.h"
#include "engine/error.h"

namespace engine {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kImagesMagic = 2051;
constexpr std::uint32_t kLabelsMagic = 2049;
constexpr std::int64_t kMaxValidationCount = 5000;

// Of the files as first published, in the sample's order.
constexpr std::array<std::uint64_t, 4> kMnistPackedBytes{9912422, 28881, 1648877, 4542};
constexpr std::array<std::uint64_t, 4> kMnistPlainBytes{47040016, 60008, 7840016, 10008};

// CRC-32 of the 10,000 test labels: tells the sets apart wherever their files have been moved to.
constexpr unsigned long kMnistLabelsCrc = 0xee8604d9;
constexpr unsigned long kFashionLabelsCrc = 0x242bc73f;

[[noreturn]] void refuse(const fs::path& path, const std::string& predicate) {
  throw Error(path.string() + " " + predicate, path.string());
}

void checkHeader(const fs::path& path, const IdxHeader& header, bool images) {
  const std::uint32_t expected = images ? kImagesMagic : kLabelsMagic;
  const bool swapped = header.magic() == (images ? kLabelsMagic : kImagesMagic);
  if (header.magic() != expected ||
      (images && (header.sizes[1] != kImageSide || header.sizes[2] != kImageSide)))
    refuse(path, "holds " + header.description() + ", magic " + std::to_string(header.magic()) +
                     "; expected " + (images ? "images, uint8 [N, 28, 28]" : "labels, uint8 [N]") +
                     ", magic " + std::to_string(expected) + "." +
                     (swapped ? " The image and label files seem to be swapped." : ""));
  if (header.sizes[0] == 0) refuse(path, "is a set of 0 elements; choose another one.");
}

void checkLabels(const fs::path& path, const std::vector<std::uint8_t>& labels) {
  const auto bad = std::ranges::find_if(labels, [](int label) { return label >= kClassCount; });
  if (bad == labels.end()) return;
  const auto [low, high] = std::ranges::minmax(labels);
  refuse(path, "has label " + std::to_string(*bad) + " at index " +
                   std::to_string(bad - labels.begin()) + " (its labels run from " +
                   std::to_string(low) + " to " + std::to_string(high) + ", " +
                   std::to_string(high - low + 1) +
                   " classes), but the network has 10 outputs; choose a set with labels 0 to 9.");
}

void checkCounts(const fs::path& imagesPath, const fs::path& labelsPath, const LabeledImages& set) {
  const std::size_t imageCount = set.pixels.size() / kImagePixels;
  if (imageCount != set.labels.size())
    refuse(imagesPath, "has " + std::to_string(imageCount) + " images, but " + labelsPath.string() +
                           " has " + std::to_string(set.labels.size()) +
                           " labels; the two files do not belong together.");
}

// Moves the first count images to a set of their own.
LabeledImages splitOff(LabeledImages& set, std::int64_t count) {
  const auto pixelsEnd = set.pixels.begin() + count * kImagePixels;
  const auto labelsEnd = set.labels.begin() + count;
  LabeledImages head{{set.pixels.begin(), pixelsEnd}, {set.labels.begin(), labelsEnd}};
  set.pixels.erase(set.pixels.begin(), pixelsEnd);
  set.labels.erase(set.labels.begin(), labelsEnd);
  return head;
}

void identify(Dataset& set, const fs::path& folder) {
  const auto& labels = set.test.labels;
  const auto crc = crc32_z(0, labels.data(), labels.size());
  if (crc == kMnistLabelsCrc) {
    set.name = "MNIST";
  } else if (crc == kFashionLabelsCrc) {
    set.name = "Fashion-MNIST";
    set.classNames = {"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat",
                      "Sandal",      "Shirt",   "Sneaker",  "Bag",   "Ankle boot"};
  } else {
    // "data/" has no last component of its own.
    const fs::path full = fs::absolute(folder).lexically_normal();
    set.name = (full.has_filename() ? full : full.parent_path()).filename().string();
  }
}

}  // namespace

Dataset loadDataset(const fs::path& folder, const std::function<void(const fs::path&)>& onFile) {
  DatasetFiles found = findDatasetFiles(folder);
  Dataset set;
  set.files = {found.trainImages, found.trainLabels, found.testImages, found.testLabels};
  set.warnings = std::move(found.warnings);

  const auto read = [&](std::size_t index) {
    const fs::path& path = set.files[index];
    if (onFile) onFile(path);
    const auto& usualBytes = path.extension() == ".gz" ? kMnistPackedBytes : kMnistPlainBytes;
    IdxReader reader(path, usualBytes[index]);
    checkHeader(path, reader.header(), index % 2 == 0);
    std::vector<std::uint8_t> data = reader.readData();
    if (!reader.warning().empty()) set.warnings.push_back(reader.warning());
    return data;
  };
  const auto readPair = [&](std::size_t index) {
    LabeledImages pair;
    pair.pixels = read(index);
    pair.labels = read(index + 1);
    checkCounts(set.files[index], set.files[index + 1], pair);
    checkLabels(set.files[index + 1], pair.labels);
    return pair;
  };
  set.train = readPair(0);
  set.test = readPair(2);
  set.validation = splitOff(set.train, std::min(kMaxValidationCount, set.train.count() / 5));
  identify(set, folder);
  return set;
}

}  // namespace engine
