#pragma once

#include <QLabel>
#include <QTest>
#include <algorithm>
#include <vector>

#include "ui/panels/digit_view.h"
#include "ui/panels/draw_panel.h"
#include "ui/run/training_session.h"

/// A panel with its session, shown and active, and what one sees on it.
class DrawPanelStage {
 public:
  DrawPanelStage() {
    panel.resize(300, 700);
    panel.show();
    panel.activateWindow();
    isReady = QTest::qWaitForWindowActive(&panel);
  }

  template <typename Widget>
  Widget* find() const {
    return panel.findChild<Widget*>();
  }

  bool says(const QString& text) const {
    return std::ranges::any_of(panel.findChildren<QLabel*>(), [&](const QLabel* label) {
      return label->isVisible() && label->text().contains(text);
    });
  }

  void draw(const ui::Strokes& strokes) {
    panel.setStrokes(strokes);
    QCoreApplication::processEvents();
  }

  /// The 28x28 pixels shown; none if there are none.
  std::vector<std::uint8_t> seen() const {
    const QImage& image = find<ui::DigitView>()->image();
    std::vector<std::uint8_t> pixels;
    for (int y = 0; y < image.height(); ++y)
      pixels.insert(pixels.end(), image.scanLine(y), image.scanLine(y) + image.width());
    return pixels;
  }

  ui::TrainingSession session;
  ui::DrawPanel panel{session};
  bool isReady = false;
};
