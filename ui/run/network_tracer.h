#pragma once

#include <QObject>
#include <QTimer>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/nn/activations.h"
#include "ui/run/worker.h"

namespace ui {

/// What the network makes of one image. Not changed while somebody is shown it.
struct NetworkTrace {
  explicit NetworkTrace(std::shared_ptr<const engine::Weights> of)
      : weights(of), tracer(std::move(of)) {}

  std::shared_ptr<const engine::Weights> weights;
  engine::ActivationTracer tracer;
  std::vector<std::uint8_t> pixels;  ///< [28, 28]
  int winner = 0;                    ///< class with the largest logit
  engine::Tensor saliency;           ///< [28, 28, 1], gradient of that logit by the pixels
};

/// Looks into the network on a thread of its own. However many images come, it takes the latest,
/// and no more than 30 a second.
class NetworkTracer : public QObject {
  Q_OBJECT

 public:
  explicit NetworkTracer(QObject* parent = nullptr);

  void trace(std::shared_ptr<const engine::Weights> weights, std::span<const std::uint8_t> pixels);
  /// Forgets what is not begun yet.
  void cancel() { m_wanted.reset(); }

  /// Null before the first. Valid until the next traced().
  const NetworkTrace* last() const { return m_shown.get(); }

 signals:
  void traced();
  /// Weights of another network, or no memory.
  void failed(const QString& message);

 private:
  struct Wanted {
    std::shared_ptr<const engine::Weights> weights;
    std::vector<std::uint8_t> pixels;
  };
  void begin();
  void finish();

  std::optional<Wanted> m_wanted;
  std::unique_ptr<NetworkTrace> m_shown, m_spare;  // the worker has the spare one while it works
  QString m_error;
  QTimer m_rest;
  Worker m_worker;  // goes first, as it works on the others
};

}  // namespace ui
