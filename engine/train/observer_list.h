#pragma once

#include <initializer_list>
#include <vector>

#include "engine/train/train_observer.h"

namespace engine {

/// Passes everything on to several observers, in their order. They must outlive the list.
class ObserverList : public TrainObserver {
 public:
  ObserverList(std::initializer_list<TrainObserver*> observers) : m_observers(observers) {}
  void add(TrainObserver& observer) { m_observers.push_back(&observer); }

  void runStarted(const RunStarted& run) override {
    for (TrainObserver* next : m_observers) next->runStarted(run);
  }
  void stepDone(const StepDone& step) override {
    for (TrainObserver* next : m_observers) next->stepDone(step);
  }
  void validationDone(const ValidationDone& validation) override {
    for (TrainObserver* next : m_observers) next->validationDone(validation);
  }
  void bestWeights(std::shared_ptr<const Weights> weights, std::int64_t updates,
                   const Evaluation& validation) override {
    for (TrainObserver* next : m_observers) next->bestWeights(weights, updates, validation);
  }
  void weightsReady(std::shared_ptr<const Weights> weights, std::int64_t updates) override {
    for (TrainObserver* next : m_observers) next->weightsReady(weights, updates);
  }
  void paused(std::int64_t nextStep) override {
    for (TrainObserver* next : m_observers) next->paused(nextStep);
  }
  void resumed() override {
    for (TrainObserver* next : m_observers) next->resumed();
  }
  void runFinished(const RunFinished& run) override {
    for (TrainObserver* next : m_observers) next->runFinished(run);
  }
  void paced(const PaceMoment& moment) override {
    for (TrainObserver* next : m_observers) next->paced(moment);
  }

 private:
  std::vector<TrainObserver*> m_observers;
};

}  // namespace engine
