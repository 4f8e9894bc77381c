#include "ui/run/mailbox.h"

#include <utility>

namespace ui {

template <typename Change>
void Mailbox::put(Change change) {
  {
    const std::lock_guard lock(m_mutex);
    change(m_news);
    if (std::exchange(m_notified, true)) return;
  }
  m_notify();
}

void Mailbox::runStarted(const engine::RunStarted& run) {
  put([&](News& news) {
    // A log that is followed may tell of several runs.
    news = {};
    news.started = run;
    if (!run.history) return;
    news.steps = run.history->steps;
    news.validations = run.history->validations;
  });
}

void Mailbox::stepDone(const engine::StepDone& step) {
  m_nextStep = step.step + 1;
  put([&](News& news) { news.steps.push_back(step); });
}

void Mailbox::validationDone(const engine::ValidationDone& validation) {
  put([&](News& news) { news.validations.push_back(validation); });
}

void Mailbox::bestWeights(std::shared_ptr<const engine::Weights> weights, std::int64_t updates,
                          const engine::Evaluation& validation) {
  put([&](News& news) {
    news.best = BestWeights{std::move(weights), updates, validation.errorRate()};
  });
}

void Mailbox::weightsReady(std::shared_ptr<const engine::Weights> weights, std::int64_t updates) {
  put([&](News& news) {
    news.weights = std::move(weights);
    news.updates = updates;
  });
}

void Mailbox::paused(std::int64_t nextStep) {
  m_nextStep = nextStep;
  // Single steps do not end a pause.
  if (std::exchange(m_paused, true)) return;
  put([&](News& news) {
    news.pauses.push_back({.kind = engine::RunEvent::Kind::Pause, .step = nextStep});
  });
}

void Mailbox::resumed() {
  m_paused = false;
  put([&](News& news) {
    news.pauses.push_back({.kind = engine::RunEvent::Kind::Resume, .step = m_nextStep});
  });
}

void Mailbox::runFinished(const engine::RunFinished& run) {
  m_isTested = run.test.count > 0 && run.reason != engine::StopReason::Stopped;
  put([&](News& news) { news.finished = run; });
}

void Mailbox::paced(const engine::PaceMoment& moment) {
  put([&](News& news) { news.moments.push_back(moment); });
}

void Mailbox::runFailed(const QString& message) {
  put([&](News& news) { news.failure = message; });
}

void Mailbox::checkpointFailed(const QString& message) {
  put([&](News& news) { news.checkpointFailure = message; });
}

News Mailbox::take() {
  const std::lock_guard lock(m_mutex);
  m_notified = false;
  return std::exchange(m_news, {});
}

}  // namespace ui
