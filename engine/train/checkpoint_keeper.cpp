#include "engine/train/checkpoint_keeper.h"

#include <exception>
#include <utility>

namespace engine {

CheckpointKeeper::CheckpointKeeper(const Dataset& dataset, TrainControl& control,
                                   TrainObserver& next, Options options, const Clock& clock)
    : m_dataset(dataset),
      m_control(control),
      m_next(next),
      m_options(std::move(options)),
      m_clock(clock),
      m_lastCopy(clock.seconds()),
      m_thread([this] { work(); }) {
  m_control.requestFinalState();
}

CheckpointKeeper::~CheckpointKeeper() {
  finish();
}

void CheckpointKeeper::addCompanion(const std::string& name, std::function<std::string()> save) {
  m_companions[name] = std::move(save);
}

void CheckpointKeeper::finish() {
  if (!m_thread.joinable()) return;
  {
    const std::lock_guard lock(m_mutex);
    m_ending = true;
  }
  m_changed.notify_all();
  m_thread.join();
}

std::optional<std::int64_t> CheckpointKeeper::savedSteps() const {
  const std::lock_guard lock(m_mutex);
  return m_savedSteps;
}

void CheckpointKeeper::runStarted(const RunStarted& run) {
  if (run.history) m_history = *run.history;
  m_lastCopy = m_clock.seconds();
  m_next.runStarted(run);
}

void CheckpointKeeper::stepDone(const StepDone& step) {
  m_history.steps.push_back(step);
  m_next.stepDone(step);
  if (m_clock.seconds() - m_lastCopy >= m_options.intervalSeconds) m_control.requestState();
}

void CheckpointKeeper::validationDone(const ValidationDone& report) {
  m_history.validations.push_back(report);
  m_next.validationDone(report);
}

void CheckpointKeeper::bestWeights(std::shared_ptr<const Weights> weights, std::int64_t updates,
                                   const Evaluation& validation) {
  m_next.bestWeights(std::move(weights), updates, validation);
}

void CheckpointKeeper::weightsReady(std::shared_ptr<const Weights> weights, std::int64_t updates) {
  m_next.weightsReady(std::move(weights), updates);
}

void CheckpointKeeper::stateReady(RunState&& state) {
  m_lastCopy = m_clock.seconds();
  Checkpoint checkpoint;
  checkpoint.state = std::move(state);
  checkpoint.history = std::make_shared<const RunHistory>(m_history);
  for (const auto& [name, save] : m_companions) checkpoint.companions[name] = save();
  {
    const std::lock_guard lock(m_mutex);
    m_waiting = std::move(checkpoint);
  }
  m_changed.notify_all();
}

void CheckpointKeeper::paused(std::int64_t nextStep) {
  m_control.requestState();
  m_next.paused(nextStep);
}

void CheckpointKeeper::resumed() {
  m_next.resumed();
}

void CheckpointKeeper::runFinished(const RunFinished& run) {
  m_next.runFinished(run);
}

void CheckpointKeeper::paced(const PaceMoment& moment) {
  m_history.moments.push_back(moment);
  m_next.paced(moment);
}

void CheckpointKeeper::work() {
  std::unique_lock lock(m_mutex);
  for (;;) {
    m_changed.wait(lock, [this] { return m_waiting || m_ending; });
    if (!m_waiting) return;
    Checkpoint checkpoint = *std::exchange(m_waiting, std::nullopt);
    lock.unlock();
    write(std::move(checkpoint));
    lock.lock();
  }
}

void CheckpointKeeper::write(Checkpoint checkpoint) {
  try {
    if (m_identity.fingerprint.empty()) m_identity = DatasetIdentity::of(m_dataset);
    checkpoint.dataset = m_identity;
    writeCheckpoint(m_options.path, checkpoint);
    const std::lock_guard lock(m_mutex);
    m_savedSteps = checkpoint.state.steps;
  } catch (const std::exception& error) {
    if (m_options.failed) m_options.failed(error.what());
  }
}

}  // namespace engine
