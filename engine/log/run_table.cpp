#include "engine/log/run_table.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/log/number_text.h"
#include "engine/log/run_log_keys.h"
#include "engine/log/run_table_columns.h"

namespace engine {
namespace {

using run_table::Row;

std::string csvField(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string inside;
  for (const char c : text) inside.append(c == '"' ? 2 : 1, c);
  return '"' + inside + '"';
}

std::string textOf(const RunEvent& event) {
  std::string text(run_log::nameOf(run_log::kEventNames, event.kind));
  if (!isUnknown(event.value)) text += ' ' + shortestText(event.value);
  if (!event.text.empty()) text += ' ' + event.text;
  return text;
}

void addText(std::string& texts, const std::string& text) {
  texts += (texts.empty() ? "" : "; ") + text;
}

/// The rows that are more than a step; most are a step alone.
std::map<std::int64_t, Row> extraRows(const RunRecord& run) {
  std::map<std::int64_t, Row> rows;
  for (const RecordedValidation& validation : run.validations)
    rows[validation.step].validation = validation;
  for (const CreditSample& sample : run.credits) rows[sample.step].credits = sample;
  for (const RunEvent& event : run.events) addText(rows[event.step].event, textOf(event));
  if (run.end) {
    const std::int64_t last = std::max(
        {run.end->lastStep, run.end->steps - 1, run.steps.empty() ? 0 : run.steps.back().step});
    rows[last].testError = run.end->testError;
    addText(rows[last].event, std::string(run_log::nameOf(run_log::kReasonNames, run.end->reason)));
  }
  return rows;
}

void write(std::string& table, Row& row) {
  table += std::to_string(row.run) + ',' + std::to_string(row.step.step);
  for (const auto& column : run_table::kNumberColumns) {
    table += ',';
    if (const double value = column.value(row); !isUnknown(value)) table += shortestText(value);
  }
  table += ',' + csvField(row.event) + '\n';
}

void write(std::string& table, std::int64_t number, const RunRecord& run) {
  auto extras = extraRows(run);
  auto extra = extras.begin();
  const auto writeExtrasBefore = [&](std::int64_t step) {
    for (; extra != extras.end() && extra->first < step; ++extra) {
      extra->second.run = number;
      extra->second.step.step = extra->first;
      write(table, extra->second);
    }
  };
  for (const RecordedStep& step : run.steps) {
    writeExtrasBefore(step.step);
    Row row;
    if (extra != extras.end() && extra->first == step.step) row = std::move(extra++->second);
    row.run = number;
    row.step = step;
    write(table, row);
  }
  writeExtrasBefore(std::numeric_limits<std::int64_t>::max());
}

}  // namespace

std::string runTable(std::span<const RunRecord> runs) {
  std::string table = "run,step";
  for (const auto& column : run_table::kNumberColumns) table += ',' + std::string(column.name);
  table += ",event\n";
  std::int64_t number = 0;
  for (const RunRecord& run : runs) write(table, ++number, run);
  return table;
}

}  // namespace engine
