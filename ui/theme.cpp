#include "ui/theme.h"

#include <QApplication>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleOption>
#include <array>

namespace ui {
namespace {

struct Colors {
  QRgb window, base, alternate, button, text, subdued, disabled, highlight, link, light, mid, dark,
      shadow;
};

constexpr Colors kLight{0xfff3f4f6, 0xffffffff, 0xffeceef2, 0xfffafbfc, 0xff1d2026,
                        0xff5a6270, 0xff9aa1ac, 0xff1f6fb5, 0xff0b5cad, 0xffffffff,
                        0xffc4c9d1, 0xffa7adb8, 0xff6b727d};
constexpr Colors kDark{0xff25292f, 0xff1b1e23, 0xff22262c, 0xff30353d, 0xffe6e8eb,
                       0xffa3abb6, 0xff6d7580, 0xff1f6fb5, 0xff6fb4f0, 0xff464c56,
                       0xff3a4048, 0xff15181c, 0xff0c0e11};

/// Fusion, whose outline of an empty check box is darker than the window: on a dark one it cannot
/// be seen.
class Style : public QProxyStyle {
 public:
  Style() : QProxyStyle(QStringLiteral("Fusion")) {}

  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element != PE_IndicatorCheckBox || !isDark(option->palette)) return;
    painter->save();
    painter->setPen(option->palette.color(QPalette::PlaceholderText));
    painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    painter->restore();
  }

  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override {
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
  }
};

}  // namespace

QPalette palette(Theme theme) {
  if (theme == Theme::System) return {};
  const Colors& c = theme == Theme::Dark ? kDark : kLight;
  QPalette palette;
  const auto set = [&palette](QPalette::ColorRole role, QRgb color) {
    palette.setColor(role, QColor(color));
  };
  set(QPalette::Window, c.window);
  set(QPalette::WindowText, c.text);
  set(QPalette::Base, c.base);
  set(QPalette::AlternateBase, c.alternate);
  set(QPalette::Text, c.text);
  set(QPalette::PlaceholderText, c.subdued);
  set(QPalette::Button, c.button);
  set(QPalette::ButtonText, c.text);
  set(QPalette::BrightText, 0xffffffff);
  set(QPalette::ToolTipBase, c.base);
  set(QPalette::ToolTipText, c.text);
  set(QPalette::Highlight, c.highlight);
  set(QPalette::HighlightedText, 0xffffffff);
  set(QPalette::Link, c.link);
  set(QPalette::LinkVisited, c.link);
  set(QPalette::Light, c.light);
  set(QPalette::Midlight, c.button);
  set(QPalette::Mid, c.mid);
  set(QPalette::Dark, c.dark);
  set(QPalette::Shadow, c.shadow);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, QColor(c.disabled));
  palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(c.mid));
  return palette;
}

void applyTheme(Theme theme) {
  if (!dynamic_cast<Style*>(QApplication::style())) QApplication::setStyle(new Style);
  QApplication::setPalette(palette(theme));
}

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::Window).lightness() <
         palette.color(QPalette::WindowText).lightness();
}

QColor seriesColor(int index, bool dark) {
  using Set = std::array<QRgb, kSeriesColorCount>;
  static constexpr Set kOnLight{0xff0072b2, 0xffd55e00, 0xff009e73, 0xffc86ea0,
                                0xffb87f00, 0xff1c93d7, 0xff978e0c, 0xff3c424c};
  static constexpr Set kOnDark{0xff2f9be6, 0xffec7a2c, 0xff22b98c, 0xffcc79a7,
                               0xffe69f00, 0xff7cc8f2, 0xfff0e442, 0xffb4bac3};
  const auto wrapped =
      static_cast<std::size_t>((index % kSeriesColorCount + kSeriesColorCount) % kSeriesColorCount);
  return QColor((dark ? kOnDark : kOnLight)[wrapped]);
}

BannerColors bannerColors(bool dark) {
  return dark ? BannerColors{QColor(0xff5a1f1a), QColor(0xffffe3de)}
              : BannerColors{QColor(0xfffbe3df), QColor(0xff6e160c)};
}

}  // namespace ui
