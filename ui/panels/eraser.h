#pragma once

#include <QLineF>
#include <span>

#include "ui/panels/pad_content.h"

namespace ui {

/// What is left of strokes when a round eraser has gone along a line: all that lies within reach of
/// it is cut out, to the point, and a stroke may come to be several. path may be a single point.
Strokes erased(const Strokes& strokes, const QLineF& path, double reach);

/// The same for pixels [28, 28] on paper of that side, with smooth edges.
void erase(std::span<std::uint8_t> pixels, const QLineF& path, double reach, double paperSide);

}  // namespace ui
