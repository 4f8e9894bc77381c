#pragma once

#include <QColor>
#include <QPalette>

namespace ui {

/// part 0: from; 1: to.
QColor mix(const QColor& from, const QColor& to, double part);

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

/// Colours from the lowest (0) by the ground of the palette (127) to the highest (254): orange
/// takes away, blue adds. The last one, 255, is transparent.
QList<QRgb> signedShades(const QPalette& palette);

}  // namespace ui
