#include "ui/panels/pad_colors.h"

#include <cstdlib>

#include "ui/theme.h"

namespace ui {

QColor mix(const QColor& from, const QColor& to, double part) {
  const auto channel = [part](int a, int b) { return qRound(a + part * (b - a)); };
  return QColor(channel(from.red(), to.red()), channel(from.green(), to.green()),
                channel(from.blue(), to.blue()));
}

PadColors::PadColors(const QPalette& palette)
    : paper(palette.color(QPalette::Base)),
      ink(palette.color(QPalette::Text)),
      guide(mix(paper, ink, 0.35)) {}

QList<QRgb> PadColors::shades() const {
  QList<QRgb> table;
  for (int value = 0; value < 256; ++value) table << mix(paper, ink, value / 255.0).rgb();
  return table;
}

QList<QRgb> signedShades(const QPalette& palette) {
  const QColor ground = palette.color(QPalette::Base);
  QList<QRgb> table;
  for (int value = -127; value <= 127; ++value)
    table << mix(ground, seriesColor(value < 0 ? 1 : 0, isDark(palette)), std::abs(value) / 127.0)
                 .rgb();
  return table << qRgba(0, 0, 0, 0);
}

}  // namespace ui
