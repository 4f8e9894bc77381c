#include "ui/run/run_commands.h"

#include <utility>

namespace ui {

RunCommands::RunCommands(TrainingSession& session, QObject* parent)
    : QObject(parent), m_session(session) {}

void RunCommands::setConfig(const engine::TrainConfig& config) {
  if (config.learningRate != m_config.learningRate) m_session.setLearningRate(config.learningRate);
  m_config = config;
}

void RunCommands::setDataset(std::shared_ptr<const engine::Dataset> dataset) {
  m_dataset = std::move(dataset);
  m_awaitsDataset = false;
  emit datasetChanged();
  const auto pace = m_pending;
  setPending(std::nullopt);
  if (pace) start(*pace);
}

void RunCommands::keepDataset() {
  m_awaitsDataset = !m_dataset;
  setPending(std::nullopt);
  m_from.reset();
}

void RunCommands::startOrPause() {
  if (m_session.isAttached()) return start(Pace::Continuous);
  if (m_pending) {
    m_from.reset();
    return setPending(std::nullopt);
  }
  switch (m_session.state()) {
    case TrainingSession::State::Running:
      return m_session.pause();
    case TrainingSession::State::Paused:
      return m_session.resume();
    case TrainingSession::State::Stopping:
      return;
    default:
      return start(Pace::Continuous);
  }
}

void RunCommands::stepOnce() {
  if (m_session.isActive() && !m_session.isAttached())
    m_session.stepOnce();
  else
    start(Pace::SingleStep);
}

void RunCommands::stop() {
  setPending(std::nullopt);
  m_from.reset();
  m_session.stop();
}

void RunCommands::startFrom(std::shared_ptr<const engine::Checkpoint> checkpoint) {
  m_from = std::move(checkpoint);
  start(Pace::Continuous);
}

void RunCommands::restart() {
  start(Pace::Continuous);
}

void RunCommands::setPending(std::optional<Pace> pace) {
  if (std::exchange(m_pending, pace).has_value() != pace.has_value()) emit awaitsStartChanged();
}

void RunCommands::start(Pace pace) {
  if (m_awaitsDataset) return setPending(pace);
  const auto from = std::exchange(m_from, nullptr);
  m_startedConfig = from ? from->state.config : m_config;
  if (!from) m_startedConfig->maxSteps = m_maxSteps;
  m_startedDataset = m_dataset;
  emit starting();
  if (from)
    m_session.startFrom(m_dataset, from);
  else
    m_session.start(m_dataset, *m_startedConfig);
  if (pace == Pace::SingleStep) m_session.stepOnce();
}

}  // namespace ui
