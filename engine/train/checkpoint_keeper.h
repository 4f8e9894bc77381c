#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/clock.h"
#include "engine/train/checkpoint.h"
#include "engine/train/train_control.h"

namespace engine {

/// Keeps the checkpoint of a run up to date: at intervals, at every pause and when the steps are
/// over (not after a loss that was no finite number: the checkpoint is then that of better times).
/// Stands between the trainer and another observer, to which it passes everything on. Training
/// waits only for a copy of the weights; encoding and writing are done on a thread of its own.
class CheckpointKeeper : public TrainObserver {
 public:
  struct Options {
    std::filesystem::path path;
    double intervalSeconds = 60;  ///< from one copy to the next; 0: after every step
    /// Called on the writing thread with what an Error said; the run goes on, and the next time is
    /// another try.
    std::function<void(const std::string&)> failed = {};
  };

  /// All must outlive the keeper.
  CheckpointKeeper(const Dataset& dataset, TrainControl& control, TrainObserver& next,
                   Options options, const Clock& clock = steadyClock());
  /// Waits like finish().
  ~CheckpointKeeper() override;

  /// From now on save(), called on the training thread between two steps, gives the state of
  /// something that goes along with the run; see Checkpoint::companions. Before the run only.
  void addCompanion(const std::string& name, std::function<std::string()> save);

  /// Waits until all that was to be written has been tried.
  void finish();

  /// After finish(): number of steps in the last file that was written; nothing if there is none.
  std::optional<std::int64_t> savedSteps() const;

  void runStarted(const RunStarted& run) override;
  void stepDone(const StepDone& step) override;
  void validationDone(const ValidationDone& report) override;
  void bestWeights(std::shared_ptr<const Weights> weights, std::int64_t updates,
                   const Evaluation& validation) override;
  void weightsReady(std::shared_ptr<const Weights> weights, std::int64_t updates) override;
  void stateReady(RunState&& state) override;
  void paused(std::int64_t nextStep) override;
  void resumed() override;
  void runFinished(const RunFinished& run) override;
  void paced(const PaceMoment& moment) override;

 private:
  void work();
  void write(Checkpoint checkpoint);

  const Dataset& m_dataset;
  TrainControl& m_control;
  TrainObserver& m_next;
  const Options m_options;
  const Clock& m_clock;
  std::map<std::string, std::function<std::string()>> m_companions;
  RunHistory m_history;
  double m_lastCopy = 0;

  mutable std::mutex m_mutex;
  std::condition_variable m_changed;
  /// Only the latest one is worth writing. Without the identity of the data, which takes a while.
  std::optional<Checkpoint> m_waiting;
  std::optional<std::int64_t> m_savedSteps;
  bool m_ending = false;

  DatasetIdentity m_identity;  ///< of the writing thread
  std::thread m_thread;        ///< last: begins when everything else is there
};

}  // namespace engine
