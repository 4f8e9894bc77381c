#pragma once

#include <QString>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/data/picture_import.h"

namespace ui {

using Strokes = std::vector<engine::Stroke>;

/// Pixels that lie on the whole of the pad's paper, as the network is to be given them.
struct PadPicture {
  std::array<std::uint8_t, engine::kImagePixels> pixels{};  ///< [28, 28], 255 = ink
  QString caption;                                          ///< where it comes from
  std::optional<int> label = {};                            ///< its class, if that is known

  /// How a photograph was made into the pixels, with what is odd about it; null for others.
  std::shared_ptr<const engine::PictureImport> import;
};

/// What is on the drawing pad: a picture or none, and strokes over it.
struct PadContent {
  Strokes strokes;
  std::shared_ptr<const PadPicture> picture;  ///< null if there is none

  bool isEmpty() const { return strokes.empty() && !picture; }
  bool operator==(const PadContent&) const = default;
};

}  // namespace ui
