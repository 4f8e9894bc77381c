#include "engine/bench/alexnet_benchmark.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace engine {

const char* taskName(AlexnetTask task) {
  return task == AlexnetTask::Forward ? "Forward" : "Forward-backward";
}

MeanAndDeviation summarizeBatches(std::span<const double> seconds) {
  const auto count = static_cast<double>(seconds.size());
  double sum = 0, squares = 0;
  for (const double value : seconds) sum += value;
  for (const double value : seconds) squares += std::pow(value - sum / count, 2);
  return {sum / count, std::sqrt(squares / count)};
}

MeanAndDeviation scriptSummary(std::span<const double> seconds) {
  const auto count = static_cast<double>(seconds.size());
  double sum = 0, squares = 0;
  for (const double value : seconds.subspan(1)) {
    sum += value;
    squares += value * value;
  }
  const double mean = sum / count;
  return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean))};
}

void AlexnetProgress::add(const AlexnetStep& step) {
  constexpr std::size_t kRecent = 10;
  if (step.task != std::exchange(m_task, step.task)) m_recent.clear();
  m_recent.push_back(step.seconds);
  if (m_recent.size() > kRecent) m_recent.pop_front();
  ++m_done;
}

double AlexnetProgress::secondsLeft() const {
  constexpr double kOperationsOfBoth = 486.8 / 168.5;  // times those of the forward pass
  const double batch =
      std::reduce(m_recent.begin(), m_recent.end()) / static_cast<double>(m_recent.size());
  if (m_task == AlexnetTask::ForwardBackward) return batch * (total() - m_done);
  return batch * (m_perTask - m_done + kOperationsOfBoth * m_perTask);
}

bool runAlexnet(int batches, const AlexnetBatchTimer& timer, AlexnetObserver& observer) {
  double elapsed = 0;
  for (const AlexnetTask task : {AlexnetTask::Forward, AlexnetTask::ForwardBackward}) {
    std::vector<double> counted;
    for (int step = -kAlexnetWarmUp; step < batches; ++step) {
      if (!observer.goesOn()) return false;
      const double seconds = timer(task);
      elapsed += seconds;
      if (step >= 0) counted.push_back(seconds);
      observer.stepDone({task, step, seconds, elapsed});
    }
    observer.taskDone({task, batches, summarizeBatches(counted), scriptSummary(counted), elapsed});
  }
  return true;
}

}  // namespace engine
