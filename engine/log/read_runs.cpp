#include "engine/log/read_runs.h"

#include <cerrno>
#include <fstream>
#include <optional>

#include "engine/error.h"
#include "engine/log/run_log.h"
#include "engine/log/run_table.h"
#include "engine/system_error_text.h"

namespace engine {
namespace {

constexpr std::size_t kPiece = 1 << 20;

}  // namespace

class RunFileReader::Private {
 public:
  explicit Private(const ConsoleParser::Assumptions& assumptions)
      : m_console([this](const RunNews& news) { take(news); }, assumptions) {}

  void feed(std::string_view bytes) {
    if (!m_kind) {
      m_beginning += bytes;
      if (m_beginning.find('\n') == m_beginning.npos && m_beginning.size() < kPiece) return;
      return detect();
    }
    switch (*m_kind) {
      case RunFileKind::RunLog:
        return m_log.feed(bytes);
      case RunFileKind::Table:
        m_table += bytes;
        return;
      case RunFileKind::ConsoleLog:
        return m_console.feed(bytes);
    }
  }

  RunFile finish() {
    if (!m_kind) detect();
    m_file.kind = *m_kind;
    switch (*m_kind) {
      case RunFileKind::RunLog:
        m_log.finish();
        m_file.lines = m_log.lines();
        m_file.notUnderstood = m_log.notUnderstood();
        break;
      case RunFileKind::Table:
        m_file.runs = readRunTable(m_table);
        break;
      case RunFileKind::ConsoleLog:
        m_console.finish();
        m_file.lines = m_console.lines();
        m_file.notUnderstood = m_console.notUnderstood();
        m_file.orphans = m_console.orphans();
        break;
    }
    if (m_file.runs.empty())
      throw Error(
          "There is no run in it. Choose a console log of convolutional.py or "
          "alexnet_benchmark.py, a run log in JSON lines, or a table with a column 'step'.");
    return std::move(m_file);
  }

 private:
  void detect() {
    m_kind = looksLikeRunLog(m_beginning)     ? RunFileKind::RunLog
             : looksLikeRunTable(m_beginning) ? RunFileKind::Table
                                              : RunFileKind::ConsoleLog;
    feed(std::exchange(m_beginning, {}));
  }

  void take(const RunNews& news) {
    if (std::holds_alternative<RecordedStart>(news) || m_file.runs.empty())
      m_file.runs.emplace_back();
    m_file.runs.back().add(news);
  }

  RunFile m_file;
  std::optional<RunFileKind> m_kind;
  std::string m_beginning, m_table;
  RunLogReader m_log{[this](const RunNews& news) { take(news); }};
  ConsoleParser m_console;
};

RunFileReader::RunFileReader(const ConsoleParser::Assumptions& assumptions)
    : d(std::make_unique<Private>(assumptions)) {}

RunFileReader::~RunFileReader() = default;

void RunFileReader::feed(std::string_view bytes) {
  d->feed(bytes);
}

RunFile RunFileReader::finish() {
  return d->finish();
}

RunFile readRuns(const std::filesystem::path& path, const ConsoleParser::Assumptions& assumptions,
                 const std::function<bool(double)>& progress) {
  const std::string name = path.string();
  std::error_code sizeError;
  const auto size = std::filesystem::file_size(path, sizeError);
  std::ifstream file(path, std::ios::binary);
  if (sizeError || !file)
    throw Error("Cannot read " + name + ": " +
                    (sizeError ? sizeError.message() : systemErrorText(errno)) + ".",
                name);
  RunFile result;
  try {
    RunFileReader reader(assumptions);
    std::vector<char> piece(kPiece);
    for (std::uintmax_t done = 0; file; done += static_cast<std::uintmax_t>(file.gcount())) {
      if (progress &&
          !progress(size > 0 ? static_cast<double>(done) / static_cast<double>(size) : 0))
        return {};
      file.read(piece.data(), std::ssize(piece));
      reader.feed({piece.data(), static_cast<std::size_t>(file.gcount())});
    }
    if (file.bad()) throw Error("The disk does not give all of it.");
    result = reader.finish();
  } catch (const Error& error) {
    throw Error("Cannot use " + name + ". " + error.what(), name);
  }
  for (std::size_t i = 0; i < result.runs.size(); ++i) {
    std::string& runName = result.runs[i].start.name;
    if (!runName.empty()) continue;
    runName = path.filename().string();
    if (const auto& end = result.runs[i].end;
        end && end->benchmark && !end->benchmark->name.empty())
      runName += ", " + end->benchmark->name;
    if (result.runs.size() > 1) runName += " (" + std::to_string(i + 1) + ")";
  }
  return result;
}

}  // namespace engine
