#pragma once

#include <QColor>
#include <QPalette>

namespace ui {

enum class Theme { System, Light, Dark };

/// The colours of the whole program. System gives an empty palette, which Qt resolves to the
/// desktop's own. In Light and Dark every text has a contrast of at least 4.5 to its ground.
QPalette palette(Theme theme);

/// Sets Fusion style and colours. May be called at any time; open widgets follow.
void applyTheme(Theme theme);

/// Whether the window ground is darker than its text; also right for a system palette.
bool isDark(const QPalette& palette);

inline constexpr int kSeriesColorCount = 8;

/// Colour of data series number index, taken round: Okabe and Ito's set, which colour-blind people
/// can tell apart, in the order blue, vermillion, green, purple, orange, sky, yellow, neutral.
/// Shifted in lightness until the contrast to the ground is at least 3.3 (light), 4.5 (dark).
/// A series keeps its index, never the colour, so that it can follow the theme.
QColor seriesColor(int index, bool dark);

/// Ground and text of the banner that reports a failure.
struct BannerColors {
  QColor ground;
  QColor text;
};
BannerColors bannerColors(bool dark);

}  // namespace ui
