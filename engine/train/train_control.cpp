#include "engine/train/train_control.h"

#include <algorithm>
#include <utility>

namespace engine {

void TrainControl::pause() {
  const std::lock_guard lock(m_mutex);
  m_paused = true;
  m_singleSteps = 0;
  m_changed.notify_all();
}

void TrainControl::resume() {
  const std::lock_guard lock(m_mutex);
  m_paused = false;
  m_changed.notify_all();
}

void TrainControl::stepOnce() {
  const std::lock_guard lock(m_mutex);
  m_paused = true;
  ++m_singleSteps;
  m_changed.notify_all();
}

void TrainControl::stop(bool skipTest) {
  const std::lock_guard lock(m_mutex);
  m_wishes.stop = true;
  m_wishes.skipTest |= skipTest;
  m_changed.notify_all();
}

void TrainControl::setLearningRate(double rate) {
  const std::lock_guard lock(m_mutex);
  m_wishes.learningRate = rate;
}

void TrainControl::requestWeights() {
  const std::lock_guard lock(m_mutex);
  m_wishes.weights = true;
  m_changed.notify_all();
}

void TrainControl::delay(double seconds) {
  constexpr double kLongest = 1e8;  // three years; the clock's own number ends at 292
  const std::lock_guard lock(m_mutex);
  m_delayEnd = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(std::clamp(seconds, 0., kLongest)));
  m_changed.notify_all();
}

void TrainControl::requestState() {
  const std::lock_guard lock(m_mutex);
  m_wishes.state = true;
  m_changed.notify_all();
}

void TrainControl::requestFinalState() {
  const std::lock_guard lock(m_mutex);
  m_wishes.finalState = true;
}

bool TrainControl::isPaused() const {
  const std::lock_guard lock(m_mutex);
  return m_paused;
}

bool TrainControl::abandoned() const {
  const std::lock_guard lock(m_mutex);
  return m_wishes.skipTest;
}

TrainControl::Wishes TrainControl::take() {
  const std::lock_guard lock(m_mutex);
  Wishes taken = m_wishes;
  m_wishes.weights = m_wishes.state = false;
  m_wishes.learningRate.reset();
  return taken;
}

bool TrainControl::shouldRest() {
  const std::lock_guard lock(m_mutex);
  if (!m_paused || m_wishes.stop) return false;
  if (m_singleSteps == 0) return true;
  --m_singleSteps;
  return false;
}

bool TrainControl::isDelayed() const {
  const std::lock_guard lock(m_mutex);
  return delayed();
}

void TrainControl::waitForDelay() {
  std::unique_lock lock(m_mutex);
  const auto end = m_delayEnd;
  m_changed.wait_until(lock, end, [&] {
    return !delayed() || m_delayEnd != end || m_wishes.weights || m_wishes.state;
  });
}

bool TrainControl::delayed() const {
  return !m_paused && !m_wishes.stop && Clock::now() < m_delayEnd;
}

void TrainControl::waitForWish() {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [this] {
    return !m_paused || m_singleSteps > 0 || m_wishes.stop || m_wishes.weights || m_wishes.state;
  });
}

}  // namespace engine
