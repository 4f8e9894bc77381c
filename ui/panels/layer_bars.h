#pragma once

#include <QWidget>
#include <vector>

#include "engine/bench/alexnet_batch.h"

namespace ui {

/// The time of every layer as two bars, forward and backward, on one scale, each with its
/// milliseconds and GFLOP/s.
class LayerBars : public QWidget {
  Q_OBJECT

 public:
  explicit LayerBars(QWidget* parent = nullptr);

  void setLayers(std::vector<engine::StageSpeed> layers);

  /// What stands beside a bar: "5.8 ms, 1244 GFLOP/s"; empty if nothing was measured.
  QString text(std::size_t layer, bool backward) const;

  /// All numbers, a line for each layer.
  QString tabSeparated() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<engine::StageSpeed> m_layers;
};

}  // namespace ui
