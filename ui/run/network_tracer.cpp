#include "ui/run/network_tracer.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ui {

NetworkTracer::NetworkTracer(QObject* parent) : QObject(parent) {
  m_rest.setSingleShot(true);
  m_rest.setTimerType(Qt::PreciseTimer);
  m_rest.setInterval(std::chrono::milliseconds(33));
  connect(&m_rest, &QTimer::timeout, this, &NetworkTracer::begin);
}

void NetworkTracer::trace(std::shared_ptr<const engine::Weights> weights,
                          std::span<const std::uint8_t> pixels) {
  m_wanted = Wanted{std::move(weights), {pixels.begin(), pixels.end()}};
  begin();
}

void NetworkTracer::begin() {
  if (!m_wanted || m_worker.isBusy() || m_rest.isActive()) return;
  m_rest.start();
  m_error.clear();
  m_worker.start(
      [this, wanted = *std::exchange(m_wanted, {})] {
        try {
          if (!m_spare || m_spare->weights != wanted.weights)
            m_spare = std::make_unique<NetworkTrace>(wanted.weights);
          m_spare->pixels = wanted.pixels;
          const auto& logits = m_spare->tracer.trace(wanted.pixels).logits.values();
          m_spare->winner = static_cast<int>(std::ranges::max_element(logits) - logits.begin());
          m_spare->saliency = m_spare->tracer.saliency(m_spare->winner);
        } catch (const std::exception& failure) {
          m_error = QString::fromUtf8(failure.what());
        }
      },
      [this] { finish(); });
}

void NetworkTracer::finish() {
  if (m_error.isEmpty()) {
    std::swap(m_shown, m_spare);
    emit traced();
  } else {
    emit failed(m_error);
  }
  begin();
}

}  // namespace ui
