#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <vector>

#include "engine/data/dataset.h"

namespace engine {

/// Labelled drawings as an IDX set of their own, two files in a folder: drawings-images-idx3-ubyte
/// and drawings-labels-idx1-ubyte. Every change is on the disk when the call returns; a kill at any
/// moment costs the drawing of that moment at most.
class DrawingSet {
 public:
  /// An empty set if the folder has none yet. Throws Error if the files are damaged.
  explicit DrawingSet(std::filesystem::path folder);

  const LabeledImages& images() const { return m_images; }
  const std::filesystem::path& folder() const { return m_folder; }

  /// pixels: [28, 28]. Makes the folder if it is missing. Throws Error; then nothing has changed.
  void append(std::span<const std::uint8_t> pixels, int label);
  void removeLast();

 private:
  void replace(LabeledImages images);

  std::filesystem::path m_folder;
  LabeledImages m_images;
};

/// An IDX file of unsigned bytes, for writeFileAtomically().
std::vector<std::byte> idxBytes(std::initializer_list<std::uint32_t> sizes,
                                std::span<const std::uint8_t> elements);

}  // namespace engine
