#pragma once

#include <QColor>
#include <QPalette>

namespace ui {

/// Colours of the drawing pad and of the 28x28 beside it: the ground and the text colour of the
/// palette, so that ink is dark on light or light on dark as all writing is.
struct PadColors {
  explicit PadColors(const QPalette& palette);

  /// Colours from paper (0) to ink (255).
  QList<QRgb> shades() const;

  QColor paper;
  QColor ink;
  QColor guide;  ///< frames and hints
};

}  // namespace ui
