#pragma once

#include <deque>
#include <functional>
#include <span>

namespace engine {

/// The two things that alexnet_benchmark.py times.
enum class AlexnetTask {
  Forward,         ///< up to pool5
  ForwardBackward  ///< forward, and the gradients of half the squared sum of pool5
};

/// "Forward", "Forward-backward": the script's words.
const char* taskName(AlexnetTask task);

struct AlexnetStep {
  AlexnetTask task = AlexnetTask::Forward;
  int step = 0;        ///< below 0: warms up and does not count
  double seconds = 0;  ///< that the batch took
  double elapsed = 0;  ///< seconds of all batches so far
};

struct MeanAndDeviation {
  double mean = 0, deviation = 0;  ///< seconds per batch; the deviation is that of a population
};

struct AlexnetSummary {
  AlexnetTask task = AlexnetTask::Forward;
  int steps = 0;
  MeanAndDeviation time;
  MeanAndDeviation scriptTime;  ///< see scriptSummary()
  double elapsed = 0;           ///< seconds of all batches so far
};

MeanAndDeviation summarizeBatches(std::span<const double> seconds);

/// As the script of TensorFlow 0.10 counts: it sums up all batches but the first one and divides by
/// the number of all. The mean comes out 1 % low for 100 batches, the deviation 10 % of the mean
/// for the most constant times. For comparison with old logs only.
MeanAndDeviation scriptSummary(std::span<const double> seconds);

/// Takes a batch of the task and returns the seconds that it took, here or on a simulated machine.
using AlexnetBatchTimer = std::function<double(AlexnetTask)>;

/// Hears of a benchmark, on the thread that runs it.
class AlexnetObserver {
 public:
  virtual ~AlexnetObserver() = default;
  virtual void stepDone(const AlexnetStep& /*step*/) {}
  virtual void taskDone(const AlexnetSummary& /*summary*/) {}
  /// Asked before every batch.
  virtual bool goesOn() { return true; }
};

/// Batches before those that count, of each task.
inline constexpr int kAlexnetWarmUp = 10;

/// How far a benchmark is, and how long it still takes if it goes on as it did lately.
class AlexnetProgress {
 public:
  explicit AlexnetProgress(int batches) : m_perTask(kAlexnetWarmUp + batches) {}

  void add(const AlexnetStep& step);

  int done() const noexcept { return m_done; }
  int total() const noexcept { return 2 * m_perTask; }
  double secondsLeft() const;  ///< after the first add()

 private:
  int m_perTask;
  int m_done = 0;
  AlexnetTask m_task = AlexnetTask::Forward;
  std::deque<double> m_recent;  ///< seconds of the task's last batches
};

/// Both tasks, one after the other: kAlexnetWarmUp batches, then as many as are wanted (at least
/// 1). Returns whether it came to the end.
bool runAlexnet(int batches, const AlexnetBatchTimer& timer, AlexnetObserver& observer);

}  // namespace engine
