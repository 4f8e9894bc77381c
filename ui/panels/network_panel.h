#pragma once

#include <QTimer>
#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/nn/unit_explanation.h"
#include "ui/run/layer_check.h"
#include "ui/run/network_tracer.h"
#include "ui/run/weights_watch.h"

class QLabel;
class QSpinBox;
class QTextBrowser;

namespace ui {

class NetworkView;

/// Looks into the network of the moment: what every layer makes of the drawing or, where nothing is
/// drawn, of an image of the validation set, and how each number came about. Follows the pen and
/// the run while it is visible, and does nothing while it is hidden.
class NetworkPanel : public QWidget {
  Q_OBJECT

 public:
  explicit NetworkPanel(TrainingSession& session, QWidget* parent = nullptr);

  void setDataset(std::shared_ptr<const engine::Dataset> dataset);
  /// What is on the pad, [28, 28] bytes or empty, and what to call it.
  void setDigit(std::span<const std::uint8_t> pixels, const QString& caption);

  /// Null before the first.
  const NetworkTrace* trace() const { return m_tracer.last(); }

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void refresh();
  void showTrace();
  void showExplanation();
  void showSource();
  std::span<const std::uint8_t> pixels() const;

  WeightsWatch m_watch;
  NetworkTracer m_tracer;
  LayerCheck m_check;
  std::shared_ptr<const engine::Dataset> m_dataset;
  QStringList m_classNames;
  std::vector<std::uint8_t> m_digit;
  QString m_caption;
  QString m_problem;
  std::optional<engine::NetworkUnit> m_unit;  // explained
  std::optional<int> m_filter;                // explained instead
  QTimer m_explain;

  QLabel* m_source;
  QSpinBox* m_index;
  NetworkView* m_view;
  QTextBrowser* m_explanation;
};

}  // namespace ui
