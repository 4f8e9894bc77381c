#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "engine/clock.h"
#include "engine/pace/paced_run.h"
#include "engine/train/run_state.h"
#include "engine/train/train_control.h"
#include "engine/train/train_observer.h"

namespace engine {

/// Stands between a trainer and its observer: lets a PacedRun go along with the run, holds the run
/// back to the pace that is wished for, and obeys the credit policy. After every step (and the
/// evaluation behind it) and every rest the observer hears of it by paced().
class Pacer : public TrainObserver {
 public:
  /// Whether reports tell of this computer's time or of the machine's.
  enum class LogTime { Own, Machine };

  /// pace: seconds of the machine in a second of ours; infinity: as fast as this computer can. next
  /// and control must outlive the pacer.
  Pacer(PacedRun run, double pace, LogTime logTime, TrainObserver& next, TrainControl& control,
        const Clock& clock = steadyClock());

  /// Tells another observer from now on; not while the run goes on.
  void setNext(TrainObserver& next) { m_next = &next; }

  // From any thread.
  PacedRun run() const;
  double pace() const;
  void setPace(double pace);
  bool hasStopped() const;  ///< the policy has ended the run
  /// Calls change(PacedRun&) between two steps, so to speak. What it throws is passed on.
  template <typename Change>
  void change(const Change& change) {
    const std::lock_guard lock(m_mutex);
    change(m_run);
  }

  void runStarted(const RunStarted& run) override;
  void stepDone(const StepDone& step) override;
  void validationDone(const ValidationDone& report) override;
  void bestWeights(std::shared_ptr<const Weights> weights, std::int64_t updates,
                   const Evaluation& validation) override {
    m_next->bestWeights(std::move(weights), updates, validation);
  }
  void weightsReady(std::shared_ptr<const Weights> weights, std::int64_t updates) override {
    m_next->weightsReady(std::move(weights), updates);
  }
  void stateReady(RunState&& state) override { m_next->stateReady(std::move(state)); }
  void paused(std::int64_t nextStep) override;
  void resumed() override;
  void runFinished(const RunFinished& run) override;

 private:
  template <typename Tell>
  void follow(const Tell& tell);
  void holdBack();

  mutable std::mutex m_mutex;
  PacedRun m_run;
  double m_pace;
  const LogTime m_logTime;
  TrainObserver* m_next;
  TrainControl& m_control;
  const Clock& m_clock;
  double m_clockStart = 0, m_machineStart = 0;  // the same moment on both clocks
  std::optional<double> m_pausedAt;
  bool m_stopped = false;
  PaceMoment m_told;  // last
};

}  // namespace engine
