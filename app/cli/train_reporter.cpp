#include "app/cli/train_reporter.h"

#include <cmath>
#include <cstdio>
#include <utility>

#include "app/cli/interrupt.h"
#include "app/cli/line_output.h"
#include "app/cli/train_options.h"
#include "engine/log/console_log.h"
#include "engine/log/number_text.h"
#include "engine/pace/pace_moment.h"

namespace cli {

TrainReporter::TrainReporter(const TrainOptions& options, LineOutput& output,
                             engine::TrainControl& control)
    : m_options(options), m_output(output), m_control(control), m_bar(options.progress) {}

void TrainReporter::runStarted(const engine::RunStarted& run) {
  m_totalSteps = run.totalSteps;
  m_remaining.emplace(run);
  if (!m_options.quiet && run.firstStep == 0) print("Initialized!\n");
}

void TrainReporter::stepDone(const engine::StepDone& step) {
  if (!m_afterRest.empty()) print(std::exchange(m_afterRest, {}));
  m_remaining->add(step);
  m_bar.update(step.step + 1, m_totalSteps, m_remaining->seconds());
  if (!std::isfinite(step.loss()) && !m_options.quiet) print(engine::failureLines(step));
  if (m_output.failed()) {
    m_control.stop(/*skipTest=*/true);
  } else if (interrupted()) {
    m_bar.hide();
    obeyInterrupt();
  }
}

void TrainReporter::obeyInterrupt() {
  if (!interrupted() || m_interruptTold.exchange(true)) return;
  const bool canGoOn = !m_options.checkpoint.file.empty();
  m_control.stop(/*skipTest=*/canGoOn);
  std::fprintf(stderr, "Stopping; the %s comes last. Another Ctrl-C or SIGTERM quits at once.\n",
               canGoOn ? "checkpoint" : "test");
}

void TrainReporter::validationDone(const engine::ValidationDone& report) {
  m_remaining->add(report);
  if (!m_options.quiet) print(engine::reportLines(report));
}

void TrainReporter::runFinished(const engine::RunFinished& run) {
  m_result = run;
  m_bar.hide();
  if (run.test.count == 0 || m_options.log == "-") return;
  print(engine::testErrorLine(run.test) + "\n");
  if (m_options.selfTest) print("test_error " + engine::shortestText(run.test.errorRate()) + "\n");
}

// The article's patch tells of its rests.
void TrainReporter::paced(const engine::PaceMoment& moment) {
  const double before = std::exchange(m_machineSeconds, moment.seconds);
  if (m_options.quiet || !moment.afterRest ||
      !std::holds_alternative<engine::SleepWhenSlow>(m_options.pace->settings.policy))
    return;
  const std::string cpu = m_options.pace->settings.type.name + " cpu. passed time=";
  print("sleep " + cpu + std::to_string(std::lround(before)) + "\n");
  m_afterRest = "run " + cpu + std::to_string(std::lround(moment.seconds)) + "\n";
}

void TrainReporter::print(const std::string& text) {
  m_bar.hide();
  m_output.print(text);
}

}  // namespace cli
