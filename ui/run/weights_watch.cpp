#include "ui/run/weights_watch.h"

#include <chrono>
#include <utility>

#include "ui/run/mailbox.h"
#include "ui/run/run_model.h"
#include "ui/run/training_session.h"

namespace ui {

WeightsWatch::WeightsWatch(TrainingSession& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_weights(session.weights()),
      m_updates(m_weights ? std::optional(session.updates()) : std::nullopt) {
  m_rest.setSingleShot(true);
  m_rest.setInterval(std::chrono::milliseconds(200));
  connect(&m_rest, &QTimer::timeout, this, &WeightsWatch::ask);
  connect(&session, &TrainingSession::weightsReady, this, &WeightsWatch::take);
  connect(&session, &TrainingSession::bestChanged, this, &WeightsWatch::takeBest);
  const RunModel& model = session.model();
  connect(&model, &RunModel::grew, this, [this] {
    m_stale = true;
    ask();
  });
  connect(&model, &RunModel::finished, this, [this, &model] {
    m_stale = false;
    take(model.result()->weights, model.result()->steps);
  });
}

void WeightsWatch::setWatching(bool watching) {
  m_watching = watching;
  ask();
}

void WeightsWatch::useBest(bool best) {
  if (std::exchange(m_useBest, best) == best) return;
  m_stale = !best;
  if (best)
    takeBest();
  else if (m_session.weights())
    take(m_session.weights(), m_session.updates());
  ask();
}

void WeightsWatch::takeBest() {
  const BestWeights* best = m_session.best();
  if (!m_useBest || !best) return;
  m_weights = best->weights;
  m_updates = best->updates;
  emit changed();
}

void WeightsWatch::ask() {
  if (m_useBest || !m_watching || !m_stale || m_waiting || m_rest.isActive()) return;
  m_stale = false;
  m_waiting = true;
  m_rest.start();
  m_session.requestWeights();
}

void WeightsWatch::take(std::shared_ptr<const engine::Weights> weights, qint64 updates) {
  m_waiting = false;
  if (m_useBest) return;
  m_weights = std::move(weights);
  m_updates = updates;
  emit changed();
}

}  // namespace ui
