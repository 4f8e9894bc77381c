#include "app/cli/log_summary.h"

#include <algorithm>
#include <cmath>

#include "engine/log/number_text.h"
#include "engine/log/run_facts.h"

namespace cli {
namespace {

using engine::fixedText;

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

const char* kindName(engine::RunFileKind kind) {
  switch (kind) {
    case engine::RunFileKind::RunLog:
      return "run log";
    case engine::RunFileKind::Table:
      return "table";
    case engine::RunFileKind::ConsoleLog:
      return "console log";
  }
  return "";
}

std::string benchmarkLines(const engine::RunRecord& run, const engine::BenchmarkSummary& summary) {
  std::string text = "  " + fixedText(summary.mean, 3) + " +/- " + fixedText(summary.deviation, 3) +
                     " sec / batch";
  if (summary.mean > 0 && run.start.batchSizeTold)
    text += ", " + fixedText(static_cast<double>(run.start.batchSize) / summary.mean, 1) +
            " images/s in batches of " + std::to_string(run.start.batchSize);
  return text + "\n";
}

std::string stepLines(const engine::RunRecord& run) {
  const engine::RunFacts facts = engine::factsOf(run);
  std::string text = "  " + counted(run.steps.size(), "point");
  if (!run.steps.empty())
    text += ", steps " + std::to_string(run.steps.front().step) + " to " +
            std::to_string(run.steps.back().step);
  if (facts.interval > 0) text += ", every " + std::to_string(facts.interval);
  text += "\n";
  if (facts.derivedSteps > 0)
    text += "  The numbers of " + counted(facts.derivedSteps, "step") +
            " are worked out from their neighbours or their epochs.\n";
  if (!facts.epochsFit)
    text += "  The epochs do not fit " + std::to_string(run.start.trainCount) +
            " training images in batches of " + std::to_string(run.start.batchSize) +
            ": give --train-count and --batch.\n";
  if (facts.best)
    text += "  Best validation error " + fixedText(facts.best->errorRate, 1) + "% at step " +
            std::to_string(facts.best->step) + "\n";
  if (std::isfinite(facts.meanMilliseconds))
    text += "  " + fixedText(facts.meanMilliseconds, 1) + " ms per step on average, " +
            fixedText(facts.slowestMilliseconds, 1) + " ms in the slowest interval\n";
  if (facts.pausedSeconds > 0) text += "  Rested for " + fixedText(facts.pausedSeconds, 0) + " s\n";
  if (facts.nonFinite > 0)
    text += "  The loss is not finite at " + counted(facts.nonFinite, "point") + "\n";
  return text;
}

}  // namespace

std::string summaryOf(const engine::RunFile& file) {
  std::string text = std::string(kindName(file.kind)) + ", " + counted(file.runs.size(), "run");
  if (file.lines > 0) text += ", " + counted(file.lines, "line");
  if (file.notUnderstood > 0) text += ", " + std::to_string(file.notUnderstood) + " not understood";
  text += "\n";
  if (file.orphans > 0) text += counted(file.orphans, "block") + " without a step line\n";
  for (const engine::RunRecord& run : file.runs) {
    text += run.start.name + " (" + run.start.source + ")\n" + stepLines(run);
    if (run.end && run.end->benchmark) text += benchmarkLines(run, *run.end->benchmark);
    if (run.end && !engine::isUnknown(run.end->testError))
      text += "  Test error " + fixedText(run.end->testError, 1) + "%\n";
  }
  return text;
}

}  // namespace cli
