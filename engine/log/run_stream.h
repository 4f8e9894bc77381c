#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/log/console_parser.h"
#include "engine/log/read_runs.h"
#include "engine/log/run_log.h"

namespace engine {

/// Makes news of a log while it is written: of a run log in JSON lines or of a console log, told
/// apart by the first line.
class RunStream {
 public:
  using Take = std::function<void(const RunNews&)>;

  explicit RunStream(Take take) : m_take(std::move(take)) {}

  /// Bytes however they are cut; a last line without its end waits for the rest. Throws Error like
  /// RunLogReader and ConsoleParser, and where it is a table, which cannot be followed.
  void feed(std::string_view bytes);
  /// Nothing follows.
  void finish();

  /// Nothing before the first line is whole.
  std::optional<RunFileKind> kind() const noexcept { return m_kind; }

 private:
  void detect();

  Take m_take;
  std::optional<RunFileKind> m_kind;
  std::string m_beginning;
  std::unique_ptr<RunLogReader> m_log;
  std::unique_ptr<ConsoleParser> m_console;
};

}  // namespace engine
