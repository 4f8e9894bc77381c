#pragma once

#include <QStringList>
#include <QWidget>
#include <optional>
#include <vector>

#include "engine/nn/layer_statistics.h"
#include "ui/panels/layer_strip.h"

class QLabel;
class QVBoxLayout;

namespace ui {

class LayerHistogram;
class OutputBars;
struct NetworkTrace;

/// All layers of the network as pictures, from the pixels to the answer. The pixels stay in sight:
/// what the unit under the mouse (or in focus) sees is framed there.
class NetworkView : public QWidget {
  Q_OBJECT

 public:
  explicit NetworkView(QWidget* parent = nullptr);

  void setClassNames(const QStringList& names);
  /// Null empties the view. What it points to has to stay until the next call.
  void setTrace(const NetworkTrace* trace);
  /// images: how many the statistics are of.
  void setStatistics(const std::vector<engine::LayerStatistics>& statistics, int images);

  LayerStrip& strip(engine::NetworkLayer layer) const;
  LayerStrip& filters() const { return *m_filters; }
  LayerStrip& saliency() const { return *m_saliency; }
  OutputBars& outputs() const { return *m_outputs; }

 signals:
  void unitChosen(const engine::NetworkUnit& unit);
  void filterChosen(int channel);

 private:
  struct Layer {
    engine::NetworkLayer layer;
    LayerStrip* strip;
    QLabel* scale;  ///< null for the input
    QLabel* activity = nullptr;
    LayerHistogram* histogram = nullptr;
  };
  QLayout* createInput();
  void addHeading(QVBoxLayout& layout, const QString& title, const QString& sentence,
                  QWidget* strip, QLabel* scale);
  void addLayer(QVBoxLayout& layout, engine::NetworkLayer layer, const QString& title,
                const QString& sentence, const LayerStrip::Layout& tiles, bool hasStatistics);
  void follow(LayerStrip& strip, engine::NetworkLayer layer);
  void showField(const std::optional<engine::NetworkUnit>& unit);
  QString text(const engine::NetworkUnit& unit) const;

  const NetworkTrace* m_trace = nullptr;
  QStringList m_classNames;
  LayerStrip* m_saliency;
  QLabel* m_pointed;
  LayerStrip* m_filters;
  QLabel* m_filterScale;
  std::vector<Layer> m_layers;
  OutputBars* m_outputs;
};

}  // namespace ui
