#pragma once

#include <QObject>
#include <QTimer>
#include <atomic>
#include <memory>
#include <vector>

#include "engine/nn/layer_statistics.h"
#include "ui/run/worker.h"

namespace ui {

/// Counts what the layers do over the first images of the validation set, on a thread of its own.
class LayerCheck : public QObject {
  Q_OBJECT

 public:
  static constexpr int kImages = 64;

  explicit LayerCheck(QObject* parent = nullptr);
  /// Waits for one image.
  ~LayerCheck() override;

  /// The latest of several. After each check it rests, for 5 s at least and for 50 times as long as
  /// it took: no more than 2 % of a CPU.
  void check(std::shared_ptr<const engine::Weights> weights,
             std::shared_ptr<const engine::Dataset> dataset);
  /// Gives up what is under way or waits.
  void cancel();

  /// Empty before the first.
  const std::vector<engine::LayerStatistics>& result() const { return m_result; }
  /// How many images are in it; fewer than kImages in a small set.
  int images() const { return m_images; }

 signals:
  void checked();

 private:
  void begin();
  void finish();

  std::shared_ptr<const engine::Weights> m_weights;  // to be checked next; null if none
  std::shared_ptr<const engine::Dataset> m_dataset;
  std::vector<engine::LayerStatistics> m_result, m_found;
  int m_images = 0;
  qint64 m_milliseconds = 0;
  std::atomic<bool> m_givenUp = false;
  QTimer m_rest;
  Worker m_worker;  // goes first, as it works on the others
};

}  // namespace ui
