#include "engine/weights/save_verified.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "engine/atomic_file.h"
#include "engine/data/dataset.h"
#include "engine/error.h"
#include "engine/nn/classifier.h"
#include "engine/read_file.h"
#include "engine/weights/formats.h"

namespace engine {
namespace {

bool sameBits(const Weights& a, const Weights& b) {
  return std::ranges::equal(a, b, [](const NamedTensor& x, const NamedTensor& y) {
    return x.name == y.name && x.tensor.shape() == y.tensor.shape() &&
           std::memcmp(x.tensor.data(), y.tensor.data(), x.tensor.values().size_bytes()) == 0;
  });
}

bool allFinite(const Weights& weights) {
  return std::ranges::all_of(weights, [](const NamedTensor& entry) {
    return std::ranges::all_of(entry.tensor.values(), [](float v) { return std::isfinite(v); });
  });
}

[[noreturn]] void failVerification(const std::filesystem::path& path, const std::string& reason) {
  throw Error("Verifying " + path.string() + " failed: " + reason +
                  " Nothing was replaced. Try another disk or format.",
              path.string());
}

class Verification {
 public:
  Verification(const std::filesystem::path& path, const WeightsFile& file,
               std::span<const std::uint8_t> images, const SaveProgress& progress)
      : m_path(path), m_file(file), m_images(images), m_progress(progress) {}

  SaveReport run(const std::filesystem::path& temporary) const {
    const WeightsFormat& format = formatOf(m_path);
    const std::string name = m_path.string();
    const Bytes bytes = readFile(temporary);
    const WeightsFile read = format.decode(bytes, name);
    if (!sameBits(read.weights, m_file.weights))
      failVerification(m_path, "other numbers came back.");
    if (read.metadata != m_file.metadata) failVerification(m_path, "other metadata came back.");
    step(0.1);

    SaveReport report{.format = format.name, .hasNonFinite = !allFinite(m_file.weights)};
    const LogitsOfImage network = format.network(bytes, name);
    Classifier classifier(m_file.weights);
    const std::size_t count =
        std::min<std::size_t>(m_images.size() / kImagePixels, kVerifiedImages);
    double largest = 1;
    for (std::size_t i = 0; i < count; ++i) {
      const auto image = m_images.subspan(i * kImagePixels, kImagePixels);
      const auto expected = classifier.logits(image);
      const std::vector<float> found = network(image);
      if (found.size() != expected.size()) failVerification(m_path, "it has other outputs.");
      for (std::size_t k = 0; k < expected.size(); ++k) {
        // Where sums overflow, their order decides to what.
        constexpr float kNearOverflow = 1e30f;
        if (!(std::abs(expected[k]) < kNearOverflow)) {
          report.hasNonFinite = true;
          continue;
        }
        // Not a number is not below the limit either.
        const double difference = std::abs(static_cast<double>(found[k]) - expected[k]);
        report.maxDifference =
            difference <= report.maxDifference ? report.maxDifference : difference;
        largest = std::max(largest, std::abs(static_cast<double>(expected[k])));
      }
      step(0.1 + 0.9 * static_cast<double>(i + 1) / static_cast<double>(count));
    }
    report.images = static_cast<int>(count);
    constexpr double kTolerance = 1e-4;
    if (!(report.maxDifference <= kTolerance * largest))
      failVerification(m_path, "its network answers otherwise (" + report.summary() + ").");
    return report;
  }

 private:
  void step(double part) const {
    if (m_progress && !m_progress(part)) throw SavingGivenUp();
  }

  const std::filesystem::path& m_path;
  const WeightsFile& m_file;
  std::span<const std::uint8_t> m_images;
  const SaveProgress& m_progress;
};

}  // namespace

std::string SaveReport::summary() const {
  char text[40];
  if (maxDifference == 0)
    std::snprintf(text, sizeof text, "verified: 0");
  else
    std::snprintf(text, sizeof text, "verified: %.0e", maxDifference);
  // 3e-06, as C writes it, to 3e-6.
  std::string result = text;
  if (const auto zero = result.rfind("-0"); zero != std::string::npos) result.erase(zero + 1, 1);
  return result;
}

SaveReport verifySaved(const std::filesystem::path& written, const std::filesystem::path& path,
                       const WeightsFile& file, std::span<const std::uint8_t> images,
                       const SaveProgress& progress) {
  return Verification(path, file, images, progress).run(written);
}

std::optional<SaveReport> saveVerified(const std::filesystem::path& path, const WeightsFile& file,
                                       const ExportOptions& options,
                                       std::span<const std::uint8_t> images,
                                       const SaveProgress& progress) {
  const WeightsFormat& format = formatOf(path);
  if (images.size() < kImagePixels)
    throw Error("There are no images to verify " + path.string() + " with. Load a data set.",
                path.string());
  std::optional<SaveReport> report;
  try {
    writeFileAtomically(path, format.encode(file, options), [&](const auto& temporary) {
      report = verifySaved(temporary, path, file, images, progress);
    });
    return report;
  } catch (const SavingGivenUp&) {
    return std::nullopt;
  }
}

std::uintmax_t expectedBytes(const std::filesystem::path& path) {
  constexpr std::uintmax_t kNumbers = 1'663'370;
  constexpr std::uintmax_t kNumberInC = 16, kBesides = 350'000;
  return kNumbers * (formatOf(path).suffix == std::string(".h") ? kNumberInC : sizeof(float)) +
         kBesides;
}

}  // namespace engine
