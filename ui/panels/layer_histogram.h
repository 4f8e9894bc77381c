#pragma once

#include <QWidget>

#include "engine/nn/layer_statistics.h"

namespace ui {

/// How often which numbers occur in a layer: a bar for each range, from 0 to the right.
class LayerHistogram : public QWidget {
  Q_OBJECT

 public:
  explicit LayerHistogram(const QString& layer, QWidget* parent = nullptr);

  void setHistogram(const engine::Histogram& histogram);

  QSize sizeHint() const override { return minimumSizeHint(); }
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString textOf(float value) const;

  engine::Histogram m_histogram;
};

}  // namespace ui
