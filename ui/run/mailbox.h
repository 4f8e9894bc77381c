#pragma once

#include <QString>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/log/run_record.h"
#include "engine/pace/pace_moment.h"
#include "engine/train/train_observer.h"

namespace ui {

/// The weights of a run that had the fewest errors on the validation set so far.
struct BestWeights {
  std::shared_ptr<const engine::Weights> weights;
  std::int64_t updates = 0;    ///< that made them
  double validationError = 0;  ///< percent
};

/// What a run has told since somebody last looked.
struct News {
  std::optional<engine::RunStarted> started;
  std::vector<engine::StepDone> steps;
  std::vector<engine::ValidationDone> validations;
  std::vector<engine::RunEvent> pauses;  ///< Pause and Resume
  std::vector<engine::PaceMoment> moments;
  std::shared_ptr<const engine::Weights> weights;  ///< the latest answer; null if none
  std::int64_t updates = 0;                        ///< of those weights
  std::optional<BestWeights> best;
  std::optional<engine::RunFinished> finished;
  std::optional<QString> failure;
  std::optional<QString> checkpointFailure;
};

/// Collects the events of one run on the thread that trains until another thread takes them.
/// notify is called on the training thread for the first event after each take(), and for no
/// other: however fast the steps are, at most one notice is on its way.
class Mailbox : public engine::TrainObserver {
 public:
  explicit Mailbox(std::function<void()> notify) : m_notify(std::move(notify)) {}

  void runStarted(const engine::RunStarted& run) override;
  void stepDone(const engine::StepDone& step) override;
  void validationDone(const engine::ValidationDone& validation) override;
  void bestWeights(std::shared_ptr<const engine::Weights> weights, std::int64_t updates,
                   const engine::Evaluation& validation) override;
  void weightsReady(std::shared_ptr<const engine::Weights> weights, std::int64_t updates) override;
  void paused(std::int64_t nextStep) override;
  void resumed() override;
  void runFinished(const engine::RunFinished& run) override;
  void paced(const engine::PaceMoment& moment) override;
  void runFailed(const QString& message);
  void checkpointFailed(const QString& message);
  /// The run went through all its steps and the final test. For the thread that trains.
  bool isTested() const { return m_isTested; }

  News take();

 private:
  template <typename Change>
  void put(Change change);

  const std::function<void()> m_notify;
  std::mutex m_mutex;
  News m_news;
  bool m_notified = false;
  bool m_isTested = false;
  bool m_paused = false;  ///< of the training thread alone, as m_nextStep
  std::int64_t m_nextStep = 0;
};

}  // namespace ui
