#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "engine/error.h"
#include "engine/log/run_log_keys.h"
#include "engine/log/run_table.h"
#include "engine/log/run_table_columns.h"

namespace engine {
namespace {

using run_table::Row;

std::string_view withoutMark(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

char separatorOf(std::string_view head) {
  for (const char separator : {'\t', ';'})
    if (head.find(separator) != head.npos) return separator;
  return ',';
}

/// Takes the fields of the table one row after the other; a quoted field may hold line ends.
class Rows {
 public:
  Rows(std::string_view text, char separator) : m_rest(text), m_separator(separator) {}

  bool next(std::vector<std::string>& fields) {
    fields.clear();
    if (m_rest.empty()) return false;
    m_line += m_lines;
    m_lines = 0;
    while (field(fields.emplace_back()))
      ;
    return true;
  }

  std::size_t line() const { return m_line; }  ///< where the row begins, from 1

 private:
  /// False if it was the last of its row.
  bool field(std::string& text) {
    bool inQuotes = false;
    while (!m_rest.empty()) {
      const char c = m_rest.front();
      m_rest.remove_prefix(1);
      if (c == '\n') ++m_lines;
      if (c == '"' && inQuotes && m_rest.starts_with('"')) {
        text += c;
        m_rest.remove_prefix(1);
      } else if (c == '"') {
        inQuotes = !inQuotes;
      } else if (inQuotes) {
        text += c;
      } else if (c == m_separator) {
        return true;
      } else if (c == '\n') {
        if (text.ends_with('\r')) text.pop_back();
        return false;
      } else {
        text += c;
      }
    }
    if (!inQuotes && text.ends_with('\r')) text.pop_back();
    return false;
  }

  std::string_view m_rest;
  char m_separator;
  std::size_t m_line = 1, m_lines = 0;
};

class TableReader {
 public:
  TableReader(std::string_view text, char separator)
      : m_rows(text, separator), m_decimalComma(separator != ',') {}

  std::vector<RunRecord> read() {
    std::vector<std::string> fields;
    m_rows.next(m_head);
    while (m_rows.next(fields)) {
      if (fields.size() == 1 && fields[0].empty()) continue;
      if (fields.size() > m_head.size()) fail("has more fields than the head of the table");
      add(rowOf(fields));
    }
    return std::move(m_runs);
  }

 private:
  [[noreturn]] void fail(const std::string& fault) const {
    throw Error("Line " + std::to_string(m_rows.line()) + " of the table " + fault + ".");
  }

  template <typename Number>
  Number number(std::string text, const std::string& column) const {
    if (m_decimalComma) std::ranges::replace(text, ',', '.');
    Number value{};
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || rest != text.data() + text.size())
      fail("has '" + text + "' in the column " + column + ", which is no " +
           (std::is_integral_v<Number> ? "whole number" : "number"));
    return value;
  }

  Row rowOf(const std::vector<std::string>& fields) const {
    Row row;
    bool hasStep = false;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::string& name = m_head[i];
      if (fields[i].empty()) continue;
      if (name == "event") {
        row.event = fields[i];
      } else if (name == "run") {
        row.run = number<std::int64_t>(fields[i], name);
      } else if (name == "step") {
        row.step.step = number<std::int64_t>(fields[i], name);
        hasStep = true;
      } else if (const auto column = std::ranges::find(run_table::kNumberColumns, name,
                                                       &run_table::NumberColumn::name);
                 column != run_table::kNumberColumns.end()) {
        column->value(row) = number<double>(fields[i], name);
      }
    }
    if (!hasStep || row.step.step < 0) fail("has no number of a step");
    return row;
  }

  RunRecord& run(std::int64_t number) {
    const auto [place, isNew] = m_numbers.try_emplace(number, m_runs.size());
    if (isNew) m_runs.emplace_back().start.source = "table";
    return m_runs[place->second];
  }

  void add(const Row& row) {
    RunRecord& run = this->run(row.run);
    const std::int64_t number = row.step.step;
    const RecordedStep& s = row.step;
    const auto known = [](std::initializer_list<double> values) {
      return !std::ranges::all_of(values, isUnknown);
    };
    if (known({s.epoch, s.elapsed, s.loss, s.crossEntropy, s.learningRate, s.minibatchError,
               s.seconds}))
      run.add(s);
    if (known({row.validation.errorRate, row.validation.seconds,
               row.validation.scriptMilliseconds})) {
      RecordedValidation validation = row.validation;
      validation.step = number;
      run.add(validation);
    }
    if (known({row.credits.seconds, row.credits.balance, row.credits.utilisation})) {
      CreditSample sample = row.credits;
      sample.step = number;
      run.add(sample);
    }
    addEvents(run, row);
    if (isUnknown(row.testError)) return;
    if (!run.end) run.add(RecordedEnd{.steps = number + 1, .lastStep = number});
    run.end->testError = row.testError;
  }

  static void addEvents(RunRecord& run, const Row& row) {
    std::string_view rest = row.event;
    while (!rest.empty()) {
      const std::string_view one = rest.substr(0, rest.find("; "));
      rest.remove_prefix(std::min(one.size() + 2, rest.size()));
      addEvent(run, row.step.step, one);
    }
  }

  static void addEvent(RunRecord& run, std::int64_t step, std::string_view text) {
    if (const auto reason = run_log::valueOf(run_log::kReasonNames, text)) {
      run.add(RecordedEnd{.reason = *reason, .steps = step + 1, .lastStep = step});
      return;
    }
    const std::string_view word = text.substr(0, text.find(' '));
    std::string_view tail = text.substr(std::min(word.size() + 1, text.size()));
    const auto kind = run_log::valueOf(run_log::kEventNames, word);
    RunEvent event{.kind = kind.value_or(RunEvent::Kind::Note), .step = step};
    double value = 0;
    const auto [end, error] = std::from_chars(tail.data(), tail.data() + tail.size(), value);
    if (kind && error == std::errc() && event.kind != RunEvent::Kind::Note) {
      event.value = value;
      tail.remove_prefix(std::min<std::size_t>(end - tail.data() + 1, tail.size()));
    }
    event.text = kind ? tail : text;
    run.add(event);
  }

  Rows m_rows;
  bool m_decimalComma;
  std::vector<std::string> m_head;
  std::vector<RunRecord> m_runs;
  std::map<std::int64_t, std::size_t> m_numbers;  // places in m_runs
};

bool hasStepColumn(std::string_view head) {
  std::vector<std::string> names;
  Rows(head, separatorOf(head)).next(names);
  return names.size() > 1 && std::ranges::find(names, "step") != names.end();
}

}  // namespace

bool looksLikeRunTable(std::string_view beginning) {
  const std::string_view text = withoutMark(beginning);
  return hasStepColumn(text.substr(0, text.find('\n')));
}

std::vector<RunRecord> readRunTable(std::string_view text) {
  text = withoutMark(text);
  const std::string_view head = text.substr(0, text.find('\n'));
  if (!hasStepColumn(head)) throw Error("This table has no column 'step' in its first line.");
  return TableReader(text, separatorOf(head)).read();
}

}  // namespace engine
