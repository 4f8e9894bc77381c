#include "app/cli/alexnet_reporter.h"

#include "app/cli/line_output.h"
#include "engine/bench/alexnet.h"
#include "engine/log/alexnet_log.h"

namespace cli {

AlexnetReporter::AlexnetReporter(const AlexnetOptions& options, LineOutput& output)
    : m_options(options),
      m_output(output),
      m_bar(options.progress),
      m_progress(options.batches),
      m_start(std::chrono::system_clock::now()) {}

void AlexnetReporter::printShapes() {
  for (const auto& [name, shape] : engine::layersOf(engine::alexnetStages()))
    print(engine::shapeLine(name, m_options.config.batchSize, shape));
}

void AlexnetReporter::stepDone(const engine::AlexnetStep& step) {
  m_progress.add(step);
  if (engine::isPrintedStep(step.step))
    print(engine::stepLine(now(step.elapsed), step.step, step.seconds));
  m_bar.update(m_progress.done(), m_progress.total(), m_progress.secondsLeft());
}

void AlexnetReporter::taskDone(const engine::AlexnetSummary& summary) {
  m_means[static_cast<int>(summary.task)] = summary.time.mean;
  const auto line = [&](const engine::MeanAndDeviation& time) {
    return engine::summaryLine(now(summary.elapsed), summary.task, summary.steps, time);
  };
  print(line(summary.time));
  if (m_options.compat)
    print(line(summary.scriptTime) + " (as the old script counted: the sum of " +
          std::to_string(summary.steps - 1) + " steps, divided by " +
          std::to_string(summary.steps) + ")");
}

bool AlexnetReporter::goesOn() {
  return !m_output.failed();
}

// Time goes on in batches, which on a simulated machine take its time and not ours.
std::chrono::system_clock::time_point AlexnetReporter::now(double elapsed) const {
  using namespace std::chrono;
  return m_start + duration_cast<system_clock::duration>(duration<double>(elapsed));
}

void AlexnetReporter::print(const std::string& line) {
  m_bar.hide();
  m_output.print(line + "\n");
}

}  // namespace cli
