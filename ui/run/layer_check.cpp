#include "ui/run/layer_check.h"

#include <QElapsedTimer>
#include <QThread>
#include <algorithm>
#include <utility>

namespace ui {
namespace {

constexpr qint64 kLeastRest = 5000;  // ms
constexpr qint64 kRestFactor = 50;

}  // namespace

LayerCheck::LayerCheck(QObject* parent) : QObject(parent) {
  m_rest.setSingleShot(true);
  connect(&m_rest, &QTimer::timeout, this, &LayerCheck::begin);
}

LayerCheck::~LayerCheck() {
  m_givenUp = true;
}

void LayerCheck::check(std::shared_ptr<const engine::Weights> weights,
                       std::shared_ptr<const engine::Dataset> dataset) {
  m_weights = std::move(weights);
  m_dataset = std::move(dataset);
  begin();
}

void LayerCheck::cancel() {
  m_givenUp = true;
  m_weights = nullptr;
}

void LayerCheck::begin() {
  if (!m_weights || m_worker.isBusy() || m_rest.isActive()) return;
  m_givenUp = false;
  m_images = static_cast<int>(std::min<std::int64_t>(kImages, m_dataset->validation.count()));
  m_worker.start(
      [this, weights = std::exchange(m_weights, nullptr), dataset = m_dataset] {
        QThread::currentThread()->setPriority(QThread::LowPriority);
        QElapsedTimer time;
        time.start();
        m_found.clear();
        try {
          engine::ActivationTracer tracer(weights);
          m_found = engine::layerStatistics(tracer, dataset->validation, kImages,
                                            [this] { return m_givenUp.load(); });
        } catch (const std::exception&) {
          // Of another network: whoever shows the network says so.
        }
        m_milliseconds = time.elapsed();
      },
      [this] { finish(); });
}

void LayerCheck::finish() {
  if (m_givenUp) return begin();
  m_rest.start(static_cast<int>(std::max(kLeastRest, kRestFactor * m_milliseconds)));
  m_result = std::move(m_found);
  emit checked();
}

}  // namespace ui
