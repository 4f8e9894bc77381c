#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace engine {

/// The door into a running Trainer::run, usable from any thread. Every wish is obeyed between two
/// steps; stop(true) also between the batches of an evaluation.
class TrainControl {
 public:
  void pause();
  void resume();
  /// Does one step and pauses again. Starts from pause or from running.
  void stepOnce();
  /// Ends the run after the current step. The final test pass is done unless skipTest is given.
  void stop(bool skipTest = false);
  /// Sets the base learning rate from the next step on; the staircase decay goes on from it.
  void setLearningRate(double rate);
  /// Asks for one TrainObserver::weightsReady after the current step; asking again before it came
  /// changes nothing. Also answered while paused. A run that ends first answers by runFinished.
  void requestWeights();

  /// Holds the run back: its next step does not begin before so many seconds from now. Replaces an
  /// earlier delay; 0 ends it. A single step, a pause and a stop do not wait for it.
  void delay(double seconds);

  /// Asks for one TrainObserver::stateReady after the current step, or at once while paused. What
  /// else was asked for in the meantime comes after it. A run that ends first does not answer.
  void requestState();
  /// Asks for a stateReady also when the steps are over, before the test pass.
  void requestFinalState();

  bool isPaused() const;

  // For the trainer.

  /// True once stop(true) was called: even an evaluation should be broken off.
  bool abandoned() const;

  struct Wishes {
    bool stop = false;
    bool skipTest = false;
    bool weights = false;
    bool state = false;
    bool finalState = false;
    std::optional<double> learningRate;
  };
  /// Takes what was asked for since the last call; stop and finalState stay set.
  Wishes take();
  /// True if the run should rest before its next step. Consumes a single step.
  bool shouldRest();
  /// True while a delay holds the run back.
  bool isDelayed() const;
  /// Sleeps until the delay is over or there is something to do.
  void waitForDelay();
  /// Sleeps until there is something to do: resume, step, stop or a wish to be answered.
  void waitForWish();

 private:
  using Clock = std::chrono::steady_clock;
  bool delayed() const;  // locked

  mutable std::mutex m_mutex;
  std::condition_variable m_changed;
  bool m_paused = false;
  int m_singleSteps = 0;
  Clock::time_point m_delayEnd;
  Wishes m_wishes;
};

}  // namespace engine
