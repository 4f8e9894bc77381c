#pragma once

#include <array>
#include <chrono>

#include "app/cli/alexnet_options.h"
#include "app/cli/progress_bar.h"
#include "engine/bench/alexnet_benchmark.h"

namespace cli {

class LineOutput;

/// Prints the log of a benchmark while it runs.
class AlexnetReporter : public engine::AlexnetObserver {
 public:
  AlexnetReporter(const AlexnetOptions& options, LineOutput& output);

  void printShapes();

  void stepDone(const engine::AlexnetStep& step) override;
  void taskDone(const engine::AlexnetSummary& summary) override;
  bool goesOn() override;

  /// Mean seconds per batch of a task that is done.
  double meanOf(engine::AlexnetTask task) const { return m_means[static_cast<int>(task)]; }

 private:
  std::chrono::system_clock::time_point now(double elapsed) const;
  void print(const std::string& line);

  const AlexnetOptions& m_options;
  LineOutput& m_output;
  ProgressBar m_bar;
  engine::AlexnetProgress m_progress;
  std::chrono::system_clock::time_point m_start;
  std::array<double, 2> m_means{};
};

}  // namespace cli
