#include "ui/panels/pad_colors.h"

namespace ui {

namespace {

QColor mix(const QColor& from, const QColor& to, double part) {
  const auto channel = [part](int a, int b) { return qRound(a + part * (b - a)); };
  return QColor(channel(from.red(), to.red()), channel(from.green(), to.green()),
                channel(from.blue(), to.blue()));
}

}  // namespace

PadColors::PadColors(const QPalette& palette)
    : paper(palette.color(QPalette::Base)),
      ink(palette.color(QPalette::Text)),
      guide(mix(paper, ink, 0.35)) {}

QList<QRgb> PadColors::shades() const {
  QList<QRgb> table;
  for (int value = 0; value < 256; ++value) table << mix(paper, ink, value / 255.0).rgb();
  return table;
}

}  // namespace ui
