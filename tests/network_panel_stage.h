#pragma once

#include <QLabel>
#include <QScrollArea>
#include <QTest>
#include <QTextBrowser>
#include <algorithm>
#include <memory>

#include "sample_weights.h"
#include "train_fixtures.h"
#include "ui/panels/network_panel.h"
#include "ui/panels/network_view.h"
#include "ui/panels/output_bars.h"
#include "ui/run/training_session.h"

/// A panel with its session, shown and active, and what one sees and does there.
struct NetworkPanelStage {
  using Place = ui::LayerStrip::Place;

  NetworkPanelStage() {
    panel.resize(560, 780);  // a pointer cannot leave the screen
    panel.show();
    isReady = QTest::qWaitForWindowActive(&panel);
  }

  /// Gives the panel weights and images to look at.
  bool show(std::shared_ptr<engine::Weights> shown) {
    weights = shown;
    panel.setDataset(data);
    session.setWeights(shown, 1234);
    return QTest::qWaitFor([this] { return panel.trace() != nullptr; });
  }
  /// The numbers that the panel has to show of the first image, computed anew.
  const engine::Activations& expected() {
    tracer = std::make_unique<engine::ActivationTracer>(weights);
    return tracer->trace(data->validation.image(0));
  }

  ui::NetworkView& view() const { return *panel.findChild<ui::NetworkView*>(); }
  QString explanation() const { return panel.findChild<QTextBrowser*>()->toPlainText(); }
  QString source() const { return panel.findChild<QLabel*>()->text(); }
  bool says(const QString& text) const {
    return std::ranges::any_of(panel.findChildren<QLabel*>(), [&](const QLabel* label) {
      return label->isVisibleTo(&panel) && label->text().contains(text);
    });
  }
  void point(ui::LayerStrip& strip, const Place& place) const {
    if (auto* area = view().findChild<QScrollArea*>(); area->isAncestorOf(&strip))
      area->ensureWidgetVisible(&strip);
    QTest::mouseMove(&strip, strip.rectOf(place).center().toPoint());
  }
  static void click(ui::LayerStrip& strip, const Place& place) {
    QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.rectOf(place).center().toPoint());
  }

  ui::TrainingSession session;
  ui::NetworkPanel panel{session};
  std::shared_ptr<engine::Dataset> data = std::make_shared<engine::Dataset>(noiseDataset(8, 20, 4));
  std::shared_ptr<engine::Weights> weights;
  std::unique_ptr<engine::ActivationTracer> tracer;
  bool isReady = false;
};

inline QString threeDecimals(double value) {
  return QLocale().toString(value, 'f', 3);
}
