#include "app/cli/log_command.h"

#include <filesystem>
#include <limits>
#include <span>

#include "app/cli/arguments.h"
#include "app/cli/line_output.h"
#include "app/cli/log_summary.h"
#include "engine/atomic_file.h"
#include "engine/log/read_runs.h"
#include "engine/log/run_log.h"
#include "engine/log/run_table.h"

namespace cli {
namespace {

Arguments parse(const QStringList& arguments) {
  return {
      "log",
      "Reads a console log of TensorFlow's convolutional.py or alexnet_benchmark.py, a run log\n"
      "in JSON lines (train --log) or a table in CSV, and tells what is in it.",
      {{"csv", "Write one wide table instead, in the C locale."},
       {"json", "Write a run log in JSON lines instead."},
       {{"o", "output"}, "Write to this file; it is replaced as a whole.", "file"},
       {"train-count", "Training images of the logged run (55000).", "number"},
       {"batch", "Images per step of the logged run (64).", "number"}},
      arguments,
      "file"};
}

std::string jsonLines(std::span<const engine::RunRecord> runs) {
  std::string text;
  for (const engine::RunRecord& run : runs)
    engine::forEachNews(run,
                        [&](const engine::RunNews& news) { text += engine::runLogLine(news); });
  return text;
}

}  // namespace

void runLog(const QStringList& list, LineOutput& output) {
  const Arguments arguments = parse(list);
  if (arguments.helpWanted()) return output.print(arguments.helpText().toStdString());
  if (arguments.words().size() != 1) throw UsageError("log needs the name of one file.");
  const bool csv = arguments.isSet("csv"), json = arguments.isSet("json");
  if (csv && json) throw UsageError("--csv and --json do not go together.");
  if (arguments.isSet("output") && arguments.text("output").empty())
    throw UsageError("--output needs a name.");
  engine::ConsoleParser::Assumptions assumptions;
  constexpr auto kMost = std::int64_t{std::numeric_limits<std::int32_t>::max()};
  arguments.readNumber("train-count", std::int64_t{1}, kMost, assumptions.trainCount);
  arguments.readNumber("batch", std::int64_t{1}, kMost, assumptions.batchSize);
  assumptions.batchSizeTold = arguments.isSet("batch");

  const std::filesystem::path source = arguments.words().front().toStdString();
  const engine::RunFile file = engine::readRuns(source, assumptions);
  const std::string text = csv    ? engine::runTable(file.runs)
                           : json ? jsonLines(file.runs)
                                  : summaryOf(file);
  if (!arguments.isSet("output")) return output.print(text);
  engine::writeFileAtomically(arguments.text("output"), std::as_bytes(std::span(text)));
}

}  // namespace cli
