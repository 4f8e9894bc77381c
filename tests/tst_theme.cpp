#include <QTest>
#include <cmath>

#include "ui/theme.h"

using namespace ui;

/// WCAG 2.1 relative luminance and contrast.
static double luminance(const QColor& color) {
  const auto linear = [](double value) {
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
         0.0722 * linear(color.blueF());
}

static double contrast(const QColor& a, const QColor& b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

class TestTheme : public QObject {
  Q_OBJECT

 private slots:
  void gui06_contrast_data() {
    QTest::addColumn<Theme>("theme");
    QTest::newRow("light") << Theme::Light;
    QTest::newRow("dark") << Theme::Dark;
  }

  void gui06_contrast() {
    QFETCH(Theme, theme);
    const QPalette colors = palette(theme);
    const bool dark = theme == Theme::Dark;
    QCOMPARE(isDark(colors), dark);
    using Role = QPalette::ColorRole;
    const std::pair<Role, Role> texts[] = {
        {QPalette::WindowText, QPalette::Window},
        {QPalette::Text, QPalette::Base},
        {QPalette::Text, QPalette::AlternateBase},
        {QPalette::PlaceholderText, QPalette::Base},
        {QPalette::PlaceholderText, QPalette::Window},
        {QPalette::ButtonText, QPalette::Button},
        {QPalette::ToolTipText, QPalette::ToolTipBase},
        {QPalette::HighlightedText, QPalette::Highlight},
        {QPalette::Link, QPalette::Base},
    };
    for (const auto& [text, ground] : texts)
      QVERIFY2(contrast(colors.color(text), colors.color(ground)) >= 4.5,
               qPrintable(QStringLiteral("role %1 on %2").arg(text).arg(ground)));
    const BannerColors banner = bannerColors(dark);
    QVERIFY(contrast(banner.text, banner.ground) >= 4.5);
    for (int i = 0; i < kSeriesColorCount; ++i)
      QVERIFY2(contrast(seriesColor(i, dark), colors.color(QPalette::Base)) >= (dark ? 4.5 : 3.3),
               qPrintable(QStringLiteral("series %1").arg(i)));
  }

  void seriesColorsRepeat() {
    QCOMPARE(seriesColor(kSeriesColorCount + 1, true), seriesColor(1, true));
    QCOMPARE(seriesColor(-1, false), seriesColor(kSeriesColorCount - 1, false));
  }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
